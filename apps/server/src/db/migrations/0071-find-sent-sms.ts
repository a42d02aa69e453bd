import { sql } from 'kysely';
import type { NewIndexes } from '../migration-files.ts';

export const worksSince = '0068-open-incident-orders';

/**
 * The SMS about incidents that were sent to a number, which its reply is compared with; and the recipients who answered, for
 * replies that are reported again.
 */
export const indexes: NewIndexes = {
  delivery_sent_sms: {
    table: 'delivery',
    columns: sql`(address, sent_at, id)
    where channel = 'sms' and responder_id is not null and sent_at is not null`,
  },
  incident_responder_answered: {
    table: 'incident_responder',
    columns: sql`(channel, address, answered_at) where answered_at is not null`,
  },
};
