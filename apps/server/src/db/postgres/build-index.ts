import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { NewIndex } from '../dialect/operations.ts';
import type { Db } from '../tables.ts';
import { isLockConflict } from './unavailable.ts';

/** Milliseconds between two looks at an index that another process builds, and after an attempt that another one interfered with. */
const LOOK_AGAIN = 1_000;
/** Attempts that may be interrupted: two processes that start at the same time can be in each other's way. */
const ATTEMPTS = 20;

/** duplicate_table, and unique_violation in the catalog: another process has just started to build it. */
const EXISTS: ReadonlySet<unknown> = new Set(['42P07', '23505']);

/** `incomplete`: its build was interrupted. PostgreSQL updates it, but uses it for no query. */
type IndexState = 'missing' | 'in progress' | 'incomplete' | 'complete';

/** @param name of an index of the product's tables */
export async function indexState(db: Pick<Kysely<never>, 'getExecutor'>, name: string): Promise<IndexState> {
  const { rows } = await sql<{ state: IndexState }>`
    select case when i.indisvalid then 'complete' when p.pid is not null then 'in progress' else 'incomplete' end as state
    from pg_index i left join pg_stat_progress_create_index p on p.index_relid = i.indexrelid
    where i.indexrelid = to_regclass(quote_ident(${name}))`.execute(db);
  return rows[0]?.state ?? 'missing';
}

/** `Dialect.buildIndex` */
export async function buildIndex(db: Db, name: string, index: NewIndex): Promise<void> {
  await db.connection().execute(async (session) => {
    // The role or the database may have limits, and these statements run in no transaction that could have others.
    await sql`set statement_timeout = 0; set lock_timeout = 0`.execute(session);
    try {
      await build(session, name, index);
    } finally {
      await sql`reset statement_timeout; reset lock_timeout`.execute(session);
    }
  });
}

async function build(db: Db, name: string, { table, columns }: NewIndex): Promise<void> {
  for (let attempt = 1; ;) {
    const state = await indexState(db, name);
    if (state === 'complete') return;
    if (state !== 'in progress') {
      try {
        if (state === 'incomplete') await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
        await sql`create index concurrently ${sql.id(name)} on ${sql.table(table)} ${columns}`.execute(db);
        return;
      } catch (error) {
        const isOfOther = isLockConflict(error) || EXISTS.has((error as { code?: string } | null)?.code);
        if (!isOfOther || attempt === ATTEMPTS) throw error;
        attempt += 1;
      }
    }
    // Not a lock: a session that waits for one has a snapshot, for which the build would wait.
    await setTimeout(LOOK_AGAIN);
  }
}
