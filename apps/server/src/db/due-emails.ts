import { sql } from 'kysely';
import { backoffAfter } from '../scheduling/backoff.ts';
import { HOUR, MINUTE } from '../scheduling/durations.ts';
import { getDialect } from './dialect.ts';
import { inTransaction, type Handle } from './handles/handle.ts';
import type { Row } from './rows.ts';

/** Tables of emails that are sent by their own schedule, not by the outbox: when an email is due, and its attempts. */
const COLUMNS = {
  monthly_report_email: { dueAt: 'due_at', attempts: 'attempts' },
  stop_notice_email: { dueAt: 'due_at', attempts: 'attempts' },
  payment_invoice: { dueAt: 'receipt_due_at', attempts: 'receipt_attempts' },
  subscription: { dueAt: 'overdue_email_due_at', attempts: 'overdue_email_attempts' },
} as const;

/** Waits between the attempts to send one email. */
const RETRIES = { first: 5 * MINUTE, longest: 6 * HOUR };

/** Whether this process still owns an email that it has claimed: false from its next attempt, which any process claims. */
export type EmailOwnership = { isOwned: () => boolean };

/** When the next attempt follows, ISO 8601. @param attempts those before this one */
export function nextAttempt({ attempts }: { attempts: number }, now: Date): string {
  return new Date(now.getTime() + backoffAfter(attempts + 1, RETRIES)).toISOString();
}

/**
 * An email that is due, which no other process gets until its next attempt. Null if there is none.
 * @returns `due`: its row as it was before; a result is stored only where the attempts are still one more
 */
export async function claimDueEmail<Name extends keyof typeof COLUMNS>(
  handle: Handle,
  table: Name,
  now: () => Date,
): Promise<{ due: Row<Name>; ownership: EmailOwnership } | null> {
  const columns = COLUMNS[table];
  const [dueAt, attempts] = [sql.ref(columns.dueAt), sql.ref(columns.attempts)];
  return await inTransaction(handle, async (tx) => {
    const at = now();
    const { rows } = await sql<Row<Name> & Record<typeof columns.attempts, number> & { id: number | string }>`
      select * from ${sql.table(table)} where ${dueAt} is not null and ${dueAt} <= ${at.toISOString()}
      order by ${dueAt}, id limit 1 ${getDialect(tx).lock('update skip locked')}`.execute(tx);
    const [due] = rows;
    if (!due) return null;
    const end = nextAttempt({ attempts: due[columns.attempts] }, at);
    await sql`
      update ${sql.table(table)} set ${dueAt} = ${end}, ${attempts} = ${attempts} + 1
      where id = ${due.id}`.execute(tx);
    return { due, ownership: { isOwned: () => now().toISOString() < end } };
  });
}
