import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Primary } from '../db/postgres/primary.ts';

/** Milliseconds to wait for the connection, and for the notification. */
const MAX_WAIT = 5_000;

/**
 * Whether a connection receives a notification that another connection sends, as processes do for live events. False
 * behind a pooler that assigns a session for each transaction. Throws if it cannot connect.
 */
export async function receivesNotifications(url: string): Promise<boolean> {
  const primary = new Primary(url);
  primary.lose();
  await primary.find();
  const open = () =>
    new pg.Client({
      connectionString: primary.url,
      connectionTimeoutMillis: MAX_WAIT,
      query_timeout: MAX_WAIT,
    });
  const [listener, sender] = [open(), open()];
  // An error after the connection ended has no reader.
  for (const client of [listener, sender]) client.on('error', () => {});
  const payload = randomUUID();
  try {
    await Promise.all([listener.connect(), sender.connect()]);
    const received = new Promise<boolean>((resolve) => {
      listener.on('notification', (one) => {
        if (one.payload === payload) resolve(true);
      });
      setTimeout(() => resolve(false), MAX_WAIT).unref();
    });
    await listener.query('listen callpoint_doctor');
    await sender.query('select pg_notify($1, $2)', ['callpoint_doctor', payload]);
    return await received;
  } finally {
    await Promise.allSettled([listener.end(), sender.end()]);
  }
}
