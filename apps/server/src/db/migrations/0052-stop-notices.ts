import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Notices that the account of a subscriber with an overdue payment will be stopped, and their emails. */
export async function addStopNotices(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await sql`create index subscription_unpaid on subscription (unpaid_since) where unpaid_since is not null`.execute(
    db,
  );
  await dialect
    .addId(db.schema.createTable('stop_notice'))
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('subscription_id', 'text', (c) => c.notNull())
    .addColumn('unpaid_since', moment, (c) => c.notNull())
    .addColumn('started_at', moment, (c) => c.notNull())
    .addColumn('closed_at', moment)
    .addColumn('outcome', 'text')
    .addColumn('closed_by', 'integer')
    .addColumn('settled_at', moment)
    .execute();
  await sql`create unique index stop_notice_open on stop_notice (team_id) where closed_at is null`.execute(
    db,
  );
  await sql`create index stop_notice_unsettled on stop_notice (id) where closed_at is not null and settled_at is null`.execute(
    db,
  );
  await dialect
    .addId(db.schema.createTable('stop_notice_email'))
    .addColumn('notice_id', 'integer', (c) => c.notNull().references('stop_notice.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('is_owner', 'integer', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('due_at', moment)
    .addColumn('sent_at', moment)
    .execute();
  await sql`create unique index stop_notice_email_once on stop_notice_email (notice_id, kind, address)`.execute(
    db,
  );
  await sql`create index stop_notice_email_due on stop_notice_email (due_at) where due_at is not null`.execute(
    db,
  );
}
