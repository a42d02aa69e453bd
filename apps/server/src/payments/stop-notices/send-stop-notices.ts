import type { FastifyBaseLogger } from 'fastify';
import { claimDueEmail, type EmailOwnership } from '../../db/due-emails.ts';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { findOverdue } from '../overdue/overdue.ts';
import { noticeText, withdrawalText, type NoticeText } from './stop-notice-texts.ts';
import { isToOwner, noticeEnd } from './stop-notices.ts';

/** Emails that one run sends; the next run continues. */
const MOST_EMAILS = 100;

export type NoticeNeeds = {
  /** Sends an email; null if email is not configured: emails wait. */
  sendEmail:
    | ((email: NoticeText & { to: string; messageId: string }, ownership: EmailOwnership) => Promise<void>)
    | null;
  publicUrl: string;
  log: FastifyBaseLogger;
};

type Email = Row<'stop_notice_email'>;

/**
 * Sends the emails of stop notices that are due. An email is claimed before it is sent, so that of several processes one
 * sends it: each claim starts when it is made, because a run can take longer than one. The email is marked as sent after
 * the mail server accepted it. If the process ends in between, it is sent again with the same Message-ID. Returns how
 * many were sent.
 */
export async function sendStopNotices(
  db: PaymentsDb,
  { sendEmail, publicUrl, log }: NoticeNeeds,
  { now = () => new Date(), stopping }: { now?: () => Date; stopping?: AbortSignal } = {},
): Promise<number> {
  if (!sendEmail) return 0;
  let sent = 0;
  for (let tried = 0; tried < MOST_EMAILS; tried += 1) {
    if (stopping?.aborted) break;
    const claimed = await claimDueEmail(db, 'stop_notice_email', now);
    if (!claimed) break;
    const email = claimed.due;
    const { id, address: to } = email;
    const text = await textOf(db, email, publicUrl, now());
    if (text === null) {
      await settle(db, email, null);
      continue;
    }
    try {
      const messageId = `stop-notice-${id}-${text.startedAt}`;
      await sendEmail({ to, ...text, messageId }, claimed.ownership);
      await settle(db, email, now());
      sent += 1;
    } catch (error) {
      // Another attempt follows when the claim ends.
      log.warn({ email: id, kind: (error as Error).name }, 'an email of a stop notice was not sent');
    }
  }
  return sent;
}

/**
 * No further attempt follows, unless another process has claimed the email since, which then decides.
 * @param email as it was before the claim
 * @param sentAt null: it was not sent
 */
async function settle(db: PaymentsDb, { id, attempts }: Email, sentAt: Date | null): Promise<void> {
  await db
    .updateTable('stop_notice_email')
    .set({ due_at: null, ...(sentAt && { sent_at: sentAt.toISOString() }) })
    .where('id', '=', id)
    .where('attempts', '=', attempts + 1)
    .execute();
}

/** The email; null if it is no longer true, or was tried for seven days. */
async function textOf(
  db: PaymentsDb,
  { notice_id, kind, is_owner, address, attempts }: Email,
  publicUrl: string,
  now: Date,
): Promise<(NoticeText & { startedAt: number }) | null> {
  const notice = await db
    .selectFrom('stop_notice')
    .selectAll()
    .where('id', '=', notice_id)
    .executeTakeFirstOrThrow();
  const at = now.toISOString();
  if (attempts > 0 && noticeEnd(notice.closed_at ?? notice.started_at) < at) return null;
  const team = await db
    .selectFrom('team')
    .select(['account_name', 'first_name', 'last_name', 'email', 'phone', 'time_zone'])
    .where('id', '=', notice.team_id)
    .executeTakeFirstOrThrow();
  const startedAt = Date.parse(notice.started_at);
  if (kind === 'withdrawal') return { ...withdrawalText(team), startedAt };
  const overdue = await findOverdue(db, notice.team_id);
  if (notice.closed_at !== null || overdue?.since !== notice.unpaid_since) return null;
  // The email to the present address follows.
  if (is_owner === 1 && !isToOwner({ is_owner, address }, team.email)) return null;
  const about = { overdue, team, isOwner: is_owner === 1, publicUrl };
  return { ...noticeText(about, noticeEnd(at)), startedAt };
}
