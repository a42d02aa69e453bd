import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/**
 * What two connections to the same database read. `system`: a copy of the server's files, e.g. a standby, has the same. `started`:
 * seconds since 1970; a copy has another one.
 */
export type Identity = { system: string; database: string; started: string };

export async function readIdentity(db: Db): Promise<Identity> {
  const { rows } = await sql<Identity>`
    select current_database() as database, extract(epoch from pg_postmaster_start_time())::text as started,
      (select system_identifier::text from pg_control_system()) as system`.execute(db);
  return rows[0] as Identity;
}

/** Whether both are the same database of the same running server, through a pooler or not. */
export function isSameDatabase(one: Identity, other: Identity): boolean {
  return one.system === other.system && one.database === other.database && one.started === other.started;
}
