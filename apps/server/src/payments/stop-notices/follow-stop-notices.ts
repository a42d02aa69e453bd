import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from '../../db/history/audit.ts';
import type { Row } from '../../db/rows.ts';
import { changeSubscription, stopCall } from '../subscriptions/change-subscription.ts';
import { findOverdue } from '../overdue/overdue.ts';
import { PaymentsUnavailable, type PaymentService } from '../provider/service.ts';
import { closeNotice } from './stop-notices.ts';

/** Notices that one run follows; the next run continues. */
const MOST_NOTICES = 100;

/**
 * Closes the notices of subscribers that have paid, and ends the subscriptions of stopped accounts at the payment
 * provider, so that no account is charged that does not work. What fails is repeated by the next run.
 */
export async function followStopNotices(
  service: PaymentService,
  log: FastifyBaseLogger,
  { now = new Date(), stopping }: { now?: Date; stopping?: AbortSignal } = {},
): Promise<void> {
  const { payments } = service;
  const open = await payments
    .selectFrom('stop_notice')
    .selectAll()
    .where('settled_at', 'is', null)
    .orderBy('id')
    .limit(MOST_NOTICES)
    .execute();
  for (const notice of open) {
    if (stopping?.aborted) return;
    if (notice.closed_at === null) {
      const overdue = await findOverdue(payments, notice.team_id);
      if (overdue?.since === notice.unpaid_since) continue;
      await closeNotice(payments, notice.id, { outcome: 'lapsed', closedBy: null }, now);
      continue;
    }
    await endSubscription(service, notice, log, now);
  }
}

/** Ends the subscription of a stopped account. One that was unblocked since then keeps it. */
async function endSubscription(
  service: PaymentService,
  { id, team_id, subscription_id, closed_by }: Row<'stop_notice'>,
  log: FastifyBaseLogger,
  now: Date,
): Promise<void> {
  const { payments } = service;
  const team = await payments
    .selectFrom('team')
    .select(['status', 'plan', 'subscription_id'])
    .where('id', '=', team_id)
    .executeTakeFirstOrThrow();
  const isToEnd = team.status === 0 && team.plan === 'paid' && team.subscription_id === subscription_id;
  if (isToEnd) {
    const actor: Actor = { role: 'admin', id: closed_by, address: '' };
    try {
      const stop = { teamId: team_id, kind: 'stop', subscriptionId: subscription_id, actor } as const;
      await changeSubscription(service, stop, stopCall);
    } catch (error) {
      const kind = error instanceof PaymentsUnavailable ? 'no payment keys' : (error as Error).name;
      log.warn({ subscriber: team_id, kind }, 'the subscription of a stopped account was not ended');
      return;
    }
  }
  await payments
    .updateTable('stop_notice')
    .set({ settled_at: now.toISOString() })
    .where('id', '=', id)
    .execute();
}
