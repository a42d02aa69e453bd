import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { NewIndex } from '../dialect/operations.ts';
import type { Db } from '../tables.ts';
import { isLockConflict } from './unavailable.ts';

/** Milliseconds until another look while another process builds, and after a build that PostgreSQL has ended because of a deadlock. */
const LOOK_AGAIN = 1_000;
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

/** `Dialect.buildIndex` */
export async function buildIndex(db: Db, name: string, index: NewIndex): Promise<void> {
  for (let attempt = 1; !(await buildIfAlone(db, name, index, attempt < ATTEMPTS)); attempt += 1) {
    // Not a wait for the lock: a session that waits has a snapshot, and the build waits for older snapshots.
    await setTimeout(LOOK_AGAIN);
  }
}

/** False if another process builds an index, or, if `mayFail`, the build has ended because of a deadlock. */
async function buildIfAlone(db: Db, name: string, index: NewIndex, mayFail: boolean): Promise<boolean> {
  // The build runs in another session. This one keeps the lock until the transaction ends, also behind a pooler.
  return await db.transaction().execute(async (tx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('build an index', 0)) as "isLocked"`.execute(tx);
    if (!rows[0]?.isLocked) return false;
    const state = await indexState(db, name, index.table);
    if (state === 'complete') return true;
    if (state === 'in progress') return false;
    try {
      await db.connection().execute((session) => build(session, name, index, state === 'incomplete'));
      return true;
    } catch (error) {
      if (mayFail && isLockConflict(error)) return false;
      throw error;
    }
  });
}

async function build(
  session: Db,
  name: string,
  { table, columns }: NewIndex,
  isLeft: boolean,
): Promise<void> {
  const drop = sql`drop index concurrently if exists ${sql.id(name)}`;
  // The role or the database may have limits, and these statements run in no transaction that could have others.
  await setLimits(session, sql`'0'`);
  try {
    if (isLeft) await drop.execute(session);
    await sql`create index concurrently ${sql.id(name)} on ${sql.table(table)} ${columns}`.execute(session);
  } catch (error) {
    // What was built takes space on the disk, which may be full.
    await drop.execute(session).catch(() => {});
    throw error;
  } finally {
    await setLimits(session, sql`reset_val`).catch(() => {});
  }
}

/** PostgreSQL before version 17 has no `transaction_timeout`. */
async function setLimits(session: Db, value: RawBuilder<unknown>): Promise<void> {
  await sql`select set_config(name, ${value}, false) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout')`.execute(session);
}
