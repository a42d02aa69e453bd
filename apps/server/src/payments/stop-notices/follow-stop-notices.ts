import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from '../../db/history/audit.ts';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { changeSubscription, stopCall } from '../subscriptions/change-subscription.ts';
import { findOpenChange } from '../subscriptions/changes.ts';
import { currentSubscription } from '../subscriptions/current-subscription.ts';
import { settleOpenChange } from '../subscriptions/settle-change.ts';
import { adoptSubscription } from '../subscriptions/sync-subscription.ts';
import { findOverdue } from '../overdue/overdue.ts';
import { isUnanswered } from '../provider/provider-errors.ts';
import { PaymentsUnavailable, type PaymentService } from '../provider/service.ts';
import { closeNotice, followOwner } from './stop-notices.ts';

type Notice = Row<'stop_notice'>;

/** Notices that are read at once. */
const PAGE = 100;
/** Subscriptions of one account that one run ends; the next run continues. */
const MOST_SUBSCRIPTIONS = 10;

/**
 * Closes the notices of subscribers that have paid, sends the others to an owner whose address has changed, and ends all subscriptions of stopped accounts at the payment
 * provider, so that no account is charged that does not work. What fails is repeated by the next run. A provider that does not
 * respond is asked once: the emails of other notices wait for the end of the run.
 */
export async function followStopNotices(
  service: PaymentService,
  log: FastifyBaseLogger,
  { now = new Date(), stopping }: { now?: Date; stopping?: AbortSignal } = {},
): Promise<void> {
  let last = 0;
  let responds = true;
  // Notices about which no one has decided yet remain: a run that read only the first ones would never reach others.
  for (;;) {
    const page = await unsettledAfter(service.payments, last);
    for (const notice of page) {
      if (stopping?.aborted) return;
      if (notice.closed_at === null) await followOpen(service.payments, notice, now);
      else if (responds) responds = await endSubscriptions(service, notice, log, now);
      last = notice.id;
    }
    if (page.length < PAGE) return;
  }
}

async function unsettledAfter(db: PaymentsDb, id: number): Promise<Notice[]> {
  return await db
    .selectFrom('stop_notice')
    .selectAll()
    .where('settled_at', 'is', null)
    .where('id', '>', id)
    .orderBy('id')
    .limit(PAGE)
    .execute();
}

async function followOpen(db: PaymentsDb, notice: Notice, now: Date): Promise<void> {
  const overdue = await findOverdue(db, notice.team_id);
  if (overdue?.since === notice.unpaid_since) await followOwner(db, notice, now);
  else await closeNotice(db, notice.id, { outcome: 'lapsed', closedBy: null }, now);
}

/**
 * Ends the subscriptions of a stopped account, and settles its notice once none is left, or the account was unblocked. Returns false
 * if the provider does not respond.
 */
async function endSubscriptions(
  service: PaymentService,
  { id, team_id: teamId, closed_by }: Notice,
  log: FastifyBaseLogger,
  now: Date,
): Promise<boolean> {
  const { payments } = service;
  const actor: Actor = { role: 'admin', id: closed_by, address: '' };
  try {
    for (let ended = 0; await isBlocked(payments, teamId); ended += 1) {
      const subscriptionId = await findSubscription(service, teamId);
      if (subscriptionId === null) break;
      if (ended === MOST_SUBSCRIPTIONS) return true;
      const stop = { teamId, kind: 'stop', subscriptionId, actor, onlyIfBlocked: true } as const;
      await changeSubscription(service, stop, stopCall);
    }
  } catch (error) {
    const kind = error instanceof PaymentsUnavailable ? 'no payment keys' : (error as Error).name;
    log.warn({ subscriber: teamId, kind }, 'the subscription of a stopped account was not ended');
    return !isUnanswered(error);
  }
  await payments
    .updateTable('stop_notice')
    .set({ settled_at: now.toISOString() })
    .where('id', '=', id)
    .execute();
  return true;
}

async function isBlocked(db: PaymentsDb, teamId: number): Promise<boolean> {
  const query = db.selectFrom('team').select('status').where('id', '=', teamId);
  return (await query.executeTakeFirstOrThrow()).status === 0;
}

/**
 * A subscription for which the subscriber is charged, or null. The provider may have one that does not give the plan yet,
 * and a page that is still open could pay for an open purchase, which is ended.
 */
async function findSubscription(service: PaymentService, teamId: number): Promise<string | null> {
  const { payments } = service;
  const known = (await currentSubscription(payments, teamId)) ?? (await adoptSubscription(service, teamId));
  if (known !== null) return known;
  const open = await findOpenChange(payments, teamId);
  if (open?.kind !== 'purchase') return null;
  await settleOpenChange(service, open);
  return await currentSubscription(payments, teamId);
}
