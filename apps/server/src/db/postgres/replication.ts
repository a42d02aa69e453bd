import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/** Milliseconds in which a replica must have all changes of its primary, and between two checks. */
const CATCH_UP = 1_000;
const CHECK_AGAIN = 50;

/** `position`: in the log, after the newest change. `system`: the same on a server and its standbys. */
export type PrimaryState = { position: string; system: string; database: string };

/** `age`: seconds since the newest change that it shows; null if unknown. */
export type ReplicaState = Omit<PrimaryState, 'position'> & {
  isStandby: boolean;
  hasChanges: boolean;
  age: number | null;
};

/** A replica whose data is not that of the primary at the start of a read. */
export class ReplicaUnsuitable extends Error {
  override name = 'ReplicaUnsuitable';
  readonly code = 'REPLICA_UNSUITABLE';
}

export async function readPrimaryState(db: Db): Promise<PrimaryState> {
  const { rows } = await sql<PrimaryState>`
    select pg_current_wal_lsn()::text as position, current_database() as database,
      (select system_identifier::text from pg_control_system()) as system`.execute(db);
  return rows[0] as PrimaryState;
}

/** True for a standby. */
export async function acceptsNoChanges(db: Db): Promise<boolean> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
  return rows[0]?.standby === true;
}

/** What a commit waits for, `off` to `remote_apply`, and the standbys of which it waits for some; empty: none. */
export async function readDurability(db: Db): Promise<{ commit: string; standbys: string }> {
  const { rows } = await sql<{ commit: string; standbys: string }>`
    select current_setting('synchronous_commit') as commit,
      current_setting('synchronous_standby_names') as standbys`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no settings');
  return row;
}

/** @param position of the primary; `hasChanges`: the replica shows all changes before it */
async function readReplicaState(
  replica: Db,
  { position }: Pick<PrimaryState, 'position'>,
): Promise<ReplicaState> {
  const { rows } = await sql<ReplicaState>`
    select pg_is_in_recovery() as "isStandby", current_database() as database,
      coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as "hasChanges",
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age,
      (select system_identifier::text from pg_control_system()) as system`.execute(replica);
  return rows[0] as ReplicaState;
}

/** The state of a replica as soon as it has the changes of its primary, but at the latest after a second. */
export async function readCaughtUpState(replica: Db, primary: PrimaryState): Promise<ReplicaState> {
  const until = performance.now() + CATCH_UP;
  for (;;) {
    const state = await readReplicaState(replica, primary);
    if (state.hasChanges || !state.isStandby || performance.now() > until) return state;
    await setTimeout(CHECK_AGAIN);
  }
}

/** Throws `ReplicaUnsuitable` unless it is a standby of the same database that has all changes within a second. */
export async function requireSuitableReplica(replica: Db, primary: PrimaryState): Promise<void> {
  const { isStandby, hasChanges, system, database } = await readCaughtUpState(replica, primary);
  // A server that is no standby may be a former primary.
  if (!isStandby || system !== primary.system || database !== primary.database) {
    throw new ReplicaUnsuitable('the replica is no standby of the database');
  }
  if (!hasChanges) throw new ReplicaUnsuitable('the replica is late');
}
