import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Alarms about submissions that notified no one: at most one for each submission, open until someone handles it. */
export async function addAlarms(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await dialect
    .addId(db.schema.createTable('alarm'))
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('app_user_id', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('button_click_id', 'integer', (c) => c.references('button_click.id').onDelete('cascade'))
    .addColumn('form_submission_id', 'integer', (c) => c.references('form_submission.id').onDelete('cascade'))
    .addColumn('button_id', 'integer')
    .addColumn('f_id', 'integer')
    .addColumn('submitted_at', moment, (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('raised_at', moment, (c) => c.notNull())
    .addColumn('closed_at', moment)
    .addColumn('closed_by', 'text')
    .execute();
  await sql`create unique index alarm_button_click_id on alarm (button_click_id)`.execute(db);
  await sql`create unique index alarm_form_submission_id on alarm (form_submission_id)`.execute(db);
  await sql`create index alarm_team_id_id on alarm (team_id, id)`.execute(db);
  await sql`create index alarm_open on alarm (team_id, id) where closed_at is null`.execute(db);
  await sql`create index alarm_open_raised_at on alarm (raised_at) where closed_at is null`.execute(db);
}
