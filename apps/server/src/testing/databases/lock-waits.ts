import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

/** Resolves when a query of PostgreSQL has waited so many milliseconds for a lock; returns the process that runs it. */
export async function untilWaitsForLock(db: Db, ms: number): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and clock_timestamp() - query_start > ${ms} * interval '1 millisecond'`.execute(db);
    if (rows[0]) return rows[0].pid;
  }
}
