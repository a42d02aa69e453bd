import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { PaymentsDb } from '../src/db/handles/payments.ts';
import { PlatformDb } from '../src/db/handles/platform.ts';
import { SecretValues } from '../src/db/secret-values.ts';
import type { Db } from '../src/db/tables.ts';
import { buildSession, buildTeam } from '../src/factories/accounts.ts';
import { buildConfiguration } from '../src/factories/configuration.ts';
import { buildPlan } from '../src/factories/subscriptions.ts';
import { openLog } from '../src/http/logging/log.ts';
import { TEAM_KEY } from '../src/payments/provider/customers.ts';
import { reconcilePayments } from '../src/payments/reconcile.ts';
import { PaymentService } from '../src/payments/provider/service.ts';
import { failUnlessClosed, newDatabase } from '../src/testing/databases/database.ts';
import { ADDRESS } from '../src/testing/payments/shop.ts';
import { startStripe, type TestStripe } from '../src/testing/providers/stripe/stripe.ts';
import { startServerProcess, type ServerProcess } from '../src/testing/processes/server-process.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';

/**
 * Kills the server process between any two steps of a purchase, starts it again, and lets the person continue: there is
 * always one subscription, which is charged once and recorded.
 */

const PRICE = 2995;
const ENDED = ['canceled', 'incomplete_expired'];
const TIMEOUT = 240_000;
/** `npm test` kills at every fifth step: before some calls and after others. */
const STEP = TEST_LENGTH === 'short' ? 5 : 1;

/** A server process that is started again whenever it was killed. */
class Restarted {
  readonly #start: () => Promise<ServerProcess>;
  #current: Promise<ServerProcess>;

  constructor(start: () => Promise<ServerProcess>) {
    this.#start = start;
    this.#current = start();
  }

  async kill(): Promise<void> {
    const server = await this.#current;
    await server.end('SIGKILL');
    this.#current = this.#start();
  }

  async stop(): Promise<void> {
    await (await this.#current).end('SIGTERM');
  }

  /** Sends a call until a server responds to it with 200, as the page does when the person tries again. */
  async call(path: string, token: string, body: object): Promise<{ [name: string]: unknown }> {
    for (;;) {
      const { url } = await this.#current;
      const response = await fetch(`${url}/tapi/v1${path}?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => null);
      if (response === null) continue;
      const result = (await response.json().catch(() => null)) as { ok: boolean; data: never } | null;
      if (result === null) continue;
      if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(result)}`);
      return result.data;
    }
  }
}

async function world() {
  const provider = await startStripe();
  onTestFinished(() => provider.close());
  const { location, drop } = await newDatabase();
  const db = openDatabase(location, failUnlessClosed);
  const { id: price } = provider.declarePrice({ amount: PRICE, nickname: 'Small' });
  await buildPlan(db, { plan_stripe_id: price, max_users: 10, plan_cost_cents: PRICE });
  const server = new Restarted(() => startServerProcess(location, { variables: provider.variables }));
  onTestFinished(async () => {
    await server.stop();
    await db.destroy();
    await drop();
  });
  await buildConfiguration(db, {
    payment_secret_key: provider.secretKey,
    payment_publishable_key: provider.publishableKey,
  });
  return { provider, db, server, selectedPlan: `${price}|10` };
}

type World = Awaited<ReturnType<typeof world>>;

async function newBuyer(db: Db) {
  const team = await buildTeam(db);
  return { team, token: await buildSession(db, 'team', team.id) };
}

/** Buys the plan as a person at the page does; every call is repeated until it succeeds. */
async function buy({ server, provider, selectedPlan }: World, token: string): Promise<void> {
  const started = await server.call('/start/purchase', token, { selectedPlan, address: ADDRESS });
  if (started['state'] === 'payable') provider.confirmCard(String(started['client_secret']), 'ok');
  expect(await server.call('/finish/purchase', token, {})).toEqual({ state: 'paid' });
}

/** What the provider has charged and what we have recorded for a subscriber. */
async function outcomeOf({ provider, db }: World, teamId: number) {
  const { customer_id: customer } = await db
    .selectFrom('payment_customer')
    .select('customer_id')
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  const team = await db
    .selectFrom('team')
    .select(['plan', 'subscription_id'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  const history = await db
    .selectFrom('subscription_history')
    .select(['descr', 'actor_role', 'actor_id'])
    .where('team_id', '=', teamId)
    .where('descr', 'like', 'Subscribed%')
    .execute();
  const subscriptions = subscriptionsOf(provider, teamId);
  return {
    charged: provider.totalCharged(customer),
    subscriptions: subscriptions.length,
    plan: team.plan,
    isRecorded: team.subscription_id !== null && team.subscription_id === subscriptions[0],
    history: history.map(({ actor_role, actor_id }) => [actor_role, actor_id]),
  };
}

/** The subscriptions of a subscriber that charge or can be paid, also of a customer that we do not know. */
function subscriptionsOf({ state }: TestStripe, teamId: number): string[] {
  return [...state.subscriptions.values()]
    .filter(({ metadata, status }) => metadata[TEAM_KEY] === String(teamId) && !ENDED.includes(status))
    .map(({ id }) => id);
}

const boughtBy = (teamId: number) => ({
  charged: PRICE,
  subscriptions: 1,
  plan: 'paid',
  isRecorded: true,
  history: [['team', teamId]],
});

test(
  'a purchase that is killed between any two steps and continued is charged once and recorded once',
  async () => {
    const all = await world();
    const { provider, server, db } = all;
    let steps = 0;
    for (let killAt = 1; ; killAt += STEP) {
      const { team, token } = await newBuyer(db);
      let step = 0;
      provider.behave(async () => {
        step += 1;
        if (step !== killAt) return undefined;
        await server.kill();
        return 'cut';
      });
      await buy(all, token);
      provider.behave();
      expect([killAt, await outcomeOf(all, team.id)]).toEqual([killAt, boughtBy(team.id)]);
      if (step < killAt) break;
      steps = killAt;
    }
    // Each call of the provider has a step before and one after it took effect.
    expect(steps).toBeGreaterThanOrEqual(10);
  },
  TIMEOUT,
);

test(
  'a payment of a page that never returns, whose events are lost too, is recorded by the reconciliation',
  async () => {
    const all = await world();
    const { provider, server, db, selectedPlan } = all;
    const { team, token } = await newBuyer(db);
    const started = await server.call('/start/purchase', token, { selectedPlan, address: ADDRESS });
    await server.kill();
    provider.confirmCard(String(started['client_secret']), 'ok');
    const service = new PaymentService({
      platform: new PlatformDb(db),
      payments: new PaymentsDb(db),
      secrets: new SecretValues(null),
      provider: { baseUrl: provider.baseUrl },
    });
    await buildConfiguration(db, { payment_secret_key: provider.secretKey });
    await reconcilePayments(service, openLog('silent'));
    expect(await outcomeOf(all, team.id)).toEqual(boughtBy(team.id));
  },
  TIMEOUT,
);
