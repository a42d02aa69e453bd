import { setTimeout } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { withQueryLimit } from '../../scheduling/query-limit.ts';
import type { ReportProgress } from '../dialect/operations.ts';
import type { Db } from '../tables.ts';

/** A session for which a build waits. `state` and `since`, the start of its transaction: null if the role may not see them. */
type Session = { pid: number; application: string; state: string | null; since: string | null };

/** Held by the transaction of the process that builds an index. */
const BUILD_LOCK = sql`hashtextextended('build an index', 0)`;

/** Locks builds of indexes until the transaction ends. False if another process builds one. */
export async function lockBuilds(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${BUILD_LOCK}) as "isLocked"`.execute(tx);
  return rows[0]?.isLocked === true;
}

const sessions = (pids: RawBuilder<unknown>) => sql`
  select coalesce(json_agg(json_build_object(
    'pid', pid, 'application', application_name, 'state', state, 'since', xact_start)), '[]')
  from pg_stat_activity where pid in (${pids})`;

/** The sessions that build an index of this database, or keep others from it. */
export async function findBuilders(db: Db): Promise<Session[]> {
  const pids = sql`
    select l.pid from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
    where l.locktype = 'advisory' and l.granted
      and (l.classid::bigint << 32 | l.objid::bigint) = ${BUILD_LOCK}
    union select pid from pg_stat_progress_create_index where datname = current_database()`;
  const { rows } = await sql<{ found: Session[] }>`select (${sessions(pids)}) as found`.execute(db);
  return rows[0]?.found ?? [];
}

/** What the session `pid` does; `phase`: as PostgreSQL names it, null while an index is dropped. */
async function readProgress(db: Db, pid: number): Promise<{ phase: string | null; waitsFor: Session[] }> {
  const { rows } = await sql<{ phase: string | null; waitsFor: Session[] }>`
    select (select phase from pg_stat_progress_create_index where pid = ${pid}::integer) as phase,
      (${sessions(sql`select unnest(pg_blocking_pids(${pid}::integer))`)}) as "waitsFor"`.execute(db);
  return rows[0] ?? { phase: null, waitsFor: [] };
}

/**
 * Runs `work` of the session `pid`, and reports every `interval` milliseconds what it does.
 * @param db not a transaction: the build would wait for its end if it had a snapshot at the wrong moment
 */
export async function reportDuring<Result>(
  { db, pid, interval, report }: { db: Db; pid: number; interval: number; report: ReportProgress },
  work: () => Promise<Result>,
): Promise<Result> {
  const done = new AbortController();
  const reports = (async () => {
    while (await hasPassed(interval, done.signal)) {
      // A fault of this read says nothing about the build, and the next one may work. Without a limit, the lock of builds would be
      // kept as long as a silent connection seems to work.
      const progress = await withQueryLimit('progress', () => readProgress(db, pid)).catch(() => ({}));
      if (!done.signal.aborted) report('warn', progress, 'an index is still being built');
    }
  })().catch(() => {});
  try {
    return await work();
  } finally {
    done.abort();
    await reports;
  }
}

/** False if it was aborted before. */
async function hasPassed(ms: number, signal: AbortSignal): Promise<boolean> {
  return await setTimeout(ms, true, { signal }).catch(() => false);
}
