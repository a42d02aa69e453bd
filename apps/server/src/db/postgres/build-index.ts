import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { errorText } from '../../config/error-text.ts';
import type { NewIndex, ReportProgress } from '../dialect/operations.ts';
import type { Db } from '../tables.ts';
import { findBuilders, lockBuilds, reportDuring } from './build-progress.ts';
import { isLockConflict, isOfUse } from './unavailable.ts';

/**
 * Milliseconds. `lookAgain`: until another look while another process builds, and after a build that PostgreSQL has ended because
 * of a deadlock. `reportEvery`: between two reports of the same wait.
 */
export type BuildTimes = { lookAgain: number; reportEvery: number };

const TIMES: BuildTimes = { lookAgain: 1_000, reportEvery: 60_000 };
/** Builds that may end because of a deadlock. */
const ATTEMPTS = 20;

/**
 * `in progress`: perhaps of a process that has ended. `incomplete`: its build was interrupted. PostgreSQL updates it, but uses it for no
 * query.
 */
type IndexState = 'missing' | 'in progress' | 'incomplete' | 'complete';

/** The state of the index of a table. */
export async function indexState(
  db: Pick<Kysely<never>, 'getExecutor'>,
  name: string,
  table: string,
): Promise<IndexState> {
  const { rows } = await sql<{ state: IndexState }>`
    select case when i.indisvalid then 'complete' when p.pid is not null then 'in progress' else 'incomplete' end as state
    from pg_index i join pg_class c on c.oid = i.indexrelid
      left join pg_stat_progress_create_index p on p.index_relid = i.indexrelid
    where c.relname = ${name} and i.indrelid = to_regclass(quote_ident(${table}))`.execute(db);
  return rows[0]?.state ?? 'missing';
}

/** `Dialect.buildIndex`. @param times for tests */
export async function buildIndex(
  db: Db,
  name: string,
  index: NewIndex,
  report: ReportProgress,
  times: BuildTimes = TIMES,
): Promise<void> {
  let conflicts = 0;
  let reportAt: number | null = null;
  for (;;) {
    const mayFail = conflicts < ATTEMPTS - 1;
    const end = await buildIfAlone(db, name, index, { report, mayFail, interval: times.reportEvery });
    if (end === 'complete') return;
    if (end === 'conflict') conflicts += 1;
    else if (reportAt === null || performance.now() >= reportAt) {
      const level = reportAt === null ? 'info' : 'warn';
      report(level, { index: name, waitsFor: await findBuilders(db) }, 'another process builds an index');
      reportAt = performance.now() + times.reportEvery;
    }
    // Not a wait for the lock: a session that waits has a snapshot, and the build waits for older snapshots.
    await setTimeout(times.lookAgain);
  }
}

type BuildOptions = { report: ReportProgress; mayFail: boolean; interval: number };

/** `others`: another process builds an index. `conflict`, only if it may fail: PostgreSQL has ended the build because of a deadlock. */
async function buildIfAlone(
  db: Db,
  name: string,
  index: NewIndex,
  { report, mayFail, interval }: BuildOptions,
): Promise<'complete' | 'others' | 'conflict'> {
  // The build runs in another session. This one keeps the lock until the transaction ends, also behind a pooler.
  return await db.transaction().execute(async (tx) => {
    await setLimits(tx, TRANSACTION_LIMITS, { value: sql`'0'`, isLocal: true });
    if (!(await lockBuilds(tx))) return 'others';
    const state = await indexState(db, name, index.table);
    if (state === 'complete') return 'complete';
    if (state === 'in progress') return 'others';
    report('info', { index: name }, 'building an index; presses are stored meanwhile');
    try {
      await db.connection().execute(async (session) => {
        const pid = await ownPid(session);
        await reportDuring({ db, pid, interval, report }, () =>
          build(session, name, index, { isLeft: state === 'incomplete', report }),
        );
      });
      return 'complete';
    } catch (error) {
      if (mayFail && isLockConflict(error)) return 'conflict';
      throw error;
    }
  });
}

async function build(
  session: Db,
  name: string,
  { table, columns }: NewIndex,
  { isLeft, report }: { isLeft: boolean; report: ReportProgress },
): Promise<void> {
  const drop = sql`drop index concurrently if exists ${sql.id(name)}`;
  // The role or the database may have limits, and these statements run in no transaction that could have others.
  await setLimits(session, STATEMENT_LIMITS, { value: sql`'0'`, isLocal: false });
  try {
    if (isLeft) await drop.execute(session);
    await sql`create index concurrently ${sql.id(name)} on ${sql.table(table)} ${columns}`.execute(session);
  } catch (error) {
    // The drop may wait for a backup.
    report(
      'warn',
      { index: name, reason: reasonOf(error) },
      'an index was not built; what exists is dropped',
    );
    // What was built takes space on the disk, which may be full.
    await drop.execute(session).catch(() => {});
    throw error;
  } finally {
    await setLimits(session, STATEMENT_LIMITS, { value: sql`reset_val`, isLocal: false }).catch(() => {});
  }
}

/** The text of an error about the database itself; of any other its code, because its text can quote what is stored. */
function reasonOf(error: unknown): string {
  return error instanceof Error && isOfUse(error)
    ? errorText(error)
    : String((error as { code?: unknown }).code);
}

/** PostgreSQL before version 17 has no `transaction_timeout`. */
const STATEMENT_LIMITS = ['statement_timeout', 'lock_timeout', 'transaction_timeout'];
const TRANSACTION_LIMITS = ['idle_in_transaction_session_timeout', 'transaction_timeout'];

/** Sets those that this version of PostgreSQL has. @param to `isLocal`: until the transaction ends */
async function setLimits(
  on: Db,
  names: readonly string[],
  { value, isLocal }: { value: RawBuilder<unknown>; isLocal: boolean },
): Promise<void> {
  await sql`select set_config(name, ${value}, ${sql.lit(isLocal)}) from pg_settings
    where name in (${sql.join(names)})`.execute(on);
}

async function ownPid(session: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session);
  return rows[0]?.pid ?? 0;
}
