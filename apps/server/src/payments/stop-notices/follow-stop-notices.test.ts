import { expect, test } from 'vitest';
import { PaymentsDb } from '../../db/handles/payments.ts';
import type { Db } from '../../db/tables.ts';
import { insertSubscribers } from '../../factories/many-subscribers.ts';
import { buildSubscription } from '../../factories/subscriptions.ts';
import { DAY } from '../../scheduling/durations.ts';
import { buyerOf } from '../../testing/payments/shop.ts';
import { openOverdueShop } from '../../testing/payments/overdue-shop.ts';
import { openNotice } from './stop-notices.ts';

/** The provider's list of subscriptions. */
const LIST = '/v1/subscriptions';

type Shop = Awaited<ReturnType<typeof openOverdueShop>>;

/**
 * An account that an administrator has stopped, before the job ended its subscriptions.
 * @param prepare changes the account before it is stopped
 */
async function stopped(prepare?: (shop: Shop) => Promise<void>) {
  const shop = await openOverdueShop(46);
  await prepare?.(shop);
  await shop.decide('start/stopNotice');
  await shop.runJob();
  await shop.ageNotice(8);
  expect(await shop.decide('stop/unpaidAccount')).toEqual([200, 'The account is stopped.']);
  const status = async (id = shop.subscription) =>
    (await (await shop.service.open()).subscriptions.retrieve(id)).status;
  const unblock = async () => {
    const body = { id: shop.team.id, data: { status: 1 } };
    const updated = await shop.server.post('/api/v1/update/team', { token: shop.adminToken, body });
    expect(updated.status).toBe(200);
  };
  /** The subscriber after another login: the stop has logged it out. */
  const loggedIn = async () =>
    buyerOf(shop.server, shop.provider, await shop.server.tokenOf('team', shop.team.id), shop.small);
  return { ...shop, status, unblock, loggedIn };
}

/** Adds subscribers with an overdue payment, and an open notice about each. */
async function addUndecided(db: Db, count: number): Promise<void> {
  await insertSubscribers(db, count);
  const subscribers = await db.selectFrom('team').select('id').where('subscription_id', 'is', null).execute();
  const since = new Date(Date.now() - 46 * DAY).toISOString();
  for (const { id } of subscribers) {
    await buildSubscription(db, subscriptionOf(id, since));
    await db.updateTable('team').set({ plan: 'paid' }).where('id', '=', id).execute();
    const overdue = { since, subscriptionId: `sub_undecided_${id}` };
    await openNotice(new PaymentsDb(db), { teamId: id, overdue, recipients: [] }, new Date());
  }
}

const subscriptionOf = (team_id: number, unpaid_since: string) => ({
  id: `sub_undecided_${team_id}`,
  team_id,
  created: unpaid_since,
  current_period_start: unpaid_since,
  current_period_end: unpaid_since,
  cancel_at_period_end: 0,
  trial_end: null,
  status: 'past_due',
  price_id: null,
  amount: 2995,
  currency: 'usd',
  term_unit: 'month',
  term_count: 1,
  unpaid_since,
  overdue_email_due_at: null,
});

/** A stopped account that also pays for a second subscription. */
async function stoppedWithSecond() {
  let second = '';
  const shop = await stopped(async ({ provider, large, hook, subscribeElsewhere }) => {
    provider.decideCharges();
    second = await subscribeElsewhere(large);
    await provider.deliverNew(hook);
  });
  return { ...shop, second };
}

test('the subscription of a stopped account is ended as soon as the payment provider responds', async () => {
  const { provider, runJob, status } = await stopped();
  provider.behave(() => ({ status: 500 }));
  await runJob();
  provider.behave();
  expect(await status()).toBe('past_due');
  await runJob();
  expect(await status()).toBe('canceled');
});

test('a provider that does not respond is asked about one account, and the notices of others that have paid are closed', async () => {
  const { server, provider, runJob, team } = await stopped();
  const requests = async () => {
    let count = 0;
    provider.behave(({ at }) => {
      if (at !== 'request') return;
      count += 1;
      return 'cut';
    });
    await runJob();
    return count;
  };
  const ofOne = await requests();
  expect(ofOne).toBeGreaterThan(0);
  await addUndecided(server.db, 2);
  const others = await server.db
    .selectFrom('stop_notice')
    .select('team_id')
    .where('team_id', '!=', team.id)
    .execute();
  const [alsoStopped = 0, paid = 0] = others.map(({ team_id }) => team_id);
  const { db } = server;
  await db.updateTable('team').set({ status: 0 }).where('id', '=', alsoStopped).execute();
  const closed = { closed_at: new Date().toISOString(), outcome: 'stopped' };
  await db.updateTable('stop_notice').set(closed).where('team_id', '=', alsoStopped).execute();
  await db.updateTable('subscription').set({ unpaid_since: null }).where('team_id', '=', paid).execute();
  expect(await requests()).toBe(ofOne);
  const noticeOf = async (team_id: number) =>
    await db
      .selectFrom('stop_notice')
      .select(['outcome', 'settled_at'])
      .where('team_id', '=', team_id)
      .executeTakeFirstOrThrow();
  expect(await noticeOf(alsoStopped)).toEqual({ outcome: 'stopped', settled_at: null });
  expect(await noticeOf(paid)).toMatchObject({ outcome: 'lapsed' });
});

