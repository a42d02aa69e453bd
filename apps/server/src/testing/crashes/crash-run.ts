import { openDatabase, type DatabaseLocation } from '../../db/connection.ts';
import type { Db } from '../../db/tables.ts';
import { buildSession, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import {
  waitUntilDelivered,
  countDeliveries,
  EMAILS_PER_PRESS,
  limitToOneEmailPerPress,
  type DeliveryCount,
} from './delivery-count.ts';
import { createEmailBarrier } from '../providers/email-barrier.ts';
import { startPressClients } from './press-clients.ts';
import { seeded } from '../seeded.ts';
import { startServerProcess } from '../processes/server-process.ts';
import { startSmtpServer } from '../providers/smtp.ts';

export type CrashOptions = {
  presses: number;
  /** Presses in flight at the same time. */
  connections: number;
  /** Messages in flight to the mail server at a kill during the presses. */
  inFlight: number;
  /** How often the server is killed. */
  kills: number;
  /** An integer that determines the moments of the kills. */
  seed: number;
};

export type CrashRun = DeliveryCount & {
  /** Presses that had to be sent more than once. */
  retried: number;
  /** The retried presses that were stored before the kill and got the first result as the response. */
  repeated: number;
  /** Messages in flight at the kills: the fewest at a kill during the presses, and the total of all kills. */
  inFlight: { least: number; all: number };
  /** The longest time from a kill until the last of its messages was reclaimed, in milliseconds. */
  reclaimedWithin: number;
};

/** Every second kill is immediate; the others are delayed by at most this many milliseconds. */
const MAX_DELAY = 15;
/** On PostgreSQL the leases of the killed process must expire first: 20 s, and one second until this is noticed. */
const DELIVERED_WITHIN = 60_000;

/**
 * Sends presses to the real server, which uses a real mail server. Kills it with SIGKILL at random moments and starts
 * it again on the same migrated database, until all messages are delivered. Then counts the results.
 */
export async function runCrashes(location: DatabaseLocation, options: CrashOptions): Promise<CrashRun> {
  const db = openDatabase(location, () => {});
  const smtp = await startSmtpServer();
  const start = () =>
    startServerProcess(location, {
      variables: {
        SMTP_URL: `${smtp.url}?maxConnections=100`,
        MAIL_FROM: 'alerts@callpoint.example',
      },
    });
  let server = await start();
  try {
    const team = await buildTeam(db);
    const user = await buildAppUser(db, team.id);
    await limitToOneEmailPerPress(db, team.id);
    let onProgress = () => {};
    const clients = startPressClients({
      token: await buildSession(db, 'app_user', user.id),
      presses: options.presses,
      connections: options.connections,
      onAcknowledged: () => onProgress(),
    });
    const barrier = createEmailBarrier(smtp, () => onProgress());
    const random = seeded(options.seed + 1);
    const kills: Kill[] = [];
    clients.connectTo(server.url);

    const progress = { presses: clients.acknowledged, emails: smtp.mails };
    for (const { of, after, delay } of killMomentsOf(options)) {
      await new Promise<void>((resolve) => {
        onProgress = () => {
          if (progress[of].length >= after) resolve();
        };
        onProgress();
      });
      if (of === 'presses') await barrier.collect(options.inFlight);
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      clients.connectTo(null);
      // The mail server sends some replies; whether they are recorded depends on the moment of the kill.
      barrier.release(Math.floor((random() * options.inFlight) / 2));
      await server.end('SIGKILL');
      kills.push({ at: Date.now(), of, ids: await messagesInFlight(db) });
      barrier.releaseAll();
      server = await start();
      clients.connectTo(server.url);
    }
    await clients.done;
    await waitUntilDelivered(db, DELIVERED_WITHIN);
    const { code } = await server.end('SIGTERM');
    const count = await countDeliveries(db, clients.acknowledged, smtp.mails);
    if (code !== 0) count.problems.push(`the server exited with ${code}`);
    const reclaimedWithin = await longestReclaim(db, kills, count.problems);
    const all = kills.reduce((sum, { ids }) => sum + ids.length, 0);
    if (count.duplicates > all)
      count.problems.push(
        `${count.duplicates} duplicate emails were received, but only ${all} messages were in flight`,
      );
    const retried = clients.acknowledged.filter(({ attempts }) => attempts > 1);
    return {
      ...count,
      retried: retried.length,
      repeated: retried.filter(({ repeated }) => repeated).length,
      inFlight: {
        least: Math.min(...kills.filter(({ of }) => of === 'presses').map(({ ids }) => ids.length)),
        all,
      },
      reclaimedWithin,
    };
  } finally {
    await server.end('SIGKILL');
    await smtp.close();
    await db.destroy();
  }
}

/** A kill, with the ids of the messages that the killed process was sending. */
type Kill = { at: number; of: KillMoment['of']; ids: number[] };

async function messagesInFlight(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('delivery').select('id').where('state', '=', 'sending').execute();
  return rows.map(({ id }) => id);
}

/** The result is in milliseconds. Adds a problem for each message that was in flight at a kill and never reclaimed. */
async function longestReclaim(db: Db, kills: readonly Kill[], problems: string[]): Promise<number> {
  const lost = await db
    .selectFrom('delivery_attempt')
    .select(['delivery_id', 'at'])
    .where('outcome', '=', 'lost')
    .orderBy('at')
    .execute();
  const lostById = Map.groupBy(lost, ({ delivery_id }) => delivery_id);
  let longest = 0;
  for (const { at, ids } of kills) {
    for (const id of ids) {
      const reclaimed = lostById.get(id)?.find((attempt) => Date.parse(attempt.at) >= at);
      if (reclaimed) longest = Math.max(longest, Date.parse(reclaimed.at) - at);
      else problems.push(`message ${id} was in flight at a kill and was not reclaimed`);
    }
  }
  return longest;
}

type KillMoment = { of: 'presses' | 'emails'; after: number; delay: number };

/**
 * When to kill: after how many acknowledged presses or received emails, and how many milliseconds later. The kills
 * during the presses are first.
 */
function killMomentsOf({ presses, kills, seed }: CrashOptions): KillMoment[] {
  const random = seeded(seed);
  const amongPresses = Math.ceil((kills * 2) / 3);
  const within = (of: KillMoment['of'], count: number, from: number, to: number): KillMoment[] =>
    Array.from({ length: count }, (_, kill) => ({
      of,
      after: Math.floor(presses * (from + ((to - from) * (kill + random())) / count)),
      delay: kill % 2 === 0 ? 0 : MAX_DELAY * random(),
    }));
  return [
    ...within('presses', amongPresses, 0, 0.95),
    ...within('emails', kills - amongPresses, 0.3, 0.8 * EMAILS_PER_PRESS),
  ];
}
