import { NOTICE_DAYS } from '@callpoint/contract/overdue-days';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { DAY } from '../../scheduling/durations.ts';
import type { Overdue } from '../overdue/overdue.ts';

type Notice = Row<'stop_notice'>;
type Email = Row<'stop_notice_email'>;

export type Recipient = { address: string; isOwner: boolean };

/** How far an open notice is. */
export type NoticeState = {
  notice: Notice;
  sent: number;
  waiting: number;
  failed: number;
  /** The end of the notice; no email of it was sent later than seven days before. */
  stopAfter: string;
  isOwnerNotified: boolean;
};

/** The open notices of subscribers, by subscriber. */
export async function findNotices(
  db: PaymentsDb,
  teamIds: readonly number[],
): Promise<Map<number, NoticeState>> {
  if (teamIds.length === 0) return new Map();
  const notices = await db
    .selectFrom('stop_notice')
    .selectAll()
    .where('team_id', 'in', teamIds)
    .where('closed_at', 'is', null)
    .execute();
  if (notices.length === 0) return new Map();
  const ids = notices.map(({ id }) => id);
  const emails = await db
    .selectFrom('stop_notice_email')
    .selectAll()
    .where('notice_id', 'in', ids)
    .where('kind', '=', 'notice')
    .execute();
  const emailsOf = Map.groupBy(emails, ({ notice_id }) => notice_id);
  return new Map(notices.map((notice) => [notice.team_id, stateOf(notice, emailsOf.get(notice.id) ?? [])]));
}

/** The open notice about this overdue payment, or null. A notice about an earlier one has lapsed. */
export async function findNotice(
  db: PaymentsDb,
  teamId: number,
  { since }: Pick<Overdue, 'since'>,
): Promise<NoticeState | null> {
  const state = (await findNotices(db, [teamId])).get(teamId);
  return state?.notice.unpaid_since === since ? state : null;
}

function stateOf(notice: Notice, emails: readonly Email[]): NoticeState {
  const sent = emails.filter(({ sent_at }) => sent_at !== null);
  const waiting = emails.filter(({ due_at }) => due_at !== null);
  const last = [notice.started_at, ...sent.map(({ sent_at }) => sent_at ?? '')].reduce((one, other) =>
    one > other ? one : other,
  );
  return {
    notice,
    sent: sent.length,
    waiting: waiting.length,
    failed: emails.length - sent.length - waiting.length,
    stopAfter: noticeEnd(last),
    isOwnerNotified: sent.some(({ is_owner }) => is_owner === 1),
  };
}

/** The end of a notice whose last email was sent at `sentAt`. */
export function noticeEnd(sentAt: string): string {
  return new Date(Date.parse(sentAt) + NOTICE_DAYS * DAY).toISOString();
}

/** Whether everyone had the time of the notice. An owner who could not be notified never had it. */
export function canStop(
  { waiting, isOwnerNotified, stopAfter }: Pick<NoticeState, 'waiting' | 'isOwnerNotified' | 'stopAfter'>,
  now: Date,
): boolean {
  return waiting === 0 && isOwnerNotified && stopAfter <= now.toISOString();
}

/** Stores a notice with its emails, which a periodic job sends. The subscriber must be locked, and have no open one. */
export async function openNotice(
  tx: PaymentsDb,
  {
    teamId,
    overdue,
    recipients,
  }: {
    teamId: number;
    overdue: Pick<Overdue, 'since' | 'subscriptionId'>;
    recipients: readonly Recipient[];
  },
  now: Date,
): Promise<void> {
  const { id } = await tx
    .insertInto('stop_notice')
    .values({
      team_id: teamId,
      subscription_id: overdue.subscriptionId,
      unpaid_since: overdue.since,
      started_at: now.toISOString(),
      closed_at: null,
      outcome: null,
      closed_by: null,
      settled_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addEmails(tx, { noticeId: id, kind: 'notice', recipients }, now);
}

/** Takes a notice back: whoever may have received it is notified, and no further email of it is sent. */
export async function withdrawNotice(
  tx: PaymentsDb,
  { id }: Pick<Notice, 'id'>,
  closedBy: number | null,
  now: Date,
): Promise<void> {
  await closeNotice(tx, id, { outcome: 'withdrawn', closedBy }, now);
  const tried = await tx
    .selectFrom('stop_notice_email')
    .select(['address', 'is_owner'])
    .where('notice_id', '=', id)
    .where('kind', '=', 'notice')
    .where('attempts', '>', 0)
    .execute();
  await tx.updateTable('stop_notice_email').set({ due_at: null }).where('notice_id', '=', id).execute();
  const recipients = tried.map(({ address, is_owner }) => ({ address, isOwner: is_owner === 1 }));
  await addEmails(tx, { noticeId: id, kind: 'withdrawal', recipients }, now);
}

/** @param outcome `stopped`: its subscription remains to be ended at the provider */
export async function closeNotice(
  tx: PaymentsDb,
  id: number,
  { outcome, closedBy }: { outcome: 'withdrawn' | 'lapsed' | 'stopped'; closedBy: number | null },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await tx
    .updateTable('stop_notice')
    .set({ closed_at: at, outcome, closed_by: closedBy, settled_at: outcome === 'stopped' ? null : at })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
}

async function addEmails(
  tx: PaymentsDb,
  of: { noticeId: number; kind: 'notice' | 'withdrawal'; recipients: readonly Recipient[] },
  now: Date,
): Promise<void> {
  const { noticeId, kind, recipients } = of;
  if (recipients.length === 0) return;
  await tx
    .insertInto('stop_notice_email')
    .values(
      recipients.map(({ address, isOwner }) => ({
        notice_id: noticeId,
        kind,
        address,
        is_owner: isOwner ? 1 : 0,
        attempts: 0,
        due_at: now.toISOString(),
        sent_at: null,
      })),
    )
    .execute();
}
