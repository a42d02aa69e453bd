import { sql } from 'kysely';
import type { NewIndexes } from '../migration-files.ts';

export const worksSince = '0074-find-held-emergencies';

/**
 * Held messages of a priority and a reason, which the metrics count: any number of messages that are held for other reasons may
 * be newer. The previous version counts with `delivery_held_emergency`, which this one no longer uses.
 */
export const indexes: NewIndexes = {
  delivery_held_reason: {
    table: 'delivery',
    columns: sql`(priority, held_for, created_at, channel) where state = 'held'`,
  },
};
