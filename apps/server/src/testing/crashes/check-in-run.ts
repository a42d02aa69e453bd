import { setTimeout } from 'node:timers/promises';
import { pressIdOf } from '../../check-ins/press-id.ts';
import { openDatabase, type DatabaseLocation } from '../../db/connection.ts';
import type { Db } from '../../db/tables.ts';
import { buildAppUser, buildSession, buildTeam } from '../../factories/accounts.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { buildCheckIn } from '../phones/check-ins.ts';
import { startSmtpServer, type TestSmtpServer } from '../providers/smtp.ts';
import { seeded } from '../seeded.ts';
import { startServerProcess, type ServerProcess } from '../processes/server-process.ts';
import { limitToOneEmailPerPress } from './delivery-count.ts';

export type CheckInRunOptions = {
  timers: number;
  /** Milliseconds in which all of them are due. */
  window: number;
  /** How often a server is killed and started again. */
  kills: number;
  /** Servers on the database. With two, the other one is paused while one is killed. */
  servers: 1 | 2;
  /** An integer that determines who answers, and all moments. */
  seed: number;
};

export type CheckInRun = {
  /** A sentence for each violated guarantee; empty if there is none. */
  problems: string[];
  raised: number;
  answered: number;
  /**
   * The longest time from the scheduled time of an emergency until it was stored, in milliseconds, without the times at
   * which no server ran.
   */
  latest: number;
};

type Timer = {
  id: number;
  userId: number;
  name: string;
  clientId: string;
  raiseAt: number;
  token: string | null;
};

/** Every third person answers, at the latest when the emergency is due; the other phones are offline. */
const ANSWERS = 1 / 3;
const POLL_INTERVAL_MS = 100;

/**
 * Runs check-ins on real servers with a real mail server, while the servers are killed and paused. Then compares what
 * was raised, and which emails arrived, with the answers of the phones.
 */
export async function runCheckIns(
  location: DatabaseLocation,
  options: CheckInRunOptions,
): Promise<CheckInRun> {
  const db = openDatabase(location, () => {});
  const smtp = await startSmtpServer();
  const variables = { SMTP_URL: smtp.url, MAIL_FROM: 'alerts@callpoint.example' };
  const start = () => startServerProcess(location, { variables });
  const servers: ServerProcess[] = [];
  try {
    while (servers.length < options.servers) servers.push(await start());
    const timers = await buildTimers(db, options);
    const answers = Promise.all(timers.map((timer) => answer(timer, () => servers, options.seed)));
    const random = seeded(options.seed + 2);
    const outages: Outage[] = [];
    for (let kill = 0; kill < options.kills; kill += 1) {
      await setTimeout((options.window / options.kills) * random());
      const index = kill % options.servers;
      const other = servers[(index + 1) % options.servers];
      // A paused server continues with what it has read before.
      if (options.servers > 1) other?.signal('SIGSTOP');
      const from = Date.now();
      await servers[index]?.end('SIGKILL');
      servers[index] = await start();
      other?.signal('SIGCONT');
      outages.push({ from, to: Date.now() });
    }
    const answered = new Set((await answers).filter((id) => id !== null));
    const raised = await waitUntilRaised(db, timers.length - answered.size, options.window);
    await waitForEmails(smtp, raised);
    const problems = findProblems(timers, answered, raised, smtp);
    const latest = Math.max(...raised.map((one) => delayOf(one, outages)));
    return { problems, raised: raised.length, answered: answered.size, latest };
  } finally {
    for (const server of servers) await server.end('SIGKILL');
    await smtp.close();
    await db.destroy();
  }
}

async function buildTimers(db: Db, { timers, window, seed }: CheckInRunOptions): Promise<Timer[]> {
  const random = seeded(seed);
  const team = await buildTeam(db);
  await limitToOneEmailPerPress(db, team.id);
  const users = [];
  for (let number = 1; number <= timers; number += 1) {
    const user = await buildAppUser(db, team.id, { name: `Person ${number} of ${timers}` });
    const token = random() < ANSWERS ? await buildSession(db, 'app_user', user.id) : null;
    users.push({ user, token });
  }
  const built: Timer[] = [];
  const from = Date.now() + 1_000;
  for (const { user, token } of users) {
    const raiseAt = from + Math.floor(window * random());
    const dueAt = new Date(raiseAt - MINUTE);
    const checkIn = await buildCheckIn(db, user, { dueAt, graceMinutes: 1 });
    built.push({ ...checkIn, userId: user.id, name: user.name, raiseAt, token });
  }
  return built;
}

