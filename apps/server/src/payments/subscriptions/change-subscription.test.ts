import { expect, onTestFinished, test, vi } from 'vitest';
import { buildPlan } from '../../factories/subscriptions.ts';
import { HOUR } from '../../scheduling/durations.ts';
import { openShop } from '../../testing/payments/shop.ts';
import { cancelCall, changeSubscription, type ProviderCall } from './change-subscription.ts';
import { settleOpenChange } from './settle-change.ts';

const SECOND = 1000;
const REPLACED =
  'Another change of this subscription was made in the meantime. Reload the page, and look at it first.';
const TOO_SLOW =
  'The payment provider responded too slowly, so this change was not made, and nothing was charged. Try again.';
/** The provider's call that calculates a price. */
const PREVIEW = '/v1/invoices/create_preview';
const BUSY = 'Another change of this subscription is in progress. Try again in a minute.';

/** Moves the clock of the server, which then stands still. */
function passTime(ms: number): void {
  const now = Date.now() + ms;
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
}

/** A subscriber who pays for the small plan, and its calls; a third plan. */
async function paying() {
  const shop = await openShop();
  const { server, service, provider, buyer, token, team } = shop;
  const id = await buyer.buy();
  const { id: price } = provider.declarePrice({ amount: 4995, nickname: 'Medium' });
  await buildPlan(server.db, { plan_stripe_id: price, plan_cost_cents: 4995, max_users: 20 });
  const call = async (path: string, body: object) => {
    const response = await server.post(`/tapi/v1/${path}/subscription`, {
      token,
      body: { team_id: team.id, ...body },
    });
    return { status: response.status, msg: response.body.msg, data: response.body.data };
  };
  const quote = async (selectedPlan: string) => {
    const { due_now, currency, quoted_at } = (await call('preview', { selectedPlan })).data;
    return { selectedPlan, due_now, currency, quoted_at };
  };
  const openChanges = () =>
    server.db.selectFrom('payment_change').selectAll().where('settled_at', 'is', null).execute();
  return {
    ...shop,
    id,
    medium: `${price}|20`,
    quote,
    openChanges,
    change: (path: string, body: object = {}) => call(path, { subscription_id: id, ...body }),
    /** Cancels as another process does, which calls `before` between storing the request and its call. */
    cancelAfter: (before: () => Promise<unknown>) => {
      const actor = { role: 'team', id: team.id, address: '' } as const;
      const delayed: ProviderCall<unknown> = async (...given) => {
        await before();
        return await cancelCall(...given);
      };
      const request = { teamId: team.id, kind: 'cancel', subscriptionId: id, actor } as const;
      return changeSubscription(service, request, delayed);
    },
    isCanceled: async () => (await (await service.open()).subscriptions.retrieve(id)).cancel_at_period_end,
    /**
     * Calls `work` while a change of plan waits for the provider: for the `price` that the change costs, or afterwards for
     * the `state` of the subscription, directly before the call that changes it.
     */
    whilePlanChangeWaits: (what: 'price' | 'state', work: () => Promise<unknown>) => {
      let isPriced = false;
      provider.behave(async ({ at, method, path }) => {
        if (at !== 'accepted') return;
        isPriced ||= path === PREVIEW;
        const waitsFor = path === PREVIEW ? 'price' : 'state';
        if (!isPriced || waitsFor !== what || (path !== PREVIEW && method !== 'GET')) return;
        provider.behave();
        await work();
      });
    },
  };
}

test('a change of plan that another one has replaced meanwhile is not made, and charges nothing', async () => {
  const { provider, buyer, large, medium, quote, change, whilePlanChangeWaits } = await paying();
  const chosen = await quote(large.value);
  const other = await quote(medium);
  const outcomes: unknown[] = [];
  whilePlanChangeWaits('state', async () => {
    outcomes.push((await change('change', other)).status);
    passTime(61 * SECOND);
    outcomes.push((await change('change', other)).status);
  });
  expect(await change('change', chosen)).toMatchObject({ status: 409, msg: REPLACED });
  expect(outcomes).toEqual([409, 200]);
  expect(provider.totalCharged()).toBe(2995 + other.due_now);
  expect(await buyer.profile()).toMatchObject({ max_users: 20 });
});

