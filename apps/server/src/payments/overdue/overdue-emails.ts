import type { FastifyBaseLogger } from 'fastify';
import { claimDueEmail, type EmailOwnership } from '../../db/due-emails.ts';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { DAY } from '../../scheduling/durations.ts';
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
  sendEmail:
    | ((email: OverdueText & { to: string; messageId: string }, ownership: EmailOwnership) => Promise<void>)
    | null;
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
    const claimed = await claimDueEmail(db, 'subscription', now);
    if (!claimed) break;
    const { id, team_id, overdue_email_attempts: before } = claimed.due;
    const subscription = { ...claimed.due, overdue_email_attempts: before + 1 };
    const overdue = await findOverdue(db, team_id);
    const stage =
      overdue?.subscriptionId === id ? stageOf(subscription.overdue_emails, overdue, now()) : null;
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
      if (text) await sendEmail({ to: team.email, ...text, messageId }, claimed.ownership);
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

/**
 * Stores what follows an email, unless the payment was made, or another process has claimed the email since.
 * @param subscription as it is if nothing of that has happened
 */
async function store(
  db: PaymentsDb,
  { id, unpaid_since, overdue_emails, overdue_email_attempts }: Subscription,
  columns: Partial<EmailColumns>,
): Promise<void> {
  await db
    .updateTable('subscription')
    .set(columns)
    .where('id', '=', id)
    .where('unpaid_since', 'is not distinct from', unpaid_since)
    .where('overdue_emails', '=', overdue_emails)
    .where('overdue_email_attempts', '=', overdue_email_attempts)
    .execute();
}
