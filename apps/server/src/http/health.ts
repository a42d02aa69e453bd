import type { FastifyInstance } from 'fastify';
import { diskFault } from '../db/disk-state.ts';
import { isMigrated } from '../db/migrate.ts';
import { inTime } from '../scheduling/in-time.ts';
import { withQueryLimit } from '../scheduling/query-limit.ts';
import type { Db } from '../db/tables.ts';

/** Milliseconds until the database counts as unavailable: load balancers wait only a few seconds for a response. */
const RESPONDS_WITHIN = 2_000;

/**
 * `/healthz`: the process is alive. `/readyz`: the database responds and stores changes, no migration is pending, the delivery
 * can claim messages, and the process does not stop soon. Neither response has details.
 */
export function healthRoutes(app: FastifyInstance, db: Db, canClaim: () => boolean): void {
  app.get('/healthz', async () => ({ ok: true }));

  app.get('/readyz', async (request, reply) => {
    if (app.stopNotice.isGiven) return reply.code(503).send({ ok: false });
    try {
      const isCurrent = await inTime(
        withQueryLimit('readiness', () => isMigrated(db)),
        RESPONDS_WITHIN,
        'no response in time',
      );
      const fault = diskFault(db);
      if (fault) request.log.error({ err: fault }, 'the database stores no changes');
      else if (!canClaim()) request.log.error('the delivery cannot claim messages');
      else if (isCurrent) return { ok: true };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not respond');
    }
    return reply.code(503).send({ ok: false });
  });
}
