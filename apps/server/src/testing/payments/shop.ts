import type { Logger } from 'pino';
import { onTestFinished } from 'vitest';
import type { Plan } from '@callpoint/contract/plans';
import { PaymentsDb } from '../../db/handles/payments.ts';
import { PlatformDb } from '../../db/handles/platform.ts';
import { SecretValues } from '../../db/secret-values.ts';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { buildConfiguration } from '../../factories/configuration.ts';
import { buildPlan } from '../../factories/subscriptions.ts';
import { PaymentService } from '../../payments/provider/service.ts';
import { startStripe, type StripeOptions, type TestStripe } from '../providers/stripe/stripe.ts';
import { NO_QUOTAS, testServer, type TestServer } from '../server.ts';

export const ADDRESS = { line1: '1200 Canal Street', city: 'Boulder', state: 'CO', postal_code: '80302' };

export type PurchaseBody = { selectedPlan: string; address: Partial<typeof ADDRESS> };

/** A server with payments: the simulated provider, its keys, two plans, a subscriber on the free plan and an admin. */
export async function openShop({ log, ...options }: StripeOptions & { log?: Logger } = {}) {
  const provider = await startStripe(options);
  onTestFinished(() => provider.close());
  const server = await testServer({
    variables: provider.variables,
    quotas: NO_QUOTAS,
    ...(log && { log }),
  });
  await buildConfiguration(server.db, {
    payment_secret_key: provider.secretKey,
    payment_publishable_key: provider.publishableKey,
  });
  const small = await offer(server, provider, { plan_name: 'Small', max_users: 10, amount: 2995 });
  const large = await offer(server, provider, { plan_name: 'Large', max_users: 50, amount: 9995 });
  const team = await buildTeam(server.db, { email: 'owner@ridgeline.example', account_name: 'Ridgeline' });
  const admin = await buildAdmin(server.db);
  const token = await server.tokenOf('team', team.id);
  const service = new PaymentService({
    platform: new PlatformDb(server.db),
    payments: new PaymentsDb(server.db),
    secrets: new SecretValues(null),
    provider: { baseUrl: provider.baseUrl },
  });
  return {
    provider,
    server,
    service,
    hook: `${server.url}/hooks/stripe`,
    /** A subscription that only the provider's own console can create, for the subscriber's customer. Paid; no event is delivered. */
    async subscribeElsewhere(plan: Pick<Plan, 'plan_stripe_id'>): Promise<string> {
      const stripe = await service.open();
      const { customer_id: customer } = await server.db
        .selectFrom('payment_customer')
        .select('customer_id')
        .where('team_id', '=', team.id)
        .executeTakeFirstOrThrow();
      const { id, latest_invoice: invoice } = await stripe.subscriptions.create({
        customer,
        items: [{ price: plan.plan_stripe_id }],
        payment_behavior: 'default_incomplete',
        expand: ['latest_invoice.confirmation_secret'],
      });
      const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : '';
      provider.confirmCard(secret ?? '', 'ok');
      return id;
    },
    small,
    large,
    team,
    admin,
    token,
    adminToken: await server.tokenOf('admin', admin.id),
    buyer: buyerOf(server, provider, token, small),
  };
}

/** Adds many subscriptions of the same customer whose first payment was never made, like this one. */
export function abandonMany({ state }: TestStripe, like: string): void {
  const abandoned = state.subscriptions.get(like);
  if (abandoned?.status !== 'incomplete_expired') throw new Error(`${like} is not abandoned`);
  for (let number = 0; number < 250; number += 1) {
    const id = `${like}_${number}`;
    state.subscriptions.set(id, { ...abandoned, id });
  }
}

/** A plan that the provider sells. */
async function offer(
  server: TestServer,
  provider: TestStripe,
  { amount, ...plan }: { plan_name: string; max_users: number; amount: number },
) {
  const { id } = provider.declarePrice({ amount, nickname: plan.plan_name });
  const row = await buildPlan(server.db, { ...plan, plan_stripe_id: id, plan_cost_cents: amount });
  return { ...row, value: `${id}|${plan.max_users}` };
}

/** What a subscriber does on the purchase page, as its browser does it. */
export function buyerOf(
  server: TestServer,
  provider: TestStripe,
  token: string,
  plan: Pick<Plan, 'plan_stripe_id'> & { value: string },
) {
  const buyer = {
    start: (body: Partial<PurchaseBody> = {}) =>
      server.post('/tapi/v1/start/purchase', {
        token,
        body: { selectedPlan: plan.value, address: ADDRESS, ...body },
      }),
    async finish(): Promise<string> {
      return (await server.post('/tapi/v1/finish/purchase', { token, body: {} })).body.data.state;
    },
    /** Starts a purchase and returns the secret for the provider's script. */
    async secret(selectedPlan = plan.value): Promise<string> {
      return (await buyer.start({ selectedPlan })).body.data.client_secret;
    },
    /** Starts a purchase, pays it with a card that works, and returns the subscription's id. */
    async buy(selectedPlan = plan.value): Promise<string> {
      const { body } = await buyer.start({ selectedPlan });
      provider.confirmCard(body.data.client_secret, 'ok');
      await buyer.finish();
      return body.data.subscription_id;
    },
    async profile() {
      const { body } = await server.get('/tapi/v1/listPaged/team', { token, query: { my: 'yes' } });
      return body.items[0];
    },
    /** The subscriber's history without its first line, newest first, as `role: text`. */
    async history(): Promise<string[]> {
      const { body } = await server.get('/tapi/v1/listPaged/subscription_history', {
        token,
        query: { my: 'yes', per_page: 50 },
      });
      return body.items
        .map(({ actor_role, descr }: { actor_role: string; descr: string }) => `${actor_role}: ${descr}`)
        .slice(0, -1);
    },
  };
  return buyer;
}