test('an account that was unblocked again keeps its subscription', async () => {
  const { server, runJob, status, unblock } = await stopped();
  await unblock();
  await runJob();
  await server.db.updateTable('team').set({ status: 0 }).execute();
  await runJob();
  expect(await status()).toBe('past_due');
});

test('all subscriptions of a stopped account are ended, with a line of the history for each', async () => {
  const { runJob, status, subscription, second, loggedIn, unblock, server, provider, hook } =
    await stoppedWithSecond();
  await runJob();
  await provider.deliverNew(hook);
  await runJob();
  expect([await status(subscription), await status(second)]).toEqual(['canceled', 'canceled']);
  const settled = await server.db.selectFrom('stop_notice').select('settled_at').executeTakeFirstOrThrow();
  expect(settled).toEqual({ settled_at: expect.any(String) });
  await unblock();
  const buyer = await loggedIn();
  expect(await buyer.profile()).toMatchObject({ plan: 'free', subscription_id: null });
  expect((await buyer.history()).slice(1, 5)).toEqual([
    'admin: The subscription was stopped: back on the free plan.',
    'system: Another subscription of this account continues. Its plan applies: Large - Monthly ( $99.95/monthly ).',
    'admin: The subscription was stopped: back on the free plan.',
    'admin: Blocked by an administrator because its payment was still overdue after seven days’ notice.',
  ]);
});

/** After a run that has ended the first subscription, and could not read the second one. */
async function firstEnded() {
  const shop = await stoppedWithSecond();
  const { provider, runJob, status, subscription, second } = shop;
  provider.behave(({ at, method, path }) =>
    at === 'request' && method === 'GET' && path === LIST ? 'cut' : undefined,
  );
  await runJob();
  provider.behave();
  expect([await status(subscription), await status(second)]).toEqual(['canceled', 'active']);
  return shop;
}

test('a second subscription that could not be read is ended by the next run', async () => {
  const { runJob, status, second } = await firstEnded();
  await runJob();
  expect(await status(second)).toBe('canceled');
});

test('an account that is unblocked while the payment provider is asked keeps its second subscription', async () => {
  const { provider, runJob, status, second, unblock, loggedIn } = await firstEnded();
  provider.behave(async ({ at, method, path }) => {
    if (at === 'accepted' && method === 'GET' && path === LIST) await unblock();
  });
  await runJob();
  provider.behave();
  await runJob();
  expect(await status(second)).toBe('active');
  expect(await (await loggedIn()).profile()).toMatchObject({ plan: 'paid', subscription_id: second });
});

test('an account that is unblocked while its first subscription ends keeps the second one', async () => {
  const { provider, runJob, status, second, unblock, loggedIn } = await stoppedWithSecond();
  provider.behave(async ({ at, method }) => {
    if (at === 'request' && method === 'DELETE') await unblock();
  });
  await runJob();
  provider.behave();
  await runJob();
  expect(await status(second)).toBe('active');
  expect(await (await loggedIn()).profile()).toMatchObject({ plan: 'paid', subscription_id: second });
});

test('a purchase that was open when the account was stopped can no longer be paid', async () => {
  const { server, service, provider, runJob, loggedIn, hook, subscription } = await stopped();
  await (await service.open()).subscriptions.cancel(subscription);
  await provider.deliverNew(hook);
  await server.db.updateTable('team').set({ status: 1 }).execute();
  provider.decideCharges();
  const secret = await (await loggedIn()).secret();
  await server.db.updateTable('team').set({ status: 0 }).execute();
  await runJob();
  const states = [...provider.state.subscriptions.values()].map(({ status }) => status);
  expect(states).toEqual(['canceled', 'incomplete_expired']);
  expect(provider.confirmCard(secret, 'ok').error).toBeDefined();
});

test('a stopped account is followed next to many notices about which no one has decided', async () => {
  const { server, runJob, status } = await stopped(({ server: { db } }) => addUndecided(db, 250));
  await runJob();
  expect(await status()).toBe('canceled');
  const undecided = server.db.selectFrom('stop_notice').select('id').where('closed_at', 'is', null);
  expect(await undecided.execute()).toHaveLength(250);
});
