import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isMigrated } from '../db/migrate.ts';
import type { Db } from '../db/tables.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: the database responds, no migration is pending, and the delivery can claim
 * messages. Neither response has details.
 */
export function healthRoutes(app: FastifyInstance, db: Db, canClaim: () => boolean): void {
  app.get('/healthz', async () => ({ ok: true }));

  app.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(db);
      if (!canClaim()) request.log.error('the delivery cannot claim messages');
      else if (await isMigrated(db)) return { ok: true };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not respond');
    }
    return reply.code(503).send({ ok: false });
  });
}
