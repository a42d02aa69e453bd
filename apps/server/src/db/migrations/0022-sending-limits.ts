import { toE164 } from '@callpoint/alerts/sms/phone-numbers';
import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Numbers that are converted together. */
const PORTION = 500;

/**
 * The limits of messages to external recipients: confirmed email addresses, daily counters, recipients that a
 * subscriber has reached, and why a message is held. Administrators get one email for several alarms.
 */
export async function addSendingLimits(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('team').addColumn('email_confirmed_at', moment).execute();
  await db.schema.alterTable('team').addColumn('daily_email_limit', 'integer').execute();
  await db.schema.alterTable('team').addColumn('daily_sms_limit', 'integer').execute();
  await sql`update team set email_confirmed_at = created_at`.execute(db);

  await db.schema.alterTable('app_user').addColumn('sms_number', 'text').execute();
  await convertNumbers(db);
  await sql`create index app_user_sms_number on app_user (team_id, sms_number) where sms_number is not null`.execute(
    db,
  );

  await db.schema.alterTable('delivery').addColumn('held_for', 'text').execute();
  await sql`update delivery set held_for = 'channel' where state = 'held'`.execute(db);
  await sql`create index delivery_limited on delivery (team_id, channel, priority, created_at, id)
    where held_for in ('limit', 'unconfirmed')`.execute(db);

  await usageTables(db, dialect);
  await sql`insert into sending_recipient (team_id, channel, address, day, counted_as, reached_at)
    select team_id, channel, lower(address), '', 'external', max(sent_at) from delivery
    where state = 'sent' and role = 'team' and purpose is null and sent_at is not null
    group by team_id, channel, lower(address)`.execute(db);

  await db.schema.alterTable('alarm').addColumn('admins_mailed_at', moment).execute();
  await sql`update alarm set admins_mailed_at = raised_at`.execute(db);
  await sql`create index alarm_admins_mailed_at on alarm (team_id, admins_mailed_at)`.execute(db);
  await sql`create index alarm_not_mailed on alarm (team_id, id)
    where admins_mailed_at is null and closed_at is null`.execute(db);
}

async function usageTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema
    .createTable('sending_usage')
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('messages', 'integer', (c) => c.notNull())
    .addColumn('recipients', 'integer', (c) => c.notNull())
    .addColumn('own_messages', 'integer', (c) => c.notNull())
    .addColumn('own_recipients', 'integer', (c) => c.notNull())
    .addColumn('is_near', 'integer', (c) => c.notNull())
    .addColumn('held_at', moment)
    .addPrimaryKeyConstraint('sending_usage_pk', ['team_id', 'channel'])
    .execute();
  await sql`create index sending_usage_near on sending_usage (day) where is_near = 1`.execute(db);
  await sql`create index sending_usage_held_at on sending_usage (held_at) where held_at is not null`.execute(
    db,
  );
  await db.schema
    .createTable('sending_recipient')
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('counted_as', 'text', (c) => c.notNull())
    .addColumn('message_key', 'text')
    .addColumn('reached_at', moment)
    .addPrimaryKeyConstraint('sending_recipient_pk', ['team_id', 'channel', 'address'])
    .execute();
}

/** The number in E.164 that SMS to an app user are sent to. */
async function convertNumbers(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; phone: string }>`
      select id, phone from app_user where id > ${after} order by id limit ${sql.lit(PORTION)}`.execute(db);
    for (const { id, phone } of rows) {
      await sql`update app_user set sms_number = ${toE164(phone)} where id = ${id}`.execute(db);
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
