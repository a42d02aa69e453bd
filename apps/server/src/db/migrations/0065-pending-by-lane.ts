import { sql } from 'kysely';
import type { NewIndexes } from '../migration-files.ts';

/** The pending messages of each lane, so that a claim skips a full lane in one step. See delivery/queue/lane-scan.ts. */
export const indexes: NewIndexes = {
  delivery_pending_lane: {
    table: 'delivery',
    columns: sql`(channel, priority, lane, next_attempt_at, id) where state || '' = 'pending'`,
  },
};
