import { expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../factories/accounts.ts';
import { buildPlan, buildSubscription } from '../factories/subscriptions.ts';
import { DAY } from '../scheduling/durations.ts';
import { testServer } from '../testing/server.ts';
import { monthlyAmounts } from './revenue.ts';

const at = (days: number) => new Date(Date.now() + days * DAY).toISOString();

async function open() {
  const server = await testServer();
  const plan = await buildPlan(server.db, { plan_name: 'Small' });
  let number = 0;
  return {
    server,
    plan,
    async read() {
      const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
      return (await server.get('/api/v1/revenue', { token })).body.data;
    },
    async subscribe(values: Partial<Parameters<typeof buildSubscription>[1]> = {}) {
      number += 1;
      const account_name = `Firm ${number}`;
      const team = await buildTeam(server.db, { account_name, plan: 'paid', is_paid: 1, plan_id: plan.id });
      await buildSubscription(server.db, {
        id: `sub_${number}`,
        team_id: team.id,
        created: at(-90),
        current_period_start: at(-10),
        current_period_end: at(20),
        cancel_at_period_end: 0,
        trial_end: null,
        status: 'active',
        amount: 2995,
        currency: 'usd',
        term_unit: 'month',
        term_count: 1,
        ...values,
      });
      return team;
    },
  };
}

test('a platform without paying subscribers has no revenue', async () => {
  const { server, read } = await open();
  await buildTeam(server.db);
  expect(await read()).toEqual({
    plans: [{ kind: 'free', plan_name: null, plan_term: null, status: null, total: 1 }],
    monthly: [],
    failed: { total: 0, amounts: [], oldest: [] },
    trials: { total: 0, next: [] },
  });
});

test('subscribers are counted by plan and by the state of their subscription', async () => {
  const { server, plan, subscribe, read } = await open();
  await subscribe();
  await subscribe();
  await subscribe({ status: 'past_due', unpaid_since: at(-3) });
  await buildTeam(server.db, { plan: 'upgrade_by_admin', plan_id: plan.id });
  await buildTeam(server.db);
  const small = { plan_name: 'Small', plan_term: 'Monthly' };
  expect((await read()).plans).toEqual([
    { kind: 'upgrade_by_admin', ...small, status: null, total: 1 },
    { kind: 'paid', ...small, status: 'active', total: 2 },
    { kind: 'paid', ...small, status: 'past_due', total: 1 },
    { kind: 'free', plan_name: null, plan_term: null, status: null, total: 1 },
  ]);
});

test('monthly revenue counts subscriptions that pay, by currency', async () => {
  const { subscribe, read } = await open();
  await subscribe();
  await subscribe({ status: 'past_due', unpaid_since: at(-3) });
  await subscribe({ amount: 29_950, term_unit: 'year' });
  await subscribe({ status: 'trialing', trial_end: at(5) });
  await subscribe({ status: 'paused' });
  await subscribe({ amount: null });
  await subscribe({ amount: 1000, currency: 'jpy' });
  expect((await read()).monthly).toEqual([
    { currency: 'usd', amount: 2995 + 2995 + 2496, total: 3 },
    { currency: 'jpy', amount: 1000, total: 1 },
  ]);
});

test.each([
  ['a year', [[1200, 'year', 1]], 100],
  ['three months', [[2995, 'month', 3]], 998],
  ['a week', [[100, 'week', 1]], 433],
  ['two weeks', [[100, 'week', 2]], 217],
  ['a day', [[1, 'day', 1]], 30],
  ['half a unit, which is rounded up', [[6, 'year', 1]], 1],
  [
    'several terms, rounded together',
    [
      [5, 'year', 1],
      [5, 'year', 1],
      [1, 'month', 1],
    ],
    2,
  ],
] as const)('the price of %s is converted to one month', (_, groups, amount) => {
  const rows = groups.map(([price, term_unit, term_count]) => {
    return { currency: 'usd', amount: price, total: 1, term_unit, term_count };
  });
  expect(monthlyAmounts(rows)).toEqual([{ currency: 'usd', amount, total: groups.length }]);
});

test('failed payments are summed by currency, and the longest overdue are listed first', async () => {
  const { subscribe, read } = await open();
  const unpaid = (days: number) => ({ status: 'past_due', unpaid_since: at(-days) });
  const third = await subscribe(unpaid(3));
  const first = await subscribe({ ...unpaid(40), status: 'unpaid', currency: 'eur', amount: 500 });
  await subscribe();
  for (let count = 0; count < 20; count += 1) await subscribe(unpaid(2));
  const { failed } = await read();
  expect(failed).toMatchObject({
    total: 22,
    amounts: [
      { currency: 'eur', amount: 500, total: 1 },
      { currency: 'usd', amount: 21 * 2995, total: 21 },
    ],
  });
  expect(failed.oldest).toHaveLength(20);
  const since = failed.oldest[0].since;
  expect(failed.oldest[0]).toEqual({
    team_id: first.id,
    account_name: first.account_name,
    amount: 500,
    currency: 'eur',
    since,
    paused_from: new Date(Date.parse(since) + 14 * DAY).toISOString(),
  });
  expect(failed.oldest[1].team_id).toBe(third.id);
});

test('trials that end within 14 days are listed, the next first', async () => {
  const { subscribe, read } = await open();
  const trial = (days: number) => ({ status: 'trialing', trial_end: at(days) });
  const second = await subscribe(trial(13.9));
  const first = await subscribe(trial(1));
  await subscribe(trial(14.1));
  await subscribe({ ...trial(-0.1) });
  await subscribe({ trial_end: at(3) });
  const { trials } = await read();
  expect(trials.total).toBe(2);
  expect(trials.next.map(({ team_id }: { team_id: number }) => team_id)).toEqual([first.id, second.id]);
  expect(trials.next[0]).toMatchObject({
    account_name: first.account_name,
    amount: 2995,
    currency: 'usd',
    ends_at: expect.stringMatching(/Z$/),
  });
});