test('a change of plan that was prepared too slowly is not made, and can be made again immediately', async () => {
  const { provider, buyer, large, quote, change, openChanges, whilePlanChangeWaits } = await paying();
  const chosen = await quote(large.value);
  whilePlanChangeWaits('state', async () => passTime(15 * SECOND));
  expect(await change('change', chosen)).toMatchObject({ status: 409, msg: TOO_SLOW });
  expect([provider.totalCharged(), await openChanges()]).toEqual([2995, []]);
  expect(await buyer.profile()).toMatchObject({ max_users: 10 });
  expect(await change('change', chosen)).toMatchObject({ status: 200 });
  expect(provider.totalCharged()).toBe(2995 + chosen.due_now);
});

test('a change that was replaced does not discard the payment of the change that replaced it', async () => {
  const { provider, buyer, large, medium, quote, change, whilePlanChangeWaits, hook } = await paying();
  const chosen = await quote(large.value);
  const other = await quote(medium);
  let secret = '';
  whilePlanChangeWaits('price', async () => {
    passTime(61 * SECOND);
    provider.decideCharges(() => 'authenticate');
    secret = (await change('change', other)).data.client_secret;
    provider.decideCharges();
  });
  expect(await change('change', chosen)).toMatchObject({ status: 409, msg: REPLACED });
  provider.authenticate(secret, true);
  await provider.deliverNew(hook);
  expect(await buyer.profile()).toMatchObject({ max_users: 20 });
  expect(provider.totalCharged()).toBe(2995 + other.due_now);
});

test('a subscription that was resumed is not canceled by a request that was given up before', async () => {
  const { cancelAfter, change, isCanceled } = await paying();
  const outcomes: unknown[] = [];
  const canceled = cancelAfter(async () => {
    passTime(61 * SECOND);
    outcomes.push((await change('resume')).status);
  });
  await expect(canceled).rejects.toThrow(REPLACED);
  expect([outcomes, await isCanceled()]).toEqual([[200], false]);
});

test('a call whose request another call has completed meanwhile succeeds', async () => {
  const { cancelAfter, change, isCanceled, buyer } = await paying();
  expect(await cancelAfter(() => change('cancel'))).toBe(null);
  expect([await isCanceled(), (await buyer.history()).length]).toEqual([true, 2]);
});

test('a request that is made again is in progress again, and keeps its key', async () => {
  const { provider, server, change, openChanges, isCanceled } = await paying();
  provider.behave(({ at }) => (at === 'request' ? 'cut' : undefined));
  expect(await change('cancel')).toMatchObject({ status: 503 });
  provider.behave();
  passTime(HOUR);
  const [before] = await openChanges();
  expect(await change('cancel')).toMatchObject({ status: 200 });
  expect(await isCanceled()).toBe(true);
  const requests = await server.db.selectFrom('payment_change').selectAll().orderBy('id').execute();
  expect(requests.slice(1)).toMatchObject([{ kind: 'cancel', key: before?.key }]);
});

test('a request that is made again is not given up by who has read it before', async () => {
  const { provider, service, cancelAfter, change, openChanges, isCanceled, buyer } = await paying();
  provider.behave(({ at }) => (at === 'request' ? 'cut' : undefined));
  await change('cancel');
  provider.behave();
  passTime(HOUR);
  const [before] = await openChanges();
  await cancelAfter(async () => {
    if (before) await settleOpenChange(service, before);
  });
  expect(await isCanceled()).toBe(true);
  expect((await buyer.history())[0]).toMatch(/^team: The subscription was scheduled to stop on /);
});

test('a request whose call is in progress is not given up by the same request', async () => {
  const { provider, change, isCanceled, buyer } = await paying();
  let second: unknown = null;
  provider.behave(async ({ at, method }) => {
    if (at === 'request' && method === 'POST') second = await change('cancel');
  });
  expect(await change('cancel')).toMatchObject({ status: 200 });
  expect(second).toMatchObject({ status: 409, msg: BUSY });
  expect(await isCanceled()).toBe(true);
  expect((await buyer.history())[0]).toMatch(/^team: The subscription was scheduled to stop on /);
});
