import { sql, type Kysely } from 'kysely';

/** The pending messages of each lane, so that a claim skips a full lane in one step. See delivery/queue/lane-scan.ts. */
export async function addPendingByLane(db: Kysely<unknown>): Promise<void> {
  await sql`create index delivery_pending_lane on delivery (channel, priority, lane, next_attempt_at, id)
    where state || '' = 'pending'`.execute(db);
}
