import { openDatabase, type DatabaseLocation } from '../db/connection.ts';
import type { Db } from '../db/tables.ts';
import { buildSession, buildAppUser, buildTeam } from '../factories/accounts.ts';
import {
  allDelivered,
  countDeliveries,
  MAILS_PER_PRESS,
  oneMailPerPress,
  type DeliveryCount,
} from './delivery-count.ts';
import { mailCrowd } from './mail-crowd.ts';
import { pressClients } from './press-clients.ts';
import { seeded } from './seeded.ts';
import { startServerProcess } from './server-process.ts';
import { startSmtpServer } from './smtp.ts';

export type CrashPlan = {
  presses: number;
  /** Presses on their way at once. */
  connections: number;
  /** Messages on their way to the mail server when a kill among the presses comes. */
  inFlight: number;
  /** How often the server is killed. */
  kills: number;
  /** An integer; decides when. */
  seed: number;
};

export type CrashRun = DeliveryCount & {
  /** Presses that had to be sent more than once. */
  retried: number;
  /** Of those, the ones that had been stored before the kill and were answered by the first result. */
  repeated: number;
  /** Messages that were on their way at the kills: the fewest where presses were on their way too, and in all. */
  inFlight: { least: number; all: number };
  /** From a kill to the last of its messages being taken over, in milliseconds. */
  takenOverWithin: number;
};

/** Every other kill comes at once after what it waits for, the others so many milliseconds later at most. */
const LONGEST_DELAY = 15;
/** On PostgreSQL a dead process's leases run out first: 20 s, and a second to notice. */
const DELIVERED_WITHIN = 60_000;

/**
 * The real server under presses and a real mail server, killed with SIGKILL at random moments and started again on
 * the same migrated database, until everything has ended; then counts what came out.
 */
export async function crashRun(location: DatabaseLocation, plan: CrashPlan): Promise<CrashRun> {
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
    await oneMailPerPress(db, team.id);
    let onProgress = () => {};
    const clients = pressClients({
      token: await buildSession(db, 'app_user', user.id),
      presses: plan.presses,
      connections: plan.connections,
      onAnswer: () => onProgress(),
    });
    const crowd = mailCrowd(smtp, () => onProgress());
    const random = seeded(plan.seed + 1);
    const kills: Kill[] = [];
    clients.aim(server.url);

    const progress = { answers: clients.answered, mails: smtp.mails };
    for (const { of, after, delay } of momentsOf(plan)) {
      await new Promise<void>((resolve) => {
        onProgress = () => {
          if (progress[of].length >= after) resolve();
        };
        onProgress();
      });
      if (of === 'answers') await crowd.gather(plan.inFlight);
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      clients.aim(null);
      // Some answers leave the mail server, and the kill decides whether they are recorded.
      crowd.answer(Math.floor((random() * plan.inFlight) / 2));
      await server.end('SIGKILL');
      kills.push({ at: Date.now(), of, ids: await onTheirWay(db) });
      crowd.dissolve();
      server = await start();
      clients.aim(server.url);
    }
    await clients.done;
    await allDelivered(db, DELIVERED_WITHIN);
    const { code } = await server.end('SIGTERM');
    const count = await countDeliveries(db, clients.answered, smtp.mails);
    if (code !== 0) count.problems.push(`the server ended with ${code}`);
    const takenOverWithin = await longestTakeover(db, kills, count.problems);
    const all = kills.reduce((sum, { ids }) => sum + ids.length, 0);
    if (count.duplicates > all) count.problems.push(`${count.duplicates} mails came twice, of ${all}`);
    const retried = clients.answered.filter(({ tries }) => tries > 1);
    return {
      ...count,
      retried: retried.length,
      repeated: retried.filter(({ repeated }) => repeated).length,
      inFlight: {
        least: Math.min(...kills.filter(({ of }) => of === 'answers').map(({ ids }) => ids.length)),
        all,
      },
      takenOverWithin,
    };
  } finally {
    await server.end('SIGKILL');
    await smtp.close();
    await db.destroy();
  }
}

/** What a kill left behind: the ids of messages that nobody sends any more. */
type Kill = { at: number; of: Moment['of']; ids: number[] };

async function onTheirWay(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('delivery').select('id').where('state', '=', 'sending').execute();
  return rows.map(({ id }) => id);
}

/** In milliseconds; says of each message that was on its way at a kill and never taken over. */
async function longestTakeover(db: Db, kills: readonly Kill[], problems: string[]): Promise<number> {
  const lost = await db
    .selectFrom('delivery_attempt')
    .select(['delivery_id', 'at'])
    .where('outcome', '=', 'lost')
    .orderBy('at')
    .execute();
  const lostOf = Map.groupBy(lost, ({ delivery_id }) => delivery_id);
  let longest = 0;
  for (const { at, ids } of kills) {
    for (const id of ids) {
      const takenOver = lostOf.get(id)?.find((attempt) => Date.parse(attempt.at) >= at);
      if (takenOver) longest = Math.max(longest, Date.parse(takenOver.at) - at);
      else problems.push(`message ${id} was on its way at a kill and was not taken over`);
    }
  }
  return longest;
}

type Moment = { of: 'answers' | 'mails'; after: number; delay: number };

/** When to kill: after how many answers or mails, and how many milliseconds later; first those among the presses. */
function momentsOf({ presses, kills, seed }: CrashPlan): Moment[] {
  const random = seeded(seed);
  const amongAnswers = Math.ceil((kills * 2) / 3);
  const within = (of: Moment['of'], count: number, from: number, to: number): Moment[] =>
    Array.from({ length: count }, (_, kill) => ({
      of,
      after: Math.floor(presses * (from + ((to - from) * (kill + random())) / count)),
      delay: kill % 2 === 0 ? 0 : LONGEST_DELAY * random(),
    }));
  return [
    ...within('answers', amongAnswers, 0, 0.95),
    ...within('mails', kills - amongAnswers, 0.3, 0.8 * MAILS_PER_PRESS),
  ];
}
