import { sql } from 'kysely';
import type { NewIndexes } from '../migration-files.ts';

export const worksSince = '0068-open-incident-orders';

/**
 * The replies of a number, which a rejection of the SMS provider is compared with, and the push subscriptions of a
 * subscriber's app users, which blocking it deletes.
 */
export const indexes: NewIndexes = {
  sms_reply_number: { table: 'sms_reply', columns: sql`(number, sender, at)` },
  push_subscription_team: { table: 'push_subscription', columns: sql`(team_id)` },
};
