import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/**
 * What two connections to the same database read. `started`: when the server was started, in seconds since 1970 with six decimals. Not
 * the identifier of the server: copies of its files have the same.
 */
export type Identity = { database: string; started: string };

export async function readIdentity(db: Db): Promise<Identity> {
  const { rows } = await sql<Identity>`
    select current_database() as database, extract(epoch from pg_postmaster_start_time())::text as started`.execute(
    db,
  );
  return rows[0] as Identity;
}

/** Whether both are the same database of the same running server, through a pooler or not. */
export function isSameDatabase(one: Identity, other: Identity): boolean {
  return one.database === other.database && one.started === other.started;
}
