import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Db } from '@callpoint/server/db/tables';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import { largestSettings } from '@callpoint/server/testing/input/large-tenant';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import type { AbuseResponses, AbuseScenario } from './support/abuse-scenario.ts';
import { percentile } from './support/statistics.ts';
import { withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import { pressAtRate } from './support/load/paced-presses.ts';
import type { Figure, Section } from './support/report.ts';

const ACCOUNTS = 20;
/** Presses a second of one subscriber, whose users send nothing else. */
const RATE = 20;
const PRESSERS = 60;
const SECONDS = 60;
const WARM_UP_SECONDS = 3;
const MAX_RATIO = 2;

/** The kinds of calls of mixed abuse; the third run adds a flood of presses. */
const MIXED = [
  'preview',
  'test',
  'password',
  'sign-in',
  'export',
  'slow export',
  'stream',
  'long list',
  'reachability',
  'form',
] as const;

/** How much a subscriber's presses slow down while other accounts repeat the most expensive calls. */
export async function abuse(): Promise<Section> {
  return {
    name: 'abuse',
    title: 'Presses next to abuse',
    description: [
      `${RATE} presses a second by ${PRESSERS} people of one subscriber for ${SECONDS} s, sent at a fixed rate without waiting for responses: first alone, then next to ${ACCOUNTS} other accounts. Each calls from its own network address.`,
      'Each of these repeats, as fast as the responses come: previews and test messages with the largest settings, password changes, failed sign-ins, exports, an export that it does not read, event streams, lists of 500 messages, reachability, and forms of 5,000 characters whose texts are as long as they can be. In a third run each also presses a button with the largest settings, as fast as the responses come.',
      'The accounts are a process of their own with the lowest priority, as they would be other machines. Email is not configured, so that messages are only stored, and each submission of theirs raises an alarm.',
    ],
    figures: [...(await measure('sqlite')), ...(await measure('postgres'))],
  };
}

function measure(kind: DatabaseKind): Promise<Figure[]> {
  return withBenchDatabases(kind, async (databases) => {
    const { db, location } = await databases.create('abuse');
    const tokens = await createPressers(db);
    const scenario = await createAbusers(db);
    const server = await startServerProcess(location);
    const agent = new Agent({ keepAlive: true });
    const urls = tokens.map((token) => `${server.url}/mapi/v1/button_click?token=${token}`);
    const press = (seconds: number) => pressAtRate(urls, agent, RATE, seconds);
    const pressNextTo = async (kinds?: readonly string[]) => {
      const options = { url: server.url, seconds: SECONDS + WARM_UP_SECONDS, ...(kinds ? { kinds } : {}) };
      const abusers = startAbusers(databases, { ...scenario, ...options });
      await press(WARM_UP_SECONDS);
      const p99 = calculateP99(await press(SECONDS));
      return { p99, responses: await abusers };
    };
    try {
      await press(WARM_UP_SECONDS);
      const alone = calculateP99(await press(SECONDS));
      const figure = (label: string, { p99, responses }: { p99: number; responses: AbuseResponses }) => ({
        label: `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${label}: ${formatCounts(responses)}`,
        ours: `p99 ${p99.toFixed(1)} ms, every press accepted`,
        baseline: `p99 ${alone.toFixed(1)} ms alone`,
        ratio: p99 / alone,
      });
      const mixed = await pressNextTo(MIXED);
      const flooded = await pressNextTo();
      return [
        {
          ...figure('mixed abuse', mixed),
          target: { text: `at most ${MAX_RATIO}`, isMet: mixed.p99 / alone <= MAX_RATIO },
        },
        { ...figure('with a flood of presses', flooded), target: null },
      ];
    } finally {
      agent.destroy();
      await server.end('SIGTERM');
    }
  });
}

/** Creates a subscriber with users who press, and returns their tokens. */
async function createPressers(db: Db): Promise<string[]> {
  const { id } = await buildTeam(db);
  const tokens: string[] = [];
  for (let at = 0; at < PRESSERS; at += 1) {
    tokens.push(await buildSession(db, 'app_user', (await buildAppUser(db, id)).id));
  }
  return tokens;
}

function calculateP99(presses: readonly { sentAt: number; respondedAt: number }[]): number {
  return percentile(
    presses.map(({ sentAt, respondedAt }) => respondedAt - sentAt),
    99,
  );
}

async function createAbusers(db: Db): Promise<Pick<AbuseScenario, 'accounts'>> {
  const accounts: AbuseScenario['accounts'][number][] = [];
  const settings = largestSettings({ kind: 'form', id: 2 });
  const allSettings = { ...settings, ...largestSettings({ kind: 'button', id: 5 }) };
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const { id, email } = await buildTeam(db);
    const user = await buildAppUser(db, id);
    for (const [key, setting_value] of Object.entries(allSettings)) {
      await db
        .updateTable('settings')
        .set({ setting_value })
        .where('team_id', '=', id)
        .where('setting_key', '=', key)
        .execute();
    }
    accounts.push({
      from: `127.0.0.${at + 2}`,
      team: await buildSession(db, 'team', id),
      user: await buildSession(db, 'app_user', user.id),
      userId: user.id,
      email,
      settings,
    });
  }
  return { accounts };
}

async function startAbusers({ folder }: BenchDatabases, scenario: AbuseScenario): Promise<AbuseResponses> {
  const file = join(folder, 'abuse.json');
  writeFileSync(file, JSON.stringify(scenario));
  const child = fork(fileURLToPath(new URL('clients/abusers.ts', import.meta.url)), [file]);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [responses] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the abusers exited without a result'))),
  ])) as [AbuseResponses];
  return responses;
}

/** The number of the abusers' calls that were accepted and rejected. */
function formatCounts(responses: AbuseResponses): string {
  const counts = Object.values(responses).flatMap((byStatus) => Object.entries(byStatus));
  const count = (matches: (status: number) => boolean) =>
    counts.reduce((sum, [status, times]) => sum + (matches(Number(status)) ? times : 0), 0);
  const accepted = count((status) => status < 400).toLocaleString('en-US');
  return `${accepted} calls accepted and ${count((status) => status >= 400).toLocaleString('en-US')} rejected`;
}
