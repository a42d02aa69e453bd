import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { defaultPolicy } from '@callpoint/contract/escalation';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { startSmtpServer } from '@callpoint/server/testing/providers/smtp';
import { startTwilio } from '@callpoint/server/testing/providers/twilio';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { createPhoneToken, withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import { pressAtRate } from './support/load/paced-presses.ts';
import { processTime } from './support/process-time.ts';
import type { Figure, Section } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

const INCIDENTS = 5_000;
/** Incidents of one subscriber. */
const PER_TEAM = 50;
const PER_TRANSACTION = 50;
/** Minutes in which each incident has one step, so that some start while it is measured. */
const WINDOW = 60;
const IDLE_SECONDS = 30;
const ROUNDS = 9;
const ROUND_SECONDS = 6;
/** Presses a second, of a button that opens no incident. */
const RATE = 50;
const BUTTON = 1;
const MAX_SHARE = 5;
const MAX_RATIO = 1.2;

/** What open incidents cost a server, and presses. */
export async function incidents(): Promise<Section> {
  return {
    name: 'incidents',
    title: 'Open incidents',
    description: [
      `${INCIDENTS.toLocaleString('en-US')} open incidents of ${INCIDENTS / PER_TEAM} subscribers, two messages each, whose next steps are due within ${WINDOW} minutes, compared with a server without incidents.`,
      'The mail server and the SMS provider accept everything, so the messages of the steps that start meanwhile are sent too.',
      `Processor time of the server process in ${IDLE_SECONDS} s without calls, both servers at the same time; then presses at ${RATE} a second, medians of ${ROUNDS} alternating rounds of ${ROUND_SECONDS} s.`,
    ],
    figures: [...(await measure('sqlite')), ...(await measure('postgres'))],
  };
}

const LABELS: Readonly<Record<DatabaseKind, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  return await withBenchDatabases(kind, async (databases) => {
    // Messages that are held would make the next step due immediately.
    const [smtp, twilio] = [await startSmtpServer(), await startTwilio()];
    const variables = { SMTP_URL: smtp.url, ...twilio.variables };
    const full = await open(databases, 'full', fill, variables);
    const empty = await open(databases, 'empty', async () => {}, variables);
    const agent = new Agent({ keepAlive: true });
    try {
      for (const { url } of [full, empty]) await pressAtRate([url], agent, RATE, 3, BUTTON);
      const [used, without] = await Promise.all([shareOf(full.server.pid), shareOf(empty.server.pid)]);
      const times = { full: [] as number[], empty: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, { url }] of [
          ['full', full],
          ['empty', empty],
        ] as const) {
          const presses = await pressAtRate([url], agent, RATE, ROUND_SECONDS, BUTTON);
          times[name].push(
            percentile(
              presses.map(({ sentAt, respondedAt }) => respondedAt - sentAt),
              99,
            ),
          );
        }
      }
      return [shareFigure(LABELS[kind], used, without), pressFigure(LABELS[kind], times)];
    } finally {
      agent.destroy();
      for (const { server } of [full, empty]) await server.end('SIGTERM');
      await Promise.all([smtp.close(), twilio.close()]);
    }
  });
}

async function open(
  databases: BenchDatabases,
  name: string,
  prepare: (db: Db) => Promise<void>,
  variables: Record<string, string>,
) {
  const { db, location } = await databases.create(name);
  await prepare(db);
  const token = await createPhoneToken(db);
  const server = await startServerProcess(location, { variables });
  return { server, url: `${server.url}/mapi/v1/button_click?token=${token}` };
}

/** Opens incidents whose messages were sent and whose next steps are spread over the window. */
async function fill(db: Db): Promise<void> {
  for (let first = 0; first < INCIDENTS; first += PER_TEAM) {
    const team = await buildTeam(db);
    const user = await buildAppUser(db, team.id);
    const recipients = [
      { channel: 'email' as const, role: 'team', name: null, person: team.email, address: team.email },
      { channel: 'sms' as const, role: 'team', name: null, person: '+13035550141', address: '+13035550141' },
    ];
    const messages = recipients.map(({ channel, address }) => ({
      channel,
      role: 'team' as const,
      address,
      subject: null,
      text: 'Ana Flores needs help.',
      html: null,
      skipped: null,
    }));
    const incident = { policy: defaultPolicy(5), isDrill: false, recipients };
    for (let stored = 0; stored < PER_TEAM; stored += PER_TRANSACTION) {
      const presses = Array.from({ length: PER_TRANSACTION }, () =>
        buildSubmission(user, { messages, incident }),
      );
      await storeSubmissions(db, presses);
    }
  }
  await db.updateTable('delivery').set({ state: 'sent', sent_at: new Date().toISOString() }).execute();
  const now = Date.now();
  for (let minute = 0; minute < WINDOW; minute += 1) {
    // Within the minute too, so that they are not due at the same moment.
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const next_run_at = new Date(now + (minute + tenth / 10) * 60_000).toISOString();
      await db
        .updateTable('incident')
        .set({ next_run_at })
        .where(({ eb, val }) => eb(eb('id', '%', WINDOW * 10), '=', val(minute * 10 + tenth)))
        .execute();
    }
  }
}

/** The share of one core that a process uses, in percent. */
async function shareOf(pid: number): Promise<number> {
  const [before, start] = [processTime(pid), performance.now()];
  await setTimeout(IDLE_SECONDS * 1000);
  return ((processTime(pid) - before) / (performance.now() - start)) * 100;
}

function shareFigure(label: string, used: number, without: number): Figure {
  return {
    label: `${label}, processor time`,
    ours: `${used.toFixed(1)} % of a core`,
    baseline: `${without.toFixed(1)} % without incidents`,
    ratio: null,
    target: { text: `less than ${MAX_SHARE} % more`, isMet: used - without < MAX_SHARE },
  };
}

function pressFigure(label: string, { full, empty }: Record<'full' | 'empty', number[]>): Figure {
  const ratio = median(full) / median(empty);
  return {
    label: `${label}, response to a press`,
    ours: `p99 ${median(full).toFixed(1)} ms`,
    baseline: `p99 ${median(empty).toFixed(1)} ms without incidents`,
    ratio,
    target: { text: `at most ${MAX_RATIO}`, isMet: ratio <= MAX_RATIO },
  };
}
