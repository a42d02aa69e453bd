import { openDatabase, type DatabaseLocation } from '../db/connection.ts';
import { buildAppUser, buildTeam } from '../factories/accounts.ts';
import { startSession } from '../http/session-tokens.ts';
import { allDelivered, countDeliveries, oneMailPerPress, type DeliveryCount } from './delivery-count.ts';
import { pressClients } from './press-clients.ts';
import { startServerProcess } from './server-process.ts';
import { startSmtpServer } from './smtp.ts';

/** Longer than a lease: what the stopped process held has been taken over when it wakes. */
const STOPPED_FOR_MS = 25_000;
/** A mail server that takes its time, so that the stop meets messages on their way. In milliseconds. */
const MAIL_TAKES = 10;
const DELIVERED_WITHIN = 60_000;

/**
 * Two servers on one PostgreSQL under presses; one is stopped (SIGSTOP) in the middle, and wakes when the other has
 * taken over what it held. Then everything is counted: only a mail whose answer was lost may have come twice.
 */
export async function stopRun(location: DatabaseLocation, presses: number): Promise<DeliveryCount> {
  const db = openDatabase(location, () => {});
  const smtp = await startSmtpServer();
  const variables = { SMTP_URL: smtp.url, MAIL_FROM: 'alerts@callpoint.example' };
  const stopped = await startServerProcess(location, { variables });
  const other = await startServerProcess(location, { variables });
  try {
    const team = await buildTeam(db);
    const user = await buildAppUser(db, team.id);
    await oneMailPerPress(db, team.id);
    smtp.behave(async ({ at }) => {
      if (at === 'data') await new Promise((resolve) => setTimeout(resolve, MAIL_TAKES));
    });
    let onAnswer = () => {};
    const clients = pressClients({
      token: await startSession(db, 'app_user', user.id),
      presses,
      connections: 10,
      onAnswer: () => onAnswer(),
    });
    const third = new Promise<void>((resolve) => {
      onAnswer = () => {
        if (clients.answered.length >= presses / 3) resolve();
      };
    });
    clients.aim(other.url);
    await third;
    stopped.signal('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, STOPPED_FOR_MS));
    stopped.signal('SIGCONT');
    await clients.done;
    await allDelivered(db, DELIVERED_WITHIN);
    const ended = await Promise.all([stopped, other].map((server) => server.end('SIGTERM')));
    const count = await countDeliveries(db, clients.answered, smtp.mails);
    for (const { code } of ended) if (code !== 0) count.problems.push(`a server ended with ${code}`);
    return count;
  } finally {
    stopped.signal('SIGCONT');
    await Promise.all([stopped.end('SIGKILL'), other.end('SIGKILL')]);
    await smtp.close();
    await db.destroy();
  }
}
