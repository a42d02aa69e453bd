import { openDatabase, type DatabaseLocation } from '../db/connection.ts';
import { buildSession, buildAppUser, buildTeam } from '../factories/accounts.ts';
import { allDelivered, countDeliveries, oneMailPerPress, type DeliveryCount } from './delivery-count.ts';
import { pressClients } from './press-clients.ts';
import { startServerProcess } from './server-process.ts';
import { startSmtpServer, type TestSmtpServer } from './smtp.ts';

/** Longer than a lease: what the stopped process held has been taken over when it wakes. */
const STOPPED_FOR_MS = 25_000;
const DELIVERED_WITHIN = 60_000;
/** Mails that stand at each step of their conversation when the process is stopped. */
const AT_EACH_STEP = 20;

export type Interruption = 'stopped and woken' | 'killed';

export type StopRun = DeliveryCount & {
  /** From the interruption to the last message being taken over, in milliseconds. */
  takenOverWithin: number;
};

/**
 * Two servers on one PostgreSQL under presses; one is stopped (SIGSTOP) or killed in the middle of sending. A stopped
 * one wakes when the other has taken over what it held, and the mail server's answers are the first that it hears.
 * Then everything is counted: after a takeover was recorded a mail comes once, whoever sent it before.
 */
export async function stopRun(
  location: DatabaseLocation,
  presses: number,
  interruption: Interruption,
): Promise<StopRun> {
  const db = openDatabase(location, () => {});
  const smtp = await startSmtpServer();
  const variables = {
    SMTP_URL: `${smtp.url}?maxConnections=100`,
    MAIL_FROM: 'alerts@callpoint.example',
  };
  const start = () => startServerProcess(location, { variables });
  const one = await start();
  const other = await start();
  try {
    const team = await buildTeam(db);
    const user = await buildAppUser(db, team.id);
    await oneMailPerPress(db, team.id);
    const third = Promise.withResolvers<void>();
    const clients = pressClients({
      token: await buildSession(db, 'app_user', user.id),
      presses,
      connections: 10,
      onAnswer: () => {
        if (clients.answered.length >= presses / 3) third.resolve();
      },
    });
    // The one that is asked is woken by each press and sends most: it is the one to be interrupted.
    clients.aim(one.url);
    await third.promise;
    const standing = standAtEachStep(smtp);
    await standing.reached;
    clients.aim(null);
    const at = Date.now();
    if (interruption === 'killed') await one.end('SIGKILL');
    else one.signal('SIGSTOP');
    clients.aim(other.url);
    if (interruption !== 'killed') {
      // What stood on the other server's connections goes on there; the stopped one's answers wait for it.
      standing.goOn();
      await new Promise((resolve) => setTimeout(resolve, STOPPED_FOR_MS));
      one.signal('SIGCONT');
    }
    standing.goOn();
    await clients.done;
    await allDelivered(db, DELIVERED_WITHIN);
    const running = interruption === 'killed' ? [other] : [one, other];
    const ended = await Promise.all(running.map((server) => server.end('SIGTERM')));
    const count = await countDeliveries(db, clients.answered, smtp.mails);
    for (const { code } of ended) if (code !== 0) count.problems.push(`a server ended with ${code}`);
    const lost = await db
      .selectFrom('delivery_attempt')
      .select('at')
      .where('outcome', '=', 'lost')
      .orderBy('at', 'desc')
      .executeTakeFirst();
    if (!lost) count.problems.push('nothing was taken over');
    return { ...count, takenOverWithin: lost ? Date.parse(lost.at) - at : 0 };
  } finally {
    one.signal('SIGCONT');
    await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')]);
    await smtp.close();
    await db.destroy();
  }
}

/** Lets mails stand before the answer to their recipient, to their text, and go on. */
function standAtEachStep(smtp: TestSmtpServer) {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const standing = { rcpt: 0, data: 0 };
  let turn = 0;
  smtp.behave(async ({ at }) => {
    if (at === 'rcpt') turn += 1;
    // Every other one goes on to its text.
    if ((at !== 'rcpt' && at !== 'data') || (at === 'rcpt' && turn % 2 === 0)) return;
    standing[at] += 1;
    if (standing.rcpt >= AT_EACH_STEP && standing.data >= AT_EACH_STEP) reached.resolve();
    await goOn.promise;
  });
  return {
    reached: reached.promise,
    goOn: () => {
      smtp.behave();
      goOn.resolve();
    },
  };
}
