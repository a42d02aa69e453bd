import type { FastifyInstance } from 'fastify';
import { CONNECTIONS, connectionUsage } from '../db/connection.ts';
import { diskFault } from '../db/disk-state.ts';
import { storeEmptyChange } from '../db/empty-change.ts';
import { isMigrated } from '../db/migrate.ts';
import { inTime } from '../scheduling/in-time.ts';
import { Overloaded } from '../scheduling/overloaded.ts';
import { runDetachedFromCall } from '../scheduling/press-priority.ts';
import { withQueryLimit } from '../scheduling/query-limit.ts';
import { sharedRun } from '../scheduling/shared-run.ts';
import type { Db } from '../db/tables.ts';

/** Milliseconds until the database counts as unavailable: load balancers wait only a few seconds for a response. */
const RESPONDS_WITHIN = 2_000;
/** One that takes longer than its query may take still opens a connection, perhaps to a silent host, and must not delay the next one. */
const SHARED = { stuckAfter: RESPONDS_WITHIN + 500, most: 2 };
/** Milliseconds for which a stored change shows that the database stores changes. */
const STORED_FOR = 5_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether this process is ready, as `/readyz` responds; within 2 seconds, and never rejects. */
    checkReadiness: () => Promise<Readiness>;
  }
}

/** Why a process is not ready; nothing to log if a stop was announced, or its version does not work with the tables. */
type NotReady = { isReady: false; log?: { msg: string; error?: unknown } };
type Readiness = { isReady: true } | NotReady;

type Checks = {
  /** Whether no migration is pending. */
  readCurrent: () => Promise<boolean>;
  /** Resolves when the database has stored a change. */
  storeChange: () => Promise<void>;
  canClaim: () => boolean;
};

/**
 * Whether the database responds and stores changes, no migration is pending, the delivery can claim messages, and the process
 * does not stop soon.
 */
async function readReadiness(
  { stopNotice }: FastifyInstance,
  db: Db,
  { readCurrent, storeChange, canClaim }: Checks,
): Promise<Readiness> {
  if (stopNotice.isGiven) return { isReady: false };
  const isStored = inTime(storeChange(), RESPONDS_WITHIN, 'no change was stored in time').then(
    () => null,
    (error: unknown) => ({ error }),
  );
  try {
    const isCurrent = await inTime(readCurrent(), RESPONDS_WITHIN, 'no response in time');
    const fault = diskFault(db) ?? (await isStored)?.error;
    if (stopNotice.isGiven) return { isReady: false };
    if (fault) return { isReady: false, log: { msg: 'the database stores no changes', error: fault } };
    if (!canClaim()) return { isReady: false, log: { msg: 'the delivery cannot claim messages' } };
    return { isReady: isCurrent };
  } catch (error) {
    const isUsedUp = error instanceof Overloaded || connectionUsage(db)?.used === CONNECTIONS;
    const msg = isUsedUp ? 'all connections wait for the database' : 'the database does not respond';
    return { isReady: false, log: { msg, error } };
  }
}

/**
 * Stores a change without content, at most one in a few seconds: where commits wait for a standby, reads work while none of the
 * standbys responds.
 */
function changeStore(db: Db): () => Promise<void> {
  let storedAt = -Infinity;
  const store = sharedRun(async () => {
    await withQueryLimit('readiness', () => storeEmptyChange(db));
    storedAt = performance.now();
  }, SHARED);
  return async () => {
    if (performance.now() - storedAt > STORED_FOR) await runDetachedFromCall(store);
  };
}

/**
 * `/healthz`: the process is alive. `/readyz`: it is ready. Neither response has details. A check uses the connections that presses use,
 * so that other calls do not make a process look as if it could not store presses; however many ask, few of them read the database.
 */
export function healthRoutes(app: FastifyInstance, db: Db, canClaim: () => boolean): void {
  const read = sharedRun(() => withQueryLimit('readiness', () => isMigrated(db)), SHARED);
  const readCurrent = () => runDetachedFromCall(read);
  const checks = { readCurrent, storeChange: changeStore(db), canClaim };
  app.decorate('checkReadiness', () => readReadiness(app, db, checks));
  const config = { isHealthCheck: true } as const;
  app.get('/healthz', { config }, async () => ({ ok: true }));

  app.get('/readyz', { config }, async (request, reply) => {
    const readiness = await app.checkReadiness();
    if (readiness.isReady) return { ok: true };
    if (readiness.log) request.log.error({ err: readiness.log.error }, readiness.log.msg);
    return reply.code(503).send({ ok: false });
  });
}
