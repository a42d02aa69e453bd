import { sql, type Kysely } from 'kysely';

export const worksSince = '0068-open-incident-orders';

/**
 * The replies of a number, which a rejection of the SMS provider is compared with, and the push subscriptions of a
 * subscriber's app users, which blocking it deletes.
 */
export async function findRepliesAndSubscriptions(db: Kysely<unknown>): Promise<void> {
  await sql`create index sms_reply_number on sms_reply (number, sender, at)`.execute(db);
  await sql`create index push_subscription_team on push_subscription (team_id)`.execute(db);
}
