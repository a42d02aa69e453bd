import { sql, type Kysely } from 'kysely';

export const worksSince = '0068-open-incident-orders';

/**
 * The SMS about incidents that were sent to a number, which its reply is compared with; and the recipients who answered, for
 * replies that are reported again.
 */
export async function findSentSms(db: Kysely<unknown>): Promise<void> {
  await sql`create index delivery_sent_sms on delivery (address, sent_at, id)
    where channel = 'sms' and responder_id is not null and sent_at is not null`.execute(db);
  await sql`create index incident_responder_answered on incident_responder (channel, address, answered_at)
    where answered_at is not null`.execute(db);
}
