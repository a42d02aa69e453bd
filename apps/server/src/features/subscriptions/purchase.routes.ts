import { PLAN_CURRENCY } from '@callpoint/contract/plans';
import { purchaseCalls, type PurchaseState } from '@callpoint/contract/purchases';
import type { FastifyRequest } from 'fastify';
import type { Row } from '../../db/rows.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { CallError, notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { findOpenChange } from '../../payments/subscriptions/changes.ts';
import { idOf } from '../../payments/provider/reported-values.ts';
import { currentSubscription } from '../../payments/subscriptions/current-subscription.ts';
import { startPurchase } from '../../payments/subscriptions/purchase.ts';
import type { PaymentService } from '../../payments/provider/service.ts';
import { syncInvoice } from '../../payments/invoices/sync-invoice.ts';
import { syncSubscription } from '../../payments/subscriptions/sync-subscription.ts';
import { findChosenPlan } from './chosen-plan.ts';
import { withPayments } from './payment-errors.ts';

const ALREADY = 'You already have a subscription. Change your plan on your profile.';

/** A subscriber pays for a plan. */
export function purchaseRoutes(app: App, { service }: { service: PaymentService }): void {
  app.handle(purchaseCalls.setup, async () => ({
    ok: true as const,
    data: { publishable_key: await service.publishableKey() },
  }));

  app.handle(
    purchaseCalls.start,
    async (request) => {
      const { selectedPlan, address } = request.body;
      const { team, plan } = await purchaseOf(request, selectedPlan);
      const name = team.account_name;
      const started = await withPayments(request.log, () =>
        startPurchase(service, {
          teamId: team.id,
          actor: getTenantDb(request).actor,
          plan: { price_id: plan.plan_stripe_id, max_users: plan.max_users },
          shown: { amount: plan.plan_cost_cents, currency: PLAN_CURRENCY },
          address,
          contact: { email: team.email, name },
        }),
      );
      const client_secret = started.state === 'payable' ? started.clientSecret : null;
      const { state, subscriptionId: subscription_id } = started;
      return { ok: true as const, data: { state, subscription_id, client_secret } };
    },
    { expensive: 'payment' },
  );

  app.handle(
    purchaseCalls.finish,
    async (request) => {
      const state = await withPayments(request.log, () => finishPurchase(service, getCaller(request).id));
      return { ok: true as const, data: { state } };
    },
    { expensive: 'payment' },
  );
}

/** The subscriber and the plan that it may buy. */
async function purchaseOf(
  request: FastifyRequest,
  selectedPlan: string,
): Promise<{ team: Row<'team'>; plan: Row<'plan'> }> {
  const tenant = getTenantDb(request);
  const team = await tenant.find('team', getCaller(request).id);
  if (!team) throw notFound('The subscriber does not exist.');
  if (team.plan === 'paid') throw new CallError(409, ALREADY);
  const plan = await findChosenPlan(request, team.id, selectedPlan);
  return { team, plan };
}

/** The outcome of the purchase in progress. The browser asks after a payment, or when the page is opened again. */
async function finishPurchase(service: PaymentService, teamId: number): Promise<PurchaseState> {
  const change = await findOpenChange(service.payments, teamId);
  if (change?.subscription_id) {
    const { subscription } = await syncSubscription(service, change.subscription_id);
    const invoice = idOf(subscription?.latest_invoice);
    if (invoice !== null) await syncInvoice(service, invoice);
  }
  if ((await currentSubscription(service.payments, teamId)) !== null) return 'paid';
  const isOpen = (await findOpenChange(service.payments, teamId))?.kind === 'purchase';
  return isOpen ? 'unpaid' : 'none';
}
