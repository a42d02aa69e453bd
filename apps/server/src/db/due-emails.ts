import { sql } from 'kysely';
import { backoffAfter } from '../scheduling/backoff.ts';
import { HOUR, MINUTE } from '../scheduling/durations.ts';
import { getDialect } from './dialect.ts';
import { inTransaction, type Handle } from './handles/handle.ts';
import type { Row } from './rows.ts';

/** Tables of emails that are sent by their own schedule, not by the outbox. */
type DueEmailTable = 'monthly_report_email' | 'stop_notice_email';

/** Waits between the attempts to send one email. */
const RETRIES = { first: 5 * MINUTE, longest: 6 * HOUR };

/** When the next attempt follows, ISO 8601. @param attempts those before this one */
export function nextAttempt({ attempts }: { attempts: number }, now: Date): string {
  return new Date(now.getTime() + backoffAfter(attempts + 1, RETRIES)).toISOString();
}

/** An email that is due, which no other process gets until its next attempt; as it was before. Null if there is none. */
export async function claimDueEmail<Name extends DueEmailTable>(
  handle: Handle,
  table: Name,
  now: Date,
): Promise<Row<Name> | null> {
  return await inTransaction(handle, async (tx) => {
    const { rows } = await sql<Row<Name> & { id: number; attempts: number }>`
      select * from ${sql.table(table)} where due_at is not null and due_at <= ${now.toISOString()}
      order by due_at, id limit 1 ${getDialect(tx).lock('update skip locked')}`.execute(tx);
    const [due] = rows;
    if (!due) return null;
    await sql`
      update ${sql.table(table)} set due_at = ${nextAttempt(due, now)}, attempts = attempts + 1
      where id = ${due.id}`.execute(tx);
    return due;
  });
}
