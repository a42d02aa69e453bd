import { openDatabase, type DatabaseLocation } from '../db/connection.ts';
import { buildAppUser, buildTeam } from '../factories/accounts.ts';
import { startSession } from '../http/session-tokens.ts';
import {
  allDelivered,
  countDeliveries,
  MAILS_PER_PRESS,
  oneMailPerPress,
  type DeliveryCount,
} from './delivery-count.ts';
import { pressClients } from './press-clients.ts';
import { seeded } from './seeded.ts';
import { startServerProcess } from './server-process.ts';
import { startSmtpServer } from './smtp.ts';

export type CrashPlan = {
  presses: number;
  /** Presses on their way at once. */
  connections: number;
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
      variables: { SMTP_URL: smtp.url, MAIL_FROM: 'alerts@callpoint.example' },
    });
  let server = await start();
  try {
    const team = await buildTeam(db);
    const user = await buildAppUser(db, team.id);
    await oneMailPerPress(db, team.id);
    let onProgress = () => {};
    const clients = pressClients({
      token: await startSession(db, 'app_user', user.id),
      presses: plan.presses,
      connections: plan.connections,
      onAnswer: () => onProgress(),
    });
    smtp.behave(({ at }) => {
      if (at === 'data') onProgress();
    });
    clients.aim(server.url);

    const progress = { answers: clients.answered, mails: smtp.mails };
    for (const { of, after, delay } of momentsOf(plan)) {
      await new Promise<void>((resolve) => {
        onProgress = () => {
          if (progress[of].length >= after) resolve();
        };
        onProgress();
      });
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      clients.aim(null);
      await server.end('SIGKILL');
      server = await start();
      clients.aim(server.url);
    }
    await clients.done;
    await allDelivered(db, DELIVERED_WITHIN);
    const { code } = await server.end('SIGTERM');
    const count = await countDeliveries(db, clients.answered, smtp.mails);
    if (code !== 0) count.problems.push(`the server ended with ${code}`);
    const retried = clients.answered.filter(({ tries }) => tries > 1);
    return {
      ...count,
      retried: retried.length,
      repeated: retried.filter(({ repeated }) => repeated).length,
    };
  } finally {
    await server.end('SIGKILL');
    await smtp.close();
    await db.destroy();
  }
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
