import { sql } from 'kysely';
import type { NewIndexes } from '../migration-files.ts';

export const worksSince = '0073-user-orders';

/** Held messages about emergencies, which the metrics count: any number of other held messages may be newer. */
export const indexes: NewIndexes = {
  delivery_held_emergency: {
    table: 'delivery',
    columns: sql`(created_at, channel, held_for) where state = 'held' and priority = 0`,
  },
};
