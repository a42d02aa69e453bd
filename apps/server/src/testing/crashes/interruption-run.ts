import { openDatabase, type DatabaseLocation } from '../../db/connection.ts';
import { buildSession, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import {
  waitUntilDelivered,
  countDeliveries,
  limitToOneEmailPerPress,
  type DeliveryCount,
} from './delivery-count.ts';
import { startPressClients } from './press-clients.ts';
import { startServerProcess } from '../processes/server-process.ts';
import { startSmtpServer, type TestSmtpServer } from '../providers/smtp.ts';

/** Longer than a lease: the paused process's messages are reclaimed before it resumes. */
const PAUSE_MS = 25_000;
const DELIVERED_WITHIN = 60_000;
/** The number of emails that wait at each step of the SMTP session when the process is interrupted. */
const AT_EACH_STEP = 20;

export type Interruption = 'paused and resumed' | 'killed';

export type InterruptionRun = DeliveryCount & {
  /** The time from the interruption until the last message was reclaimed, in milliseconds. */
  reclaimedWithin: number;
};

/**
 * Sends presses to two servers on one PostgreSQL database. One of them is paused (SIGSTOP) or killed while it sends
 * emails. The paused server resumes after the other one has reclaimed its messages; then the first thing that it
 * receives is the mail server's replies. Finally everything is counted: after a message was reclaimed, its email is
 * received only once, from either server.
 */
export async function runInterruption(
  location: DatabaseLocation,
  presses: number,
  interruption: Interruption,
): Promise<InterruptionRun> {
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
    await limitToOneEmailPerPress(db, team.id);
    const third = Promise.withResolvers<void>();
    const clients = startPressClients({
      token: await buildSession(db, 'app_user', user.id),
      presses,
      connections: 10,
      onAcknowledged: () => {
        if (clients.acknowledged.length >= presses / 3) third.resolve();
      },
    });
    // The server that receives the presses is woken by each of them and sends most emails, so it is interrupted.
    clients.connectTo(one.url);
    await third.promise;
    const delayed = delayAtEachStep(smtp);
    await delayed.reached;
    clients.connectTo(null);
    const at = Date.now();
    if (interruption === 'killed') await one.end('SIGKILL');
    else one.signal('SIGSTOP');
    clients.connectTo(other.url);
    if (interruption !== 'killed') {
      // The other server's emails continue; the replies to the paused server wait until it resumes.
      delayed.releaseAll();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      one.signal('SIGCONT');
    }
    delayed.releaseAll();
    await clients.done;
    await waitUntilDelivered(db, DELIVERED_WITHIN);
    const running = interruption === 'killed' ? [other] : [one, other];
    const exits = await Promise.all(running.map((server) => server.end('SIGTERM')));
    const count = await countDeliveries(db, clients.acknowledged, smtp.mails);
    for (const { code } of exits) if (code !== 0) count.problems.push(`a server exited with ${code}`);
    const lost = await db
      .selectFrom('delivery_attempt')
      .select('at')
      .where('outcome', '=', 'lost')
      .orderBy('at', 'desc')
      .executeTakeFirst();
    if (!lost) count.problems.push('no message was reclaimed');
    return { ...count, reclaimedWithin: lost ? Date.parse(lost.at) - at : 0 };
  } finally {
    one.signal('SIGCONT');
    await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')]);
    await smtp.close();
    await db.destroy();
  }
}

/**
 * Delays half of the emails after their recipient and the other half after their text, until `releaseAll` is called.
 */
function delayAtEachStep(smtp: TestSmtpServer) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const waiting = { rcpt: 0, data: 0 };
  let recipients = 0;
  smtp.behave(async ({ at }) => {
    if (at === 'rcpt') recipients += 1;
    // Every second email continues to its text.
    if ((at !== 'rcpt' && at !== 'data') || (at === 'rcpt' && recipients % 2 === 0)) return;
    waiting[at] += 1;
    if (waiting.rcpt >= AT_EACH_STEP && waiting.data >= AT_EACH_STEP) reached.resolve();
    await released.promise;
  });
  return {
    reached: reached.promise,
    releaseAll: () => {
      smtp.behave();
      released.resolve();
    },
  };
}
