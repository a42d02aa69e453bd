import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/** Milliseconds in which a replica must have all changes, and between two checks. */
const CATCH_UP = 1_000;
const CHECK_AGAIN = 50;

/** The replica has not all changes of the primary, or is no standby of it (any more). */
export class ReplicaLate extends Error {
  override name = 'ReplicaLate';
  readonly code = 'REPLICA_LATE';
}

/** The position in the primary's log after the newest change. */
export async function primaryPosition(db: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(db);
  return rows[0]?.position ?? '';
}

/** Waits until a replica has the changes before a position of the primary's log. Throws `ReplicaLate` after a second. */
export async function untilReplayed(replica: Db, position: string): Promise<void> {
  const until = performance.now() + CATCH_UP;
  for (;;) {
    // A server that is no standby may be a former primary.
    const { rows } = await sql<{ isReplayed: boolean | null }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isReplayed"`.execute(
      replica,
    );
    if (rows[0]?.isReplayed) return;
    if (performance.now() > until) throw new ReplicaLate('the replica is late');
    await setTimeout(CHECK_AGAIN);
  }
}
