import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { backoffAfter } from '../../scheduling/backoff.ts';
import { DAY, HOUR, MINUTE } from '../../scheduling/durations.ts';
import { findOverdue, type Overdue } from './overdue.ts';
import { OVERDUE_TEXTS, type OverdueText } from './overdue-email-texts.ts';

/**
 * The emails to the subscriber about an overdue payment: when it failed, three days before the grace period ends, and
 * when it has ended.
 */

/** How long before the end of the grace period the second email is due. */
const WARNING = 3 * DAY;
/** Emails that one run sends; the next run continues. */
const MOST_EMAILS = 100;
/** Waits between the attempts to send one email. */
const RETRIES = { first: 5 * MINUTE, longest: 6 * HOUR };

type Subscription = Row<'subscription'>;
type EmailColumns = Pick<Subscription, 'overdue_emails' | 'overdue_email_attempts' | 'overdue_email_due_at'>;

export const NO_EMAILS: EmailColumns = {
  overdue_emails: 0,
  overdue_email_attempts: 0,
  overdue_email_due_at: null,
};

/** The columns after a read: a payment that is overdue from now on is reported at once, and none is after it was made. */
export function emailsAfter(
  before: Pick<Subscription, 'unpaid_since'>,
  unpaidSince: string | null,
): Partial<EmailColumns> {
  if (unpaidSince === null) return NO_EMAILS;
  return before.unpaid_since === null ? { ...NO_EMAILS, overdue_email_due_at: new Date().toISOString() } : {};
}

export type OverdueEmailNeeds = {
  /** Sends an email; null if email is not configured: emails wait. */
  sendEmail: ((email: OverdueText & { to: string; messageId: string }) => Promise<void>) | null;
  publicUrl: string;
  log: FastifyBaseLogger;
};

/**
 * Sends the emails that are due. An email is claimed before it is sent, so that of several processes one sends it: each
 * claim starts when it is made, because a run can take longer than one. The email is counted after the mail server
 * accepted it. If the process ends in between, it is sent again with the same Message-ID. Returns how many were sent.
 */
export async function sendOverdueEmails(
  db: PaymentsDb,
  { sendEmail, publicUrl, log }: OverdueEmailNeeds,
  { now = () => new Date(), stopping }: { now?: () => Date; stopping?: AbortSignal } = {},
): Promise<number> {
  if (!sendEmail) return 0;
  let sent = 0;
  for (let tried = 0; tried < MOST_EMAILS; tried += 1) {
    if (stopping?.aborted) break;
    const at = now();
    const subscription = await claimDue(db, at);
    if (!subscription) break;
    const { id, team_id } = subscription;
    const overdue = await findOverdue(db, team_id);
    const stage = overdue?.subscriptionId === id ? stageOf(subscription.overdue_emails, overdue, at) : null;
    if (!overdue || stage === null) {
      await store(db, subscription, { overdue_email_due_at: null });
      continue;
    }
    const team = await db
      .selectFrom('team')
      .select(['account_name', 'email'])
      .where('id', '=', team_id)
      .executeTakeFirstOrThrow();
    try {
      const text = OVERDUE_TEXTS[stage]?.({ overdue, name: team.account_name, publicUrl });
      const messageId = `overdue-${id}-${stage}-${Date.parse(overdue.since)}`;
      if (text) await sendEmail({ to: team.email, ...text, messageId });
      await store(db, subscription, nextEmail(stage + 1, overdue, now()));
      sent += 1;
    } catch (error) {
      // Another attempt follows when the claim ends.
      log.warn(
        { subscriber: team_id, kind: (error as Error).name },
        'an email of an overdue payment was not sent',
      );
    }
  }
  return sent;
}

/** Counts the emails that are due as sent: the next ones follow at their times. Returns how many. */
export async function skipOverdueEmails(db: PaymentsDb, now: Date): Promise<number> {
  const due = await db
    .selectFrom('subscription')
    .selectAll()
    .where('overdue_email_due_at', '<=', now.toISOString())
    .execute();
  for (const subscription of due) {
    const { id, team_id, overdue_emails } = subscription;
    const overdue = await findOverdue(db, team_id);
    const stage = overdue?.subscriptionId === id ? stageOf(overdue_emails, overdue, now) : null;
    const next = overdue && stage !== null ? nextEmail(stage + 1, overdue, now) : null;
    await store(db, subscription, next ?? { overdue_email_due_at: null });
  }
  return due.length;
}

/** A subscription whose email is due, which no other process gets until its next attempt; as it was before. */
async function claimDue(db: PaymentsDb, now: Date): Promise<Subscription | null> {
  return await db.transaction(async (tx) => {
    const due = await tx
      .selectFrom('subscription')
      .selectAll()
      .where('overdue_email_due_at', 'is not', null)
      .where('overdue_email_due_at', '<=', now.toISOString())
      .orderBy('overdue_email_due_at')
      .limit(1)
      .modifyEnd(tx.rowLock('update skip locked'))
      .executeTakeFirst();
    if (!due) return null;
    const next = now.getTime() + backoffAfter(due.overdue_email_attempts + 1, RETRIES);
    await tx
      .updateTable('subscription')
      .set({
        overdue_email_due_at: new Date(next).toISOString(),
        overdue_email_attempts: sql<number>`overdue_email_attempts + 1`,
      })
      .where('id', '=', due.id)
      .execute();
    return due;
  });
}

/** The email that is true now: one that was late is left out. Null if all were sent. */
function stageOf(emails: number, { pausedFrom }: Overdue, now: Date): number | null {
  if (emails >= OVERDUE_TEXTS.length) return null;
  const isPaused = pausedFrom <= now.toISOString();
  return isPaused ? OVERDUE_TEXTS.length - 1 : Math.min(emails, OVERDUE_TEXTS.length - 2);
}

/** When the next email is due, after the first `emails` were sent. */
function nextEmail(emails: number, { pausedFrom }: Overdue, now: Date): EmailColumns {
  const warning = new Date(Date.parse(pausedFrom) - WARNING).toISOString();
  const isWarned = emails > 1 || warning <= now.toISOString();
  const due = isWarned ? pausedFrom : warning;
  return {
    overdue_emails: isWarned && emails === 1 ? 2 : emails,
    overdue_email_attempts: 0,
    overdue_email_due_at: emails >= OVERDUE_TEXTS.length ? null : due,
  };
}

/** Stores what follows an email, unless the payment was made since. @param subscription as it was when the email was due */
async function store(
  db: PaymentsDb,
  { id, unpaid_since }: Subscription,
  columns: Partial<EmailColumns>,
): Promise<void> {
  await db
    .updateTable('subscription')
    .set(columns)
    .where('id', '=', id)
    .where('unpaid_since', 'is not distinct from', unpaid_since)
    .execute();
}
