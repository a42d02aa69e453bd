import type { FastifyInstance } from 'fastify';
import { diskFault } from '../db/disk-state.ts';
import { isMigrated } from '../db/migrate.ts';
import { inTime } from '../scheduling/in-time.ts';
import { runDetachedFromCall } from '../scheduling/press-priority.ts';
import { withQueryLimit } from '../scheduling/query-limit.ts';
import type { Db } from '../db/tables.ts';

/** Milliseconds until the database counts as unavailable: load balancers wait only a few seconds for a response. */
const RESPONDS_WITHIN = 2_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether this process is ready, as `/readyz` responds; within 2 seconds, and never rejects. */
    checkReadiness: () => Promise<Readiness>;
  }
}

/** Why a process is not ready; nothing to log if a stop was announced, or its version does not work with the tables. */
type NotReady = { isReady: false; log?: { msg: string; error?: unknown } };
type Readiness = { isReady: true } | NotReady;

/**
 * Whether the database responds and stores changes, no migration is pending, the delivery can claim messages, and the process
 * does not stop soon.
 */
async function readReadiness(
  { stopNotice }: FastifyInstance,
  db: Db,
  { readCurrent, canClaim }: { readCurrent: () => Promise<boolean>; canClaim: () => boolean },
): Promise<Readiness> {
  if (stopNotice.isGiven) return { isReady: false };
  try {
    const isCurrent = await inTime(readCurrent(), RESPONDS_WITHIN, 'no response in time');
    if (stopNotice.isGiven) return { isReady: false };
    const fault = diskFault(db);
    if (fault) return { isReady: false, log: { msg: 'the database stores no changes', error: fault } };
    if (!canClaim()) return { isReady: false, log: { msg: 'the delivery cannot claim messages' } };
    return { isReady: isCurrent };
  } catch (error) {
    return { isReady: false, log: { msg: 'the database does not respond', error } };
  }
}

/**
 * `/healthz`: the process is alive. `/readyz`: it is ready. Neither response has details. A check uses the connections that presses use,
 * so that other calls do not make a process look as if it could not store presses; one at a time reads the database, however many ask.
 */
export function healthRoutes(app: FastifyInstance, db: Db, canClaim: () => boolean): void {
  let reading: Promise<boolean> | null = null;
  const read = () => withQueryLimit('readiness', () => isMigrated(db)).finally(() => (reading = null));
  const readCurrent = () => (reading ??= runDetachedFromCall(read));
  app.decorate('checkReadiness', () => readReadiness(app, db, { readCurrent, canClaim }));
  app.get('/healthz', async () => ({ ok: true }));

  app.get('/readyz', async (request, reply) => {
    const readiness = await app.checkReadiness();
    if (readiness.isReady) return { ok: true };
    if (readiness.log) request.log.error({ err: readiness.log.error }, readiness.log.msg);
    return reply.code(503).send({ ok: false });
  });
}