/** Sends a phone's answer again until a server responds. Returns the timer’s id if it was accepted. */
async function answer(
  { id, clientId, raiseAt, token }: Timer,
  servers: () => readonly ServerProcess[],
  seed: number,
): Promise<number | null> {
  if (token === null) return null;
  const random = seeded(seed + id);
  await setTimeout(Math.max(0, raiseAt - Date.now() - 3_000 * random()));
  for (;;) {
    const urls = servers().map(({ url }) => url);
    const url = urls[Math.floor(urls.length * random())] ?? '';
    try {
      const response = await fetch(`${url}/mapi/v1/check_in/confirm?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: clientId }),
        signal: AbortSignal.timeout(5_000),
      });
      if (response.status === 200) return id;
      if (response.status === 409) return null;
    } catch {
      // The server was killed or paused.
    }
    await setTimeout(POLL_INTERVAL_MS);
  }
}

/** A time at which no server ran, in milliseconds since 1970. */
type Outage = { from: number; to: number };
type Raised = { clientId: string; userId: number; scheduled: number; stored: number };

function delayOf({ scheduled, stored }: Raised, outages: readonly Outage[]): number {
  const overlap = ({ from, to }: Outage) => Math.max(0, Math.min(to, stored) - Math.max(from, scheduled));
  return stored - scheduled - outages.reduce((sum, outage) => sum + overlap(outage), 0);
}

async function waitUntilRaised(db: Db, count: number, window: number): Promise<Raised[]> {
  const deadline = Date.now() + window + MINUTE;
  for (;;) {
    const rows = await db
      .selectFrom('button_click as b')
      .leftJoin('check_in as c', 'c.button_click_id', 'b.id')
      .select(['b.client_id', 'b.app_user_id', 'b.created_at', 'c.raise_at'])
      .execute();
    if (rows.length >= count || Date.now() > deadline) {
      return rows.map(({ client_id, app_user_id, created_at, raise_at }) => ({
        clientId: client_id,
        userId: app_user_id,
        scheduled: raise_at === null ? -Infinity : Date.parse(raise_at),
        stored: Date.parse(created_at),
      }));
    }
    await setTimeout(POLL_INTERVAL_MS);
  }
}

async function waitForEmails(smtp: TestSmtpServer, raised: readonly Raised[]): Promise<void> {
  const deadline = Date.now() + MINUTE;
  const received = () => new Set(smtp.mails.map(({ messageId }) => messageId)).size;
  while (received() < raised.length && Date.now() < deadline) await setTimeout(POLL_INTERVAL_MS);
}

function findProblems(
  timers: readonly Timer[],
  answered: ReadonlySet<number>,
  raised: readonly Raised[],
  { mails }: TestSmtpServer,
): string[] {
  const problems: string[] = [];
  for (const { id, userId, name } of timers) {
    const expected = answered.has(id) ? 0 : 1;
    const presses = raised.filter((press) => press.userId === userId);
    if (presses.length !== expected)
      problems.push(`${name} has ${presses.length} emergencies, not ${expected}`);
    if (presses.some(({ clientId }) => clientId !== pressIdOf(id)))
      problems.push(`${name} has another press`);
    // An email may arrive twice after a kill, with the same id.
    const emails = new Set(
      mails.filter(({ subject }) => subject.includes(`${name} `)).map((mail) => mail.messageId),
    );
    if (emails.size !== expected) problems.push(`${emails.size} emails are about ${name}, not ${expected}`);
  }
  for (const { subject } of mails) {
    if (!subject.startsWith('No answer to the check-in due on '))
      problems.push(`an email begins with ${subject}`);
  }
  return problems;
}
