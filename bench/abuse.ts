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
import { largestSettings } from '@callpoint/server/testing/crowded-tenant';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import type { AbuseAnswers, AbusePlan } from './support/abuse-plan.ts';
import { percentile } from './support/figures.ts';
import { onGround, type Ground } from './support/ground.ts';
import { pressAt } from './support/press-at.ts';
import type { Figure, Section } from './support/report.ts';

const ACCOUNTS = 20;
/** Presses a second of a subscriber that does nothing else. */
const RATE = 20;
const PRESSERS = 60;
const SECONDS = 60;
const WARM_UP_SECONDS = 3;
const AT_MOST = 2;

/** What the issue of abuse is about; a flood of presses comes on top of it. */
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

/** Whether accounts that use what is expensive as often as they can make another subscriber's presses wait. */
export async function abuse(): Promise<Section> {
  return {
    name: 'abuse',
    title: 'Presses next to abuse',
    setting: [
      `${RATE} presses a second by ${PRESSERS} people of one subscriber for ${SECONDS} s, sent on the beat of a clock whatever the responses: first alone, then next to ${ACCOUNTS} other accounts, each of which calls from a network address of its own.`,
      'Each of these repeats, as fast as the responses come: previews and test messages with the largest settings, password changes, failed sign-ins, exports, an export that it does not read, event streams, lists of 500 messages, reachability, and forms of 5,000 characters whose texts are as long as they can be. In a third run each also presses a button with the largest settings, as fast as the responses come.',
      'The accounts are a process of their own with the lowest priority, as they would be other machines. Email is not configured, so that messages are only stored, and each submission of theirs raises an alarm.',
    ],
    figures: [...(await measure('sqlite')), ...(await measure('postgres'))],
  };
}

function measure(kind: DatabaseKind): Promise<Figure[]> {
  return onGround(kind, async (ground) => {
    const { db, location } = await ground.database('abuse');
    const tokens = await pressersOf(db);
    const plan = await abusersOf(db);
    const server = await startServerProcess(location);
    const agent = new Agent({ keepAlive: true });
    const urls = tokens.map((token) => `${server.url}/mapi/v1/button_click?token=${token}`);
    const press = (seconds: number) => pressAt(urls, agent, RATE, seconds);
    const pressNextTo = async (kinds?: readonly string[]) => {
      const more = { url: server.url, seconds: SECONDS + WARM_UP_SECONDS, ...(kinds ? { kinds } : {}) };
      const abusers = startAbusers(ground, { ...plan, ...more });
      await press(WARM_UP_SECONDS);
      const p99 = p99Of(await press(SECONDS));
      return { p99, answers: await abusers };
    };
    try {
      await press(WARM_UP_SECONDS);
      const alone = p99Of(await press(SECONDS));
      const figure = (what: string, { p99, answers }: { p99: number; answers: AbuseAnswers }) => ({
        what: `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${what}: ${inWords(answers)}`,
        ours: `p99 ${p99.toFixed(1)} ms, every press accepted`,
        beside: `p99 ${alone.toFixed(1)} ms alone`,
        ratio: p99 / alone,
      });
      const mixed = await pressNextTo(MIXED);
      const flooded = await pressNextTo();
      return [
        {
          ...figure('mixed abuse', mixed),
          wanted: { text: `at most ${AT_MOST}`, reached: mixed.p99 / alone <= AT_MOST },
        },
        { ...figure('with a flood of presses', flooded), wanted: null },
      ];
    } finally {
      agent.destroy();
      await server.end('SIGTERM');
    }
  });
}

/** Tokens of the people who press. */
async function pressersOf(db: Db): Promise<string[]> {
  const { id } = await buildTeam(db);
  const tokens: string[] = [];
  for (let at = 0; at < PRESSERS; at += 1) {
    tokens.push(await buildSession(db, 'app_user', (await buildAppUser(db, id)).id));
  }
  return tokens;
}

function p99Of(presses: readonly { at: number; answered: number }[]): number {
  return percentile(
    presses.map(({ at, answered }) => answered - at),
    99,
  );
}

async function abusersOf(db: Db): Promise<Pick<AbusePlan, 'accounts'>> {
  const accounts: AbusePlan['accounts'][number][] = [];
  const settings = largestSettings({ kind: 'form', id: 2 });
  const saved = { ...settings, ...largestSettings({ kind: 'button', id: 5 }) };
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const { id, email } = await buildTeam(db);
    const user = await buildAppUser(db, id);
    for (const [key, setting_value] of Object.entries(saved)) {
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

async function startAbusers({ folder }: Ground, plan: AbusePlan): Promise<AbuseAnswers> {
  const file = join(folder, 'abuse.json');
  writeFileSync(file, JSON.stringify(plan));
  const child = fork(fileURLToPath(new URL('clients/abusers.ts', import.meta.url)), [file]);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [answers] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the abusers ended without a result'))),
  ])) as [AbuseAnswers];
  return answers;
}

/** How many of the abusers' calls were accepted, and how many rejected. */
function inWords(answers: AbuseAnswers): string {
  const counts = Object.values(answers).flatMap((of) => Object.entries(of));
  const count = (is: (status: number) => boolean) =>
    counts.reduce((sum, [status, times]) => sum + (is(Number(status)) ? times : 0), 0);
  const accepted = count((status) => status < 400).toLocaleString('en-US');
  return `${accepted} calls accepted and ${count((status) => status >= 400).toLocaleString('en-US')} rejected`;
}
