import type { FastifyInstance } from 'fastify';
import { getDialect } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { continueAfter } from '../connections/continue-after.ts';

/**
 * Sends the response to a call that changes data when everything that it may have read is on the disk: for example a call
 * that finds that another call has just done the same. A press waits only for its own commit: the next one is already
 * being written. Reads never wait for the disk.
 */
export function respondWhenDurable(app: FastifyInstance, db: Db): void {
  const { waitForDisk } = getDialect(db);
  const { adapter } = db.getExecutor();
  app.addHook('onSend', (request, _reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead || request.routeOptions.config.hasPressPriority) done(null, payload);
    else void continueAfter(waitForDisk(adapter), (error) => (error ? done(error) : done(null, payload)));
  });
}
