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
  /** Emails that are still to be sent; with the one to an owner whose address has changed. */
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
    .innerJoin('team', 'team.id', 'stop_notice.team_id')
    .selectAll('stop_notice')
    .select('team.email as owner_email')
    .where('stop_notice.team_id', 'in', teamIds)
    .where('stop_notice.closed_at', 'is', null)
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
  return new Map(
    notices.map(({ owner_email, ...notice }) => [
      notice.team_id,
      stateOf(notice, emailsOf.get(notice.id) ?? [], owner_email),
    ]),
  );
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

function stateOf(notice: Notice, emails: readonly Email[], ownerEmail: string): NoticeState {
  const sent = emails.filter(({ sent_at }) => sent_at !== null);
  const waiting = emails.filter(({ due_at }) => due_at !== null);
  const last = [notice.started_at, ...sent.map(({ sent_at }) => sent_at ?? '')].reduce((one, other) =>
    one > other ? one : other,
  );
  return {
    notice,
    sent: sent.length,
    waiting: waiting.length + (hasMoved(emails, ownerEmail) ? 1 : 0),
    failed: emails.length - sent.length - waiting.length,
    stopAfter: noticeEnd(last),
    isOwnerNotified: sent.some((email) => isToOwner(email, ownerEmail)),
  };
}

/** Whether an email of a notice is for the owner, at its present address. */
export function isToOwner(
  { is_owner, address }: Pick<Email, 'is_owner' | 'address'>,
  ownerEmail: string,
): boolean {
  return is_owner === 1 && isSameAddress(address, ownerEmail);
}

/** Whether a notice was sent to an address that the owner no longer has, and not yet to the present one. */
function hasMoved(emails: readonly Email[], ownerEmail: string): boolean {
  return emails.length > 0 && !emails.some((email) => isToOwner(email, ownerEmail));
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
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

/**
 * Sends an open notice to the present address of the owner if it was sent to another one, and starts it again: the owner
 * has the full time. An email to the former address is no longer repeated.
 */
export async function followOwner(db: PaymentsDb, { id, team_id }: Notice, now: Date): Promise<void> {
  const { emails, owner } = await readOwner(db, id);
  if (hasMoved(emails, owner)) await db.transaction((tx) => moveToOwner(tx, { id, team_id }, now));
}

async function moveToOwner(
  tx: PaymentsDb,
  { id, team_id }: Pick<Notice, 'id' | 'team_id'>,
  now: Date,
): Promise<void> {
  const team = tx.selectFrom('team').select('id').where('id', '=', team_id);
  await team.modifyEnd(tx.rowLock('no key update')).execute();
  const { emails, owner: address } = await readOwner(tx, id);
  if (!hasMoved(emails, address)) return;
  await tx.updateTable('stop_notice').set({ started_at: now.toISOString() }).where('id', '=', id).execute();
  const former = emails.filter(({ is_owner }) => is_owner === 1);
  for (const { id: emailId, attempts } of former) {
    const change = tx.updateTable('stop_notice_email').set({ is_owner: 0, due_at: null });
    // One that was never tried is no failure.
    const remove = tx.deleteFrom('stop_notice_email').where('attempts', '=', 0).where('id', '=', emailId);
    await (attempts === 0 ? remove : change.where('id', '=', emailId)).execute();
  }
  const known = emails.find((email) => isSameAddress(email.address, address));
  if (!known) {
    await addEmails(tx, { noticeId: id, kind: 'notice', recipients: [{ address, isOwner: true }] }, now);
    return;
  }
  // A safety contact, or an earlier address. With another attempt: an email that is being sent at present does not count.
  await tx
    .updateTable('stop_notice_email')
    .set({
      address,
      is_owner: 1,
      attempts: known.attempts + 1,
      due_at: now.toISOString(),
      sent_at: null,
    })
    .where('id', '=', known.id)
    .execute();
}

/** The emails of an open notice, and the present address of the owner. */
async function readOwner(db: PaymentsDb, noticeId: number): Promise<{ emails: Email[]; owner: string }> {
  const rows = await db
    .selectFrom('stop_notice_email')
    .innerJoin('stop_notice', 'stop_notice.id', 'stop_notice_email.notice_id')
    .innerJoin('team', 'team.id', 'stop_notice.team_id')
    .selectAll('stop_notice_email')
    .select('team.email as owner')
    .where('stop_notice.id', '=', noticeId)
    .where('stop_notice.closed_at', 'is', null)
    .where('stop_notice_email.kind', '=', 'notice')
    .execute();
  return { emails: rows, owner: rows[0]?.owner ?? '' };
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
