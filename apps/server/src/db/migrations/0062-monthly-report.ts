import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The monthly report of each subscriber that has chosen one, and its emails. */
export async function addMonthlyReport(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await dialect
    .addId(db.schema.createTable('monthly_report'))
    .addColumn('team_id', 'integer', (c) => c.notNull().unique().references('team.id'))
    .addColumn('is_on', 'integer', (c) => c.notNull())
    .addColumn('recipients', 'text', (c) => c.notNull())
    .addColumn('updated_at', moment, (c) => c.notNull())
    .execute();
  await sql`create index monthly_report_on on monthly_report (team_id) where is_on = 1`.execute(db);
  await dialect
    .addId(db.schema.createTable('monthly_report_email'))
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('due_at', moment)
    .addColumn('sent_at', moment)
    .execute();
  await sql`create unique index monthly_report_email_once on monthly_report_email (team_id, month, address)`.execute(
    db,
  );
  await sql`create index monthly_report_email_due on monthly_report_email (due_at) where due_at is not null`.execute(
    db,
  );
}
