import { unpaidAccountCalls as calls } from '@callpoint/contract/unpaid-accounts';
import type { FastifyRequest } from 'fastify';
import type { OtherHandles, TenantDb } from '../../db/handles/tenant.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { followStatus } from '../../http/auth/subscriber-status.ts';
import { CallError, conflict, notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { addHistory } from '../../db/history/subscription-history.ts';
import { historyTexts } from '../../payments/subscriptions/history-texts.ts';
import { findOverdue, type Overdue } from '../../payments/overdue/overdue.ts';
import type { PaymentService } from '../../payments/provider/service.ts';
import {
  canStop,
  closeNotice,
  findNotice,
  findNotices,
  openNotice,
  withdrawNotice,
  type NoticeState,
} from '../../payments/stop-notices/stop-notices.ts';
import { syncSubscription } from '../../payments/subscriptions/sync-subscription.ts';
import { readUnpaidAccounts } from '../../payments/stop-notices/unpaid-accounts.ts';
import { noticeRecipients } from './notice-recipients.ts';
import { withPayments } from './payment-errors.ts';

const NOT_OVERDUE = 'This subscriber has no overdue payment.';
const TOO_EARLY =
  'The payment has not been overdue long enough. This account is not in the list of unpaid accounts.';
const BLOCKED = 'This subscriber is already blocked.';
const STARTED = 'A notice was already started.';
const NO_NOTICE = 'There is no notice to withdraw.';
const NO_EMAIL =
  'This server does not send email, so no one can be notified. Contact the administrator of this server.';
const NOTICE_RUNS =
  'The account can be stopped seven days after the notice was sent to the owner and all safety contacts.';
const NO_OWNER =
  'The owner could not be notified. Correct the email address of the subscriber: the notice is then sent to it. If the address is right, withdraw the notice, and start it again.';

type Needs = { service: PaymentService; sendsEmail: boolean };

/** Accounts that were not paid for a long time, and what administrators decide about them. */
export function unpaidAccountRoutes(app: App, { service, sendsEmail }: Needs): void {
  app.handle(calls.list, async () => ({
    ok: true as const,
    data: await readUnpaidAccounts(service.payments),
  }));

  app.handle(calls.startNotice, async (request) => {
    if (!sendsEmail) throw new CallError(503, NO_EMAIL);
    await changeUnpaid(request, async ({ tenant, others, teamId, overdue, state, now }) => {
      if (overdue.listedFrom > now.toISOString()) throw conflict(TOO_EARLY, 'team_id');
      if (state) throw conflict(STARTED, 'team_id');
      const lapsed = (await findNotices(others.payments, [teamId])).get(teamId);
      if (lapsed)
        await closeNotice(others.payments, lapsed.notice.id, { outcome: 'lapsed', closedBy: null }, now);
      const recipients = await noticeRecipients(tenant, teamId);
      await openNotice(others.payments, { teamId, overdue, recipients }, now);
      await addHistory(tenant, teamId, historyTexts.noticeStarted);
    });
    return { ok: true as const, msg: 'The notice is being sent.' };
  });

  app.handle(calls.withdrawNotice, async (request) => {
    const { team_id: teamId } = request.body;
    await getTenantDb(request).transaction(async (tenant, { payments }) => {
      if (!(await tenant.lock('team', teamId))) throw noTeam();
      const state = (await findNotices(payments, [teamId])).get(teamId);
      if (!state) throw conflict(NO_NOTICE, 'team_id');
      await withdrawNotice(payments, state.notice, tenant.actor.id, new Date());
      await addHistory(tenant, teamId, historyTexts.noticeWithdrawn);
    });
    return { ok: true as const, msg: 'The notice was withdrawn.' };
  });

  app.handle(calls.stop, async (request) => {
    await changeUnpaid(request, async ({ tenant, others, teamId, state, now }) => {
      if (!state || !canStop(state, now)) throw conflict(stopProblem(state), 'team_id');
      const closed = { outcome: 'stopped', closedBy: tenant.actor.id } as const;
      await closeNotice(others.payments, state.notice.id, closed, now);
      await tenant.update('team', teamId, { status: 0 });
      await followStatus(tenant, others, teamId, historyTexts.stoppedUnpaid);
    });
    return { ok: true as const, msg: 'The account is stopped.' };
  });

  type Unpaid = {
    tenant: TenantDb;
    others: OtherHandles;
    teamId: number;
    overdue: Overdue;
    /** The notice about this overdue payment. */
    state: NoticeState | null;
    now: Date;
  };

  /** Runs a change of an unpaid account, after the payment provider has confirmed that it is unpaid. */
  async function changeUnpaid(
    request: FastifyRequest & { body: { team_id: number } },
    change: (unpaid: Unpaid) => Promise<void>,
  ): Promise<void> {
    const { team_id: teamId } = request.body;
    if (!(await getTenantDb(request).find('team', teamId))) throw noTeam();
    const stored = await findOverdue(service.payments, teamId);
    if (!stored) throw conflict(NOT_OVERDUE, 'team_id');
    await withPayments(request.log, () => syncSubscription(service, stored.subscriptionId));
    await getTenantDb(request).transaction(async (tenant, others) => {
      const now = new Date();
      const team = await tenant.lock('team', teamId);
      const overdue = await findOverdue(others.payments, teamId);
      if (!team || !overdue) throw conflict(NOT_OVERDUE, 'team_id');
      if (team.status === 0) throw conflict(BLOCKED, 'team_id');
      const state = await findNotice(others.payments, teamId, overdue);
      await change({ tenant, others, teamId, overdue, state, now });
    });
  }
}

function stopProblem(state: NoticeState | null): string {
  return state && state.waiting === 0 && !state.isOwnerNotified ? NO_OWNER : NOTICE_RUNS;
}

function noTeam(): CallError {
  return notFound('The subscriber does not exist.', 'team_id');
}
