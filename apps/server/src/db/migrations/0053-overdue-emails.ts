import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Which emails about an overdue payment its subscriber has received, and when the next one is due. */
export async function addOverdueEmails(db: Kysely<unknown>, { momentType }: Dialect): Promise<void> {
  await sql`alter table subscription add column overdue_emails integer not null default 0`.execute(db);
  await sql`alter table subscription add column overdue_email_attempts integer not null default 0`.execute(
    db,
  );
  await sql`alter table subscription add column overdue_email_due_at ${momentType}`.execute(db);
  await sql`create index subscription_overdue_email on subscription (overdue_email_due_at)
    where overdue_email_due_at is not null`.execute(db);
}
