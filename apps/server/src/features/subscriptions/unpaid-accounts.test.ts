import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { openShop } from '../../testing/payments/shop.ts';
import { CONTACT, openOverdueShop } from '../../testing/payments/overdue-shop.ts';
import { testServer } from '../../testing/server.ts';

const DAY = 86_400_000;
const STARTED = [200, 'The notice is being sent.'];
const NOTICE_RUNS = [
  409,
  'The account can be stopped seven days after the notice was sent to the owner and all safety contacts.',
];

test('a subscriber sees that its payment is overdue, since when, and when something changes', async () => {
  const { overduePayment, server } = await openOverdueShop(9);
  const overdue = await overduePayment();
  expect(overdue).toEqual({
    since: expect.stringMatching(/Z$/),
    amount: 2995,
    currency: 'usd',
    is_paused: false,
    paused_from: new Date(Date.parse(overdue.since) + 14 * DAY).toISOString(),
    stop_after: null,
  });
  const other = await server.tokenOf('team', (await buildTeam(server.db)).id);
  expect((await server.get('/tapi/v1/overduePayment', { token: other })).body.data).toBeNull();
  expect((await (await openOverdueShop(15)).overduePayment()).is_paused).toBe(true);
});

test('an account is listed 30 days after the grace period, with its owner, until it pays', async () => {
  expect(await (await openOverdueShop(39)).unpaidAccounts()).toEqual({ accounts: [], total: 0 });
  const { unpaidAccounts, pay, provider, server, team } = await openOverdueShop(46);
  expect(await unpaidAccounts()).toEqual({
    accounts: [
      {
        team_id: team.id,
        account_name: 'Ridgeline',
        since: expect.stringMatching(/Z$/),
        amount: 2995,
        currency: 'usd',
        owner: {
          name: `${team.first_name} ${team.last_name}`,
          email: 'owner@ridgeline.example',
          phone: team.phone,
        },
        notice: null,
      },
    ],
    total: 1,
  });
  await pay();
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  expect(await unpaidAccounts()).toEqual({ accounts: [], total: 0 });
});

test('after the notice an administrator stops the account: it is blocked, and its subscription ends', async () => {
  const shop = await openOverdueShop(46);
  const { server, team, token, decide, runJob, ageNotice, unpaidAccounts, overduePayment } = shop;
  const user = await buildAppUser(server.db, team.id);
  const phone = await server.tokenOf('app_user', user.id);
  expect(await decide('stop/unpaidAccount')).toEqual(NOTICE_RUNS);
  expect(await decide('start/stopNotice')).toEqual(STARTED);
  expect(await decide('start/stopNotice')).toEqual([409, 'A notice was already started.']);
  expect((await unpaidAccounts()).accounts[0].notice).toMatchObject({ sent: 0, waiting: 2, can_stop: false });
  expect(await runJob()).toBe(2);
  expect(await decide('stop/unpaidAccount')).toEqual(NOTICE_RUNS);
  await ageNotice(6.9);
  expect(await decide('stop/unpaidAccount')).toEqual(NOTICE_RUNS);
  await ageNotice(7.1);
  expect((await unpaidAccounts()).accounts[0].notice).toMatchObject({ sent: 2, waiting: 0, can_stop: true });
  expect(Date.parse((await overduePayment()).stop_after)).toBeLessThan(Date.now());
  await runJob();
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status, 'nothing stops by itself').toBe(
    200,
  );

  expect(await decide('stop/unpaidAccount')).toEqual([200, 'The account is stopped.']);
  expect(await decide('stop/unpaidAccount')).toEqual([409, 'This subscriber is already blocked.']);
  expect((await server.get('/tapi/v1/overduePayment', { token })).status).toBe(401);
  expect((await server.get('/mapi/v1/dashboard', { token: phone })).status).toBe(401);
  expect(await unpaidAccounts()).toEqual({ accounts: [], total: 0 });
  await runJob();
  const stripe = await shop.service.open();
  expect((await stripe.subscriptions.retrieve(shop.subscription)).status).toBe('canceled');
  await server.db.updateTable('team').set({ status: 1 }).where('id', '=', team.id).execute();
  const { body } = await server.get('/tapi/v1/listPaged/subscription_history', {
    token: await server.tokenOf('team', team.id),
    query: { my: 'yes' },
  });
  expect(body.items.slice(0, 3)).toMatchObject([
    { actor_role: 'admin', descr: 'The subscription was stopped: back on the free plan.' },
    {
      actor_role: 'admin',
      descr: 'Blocked by an administrator because its payment was still overdue after seven days’ notice.',
    },
    {
      actor_role: 'admin',
      descr: 'An administrator sent notice that the account may be stopped because its payment is overdue.',
    },
  ]);
});

test('a subscriber that paid while the event was lost is neither notified nor stopped', async () => {
  const { pay, decide, mails, runJob } = await openOverdueShop(46);
  await pay();
  expect(await decide('start/stopNotice')).toEqual([409, 'This subscriber has no overdue payment.']);
  expect([await runJob(), mails]).toEqual([0, []]);

  const other = await openOverdueShop(46);
  await other.decide('start/stopNotice');
  await other.runJob();
  await other.ageNotice(8);
  await other.pay();
  expect(await other.decide('stop/unpaidAccount')).toEqual([409, 'This subscriber has no overdue payment.']);
  expect(await other.buyer.profile()).toMatchObject({ plan: 'paid', status: 1 });
});

test('while the payment provider does not respond, no account is stopped', async () => {
  const { provider, decide, runJob, ageNotice, buyer } = await openOverdueShop(46);
  await decide('start/stopNotice');
  await runJob();
  await ageNotice(8);
  provider.behave(() => ({ status: 500 }));
  expect((await decide('stop/unpaidAccount'))[0]).toBe(503);
  expect(await buyer.profile()).toMatchObject({ status: 1 });
});

test('an account is not stopped before everyone was notified, and not without its owner', async () => {
  const { decide, rejected, runJob, ageNotice, unpaidAccounts } = await openOverdueShop(46);
  rejected.add(CONTACT);
  await decide('start/stopNotice');
  expect(await runJob()).toBe(1);
  await ageNotice(8);
  expect(await decide('stop/unpaidAccount')).toEqual(NOTICE_RUNS);
  // The address was tried for seven days.
  await runJob(new Date(Date.now() + DAY));
  expect((await unpaidAccounts()).accounts[0].notice).toMatchObject({ sent: 1, waiting: 0, failed: 1 });
  expect(await decide('stop/unpaidAccount')).toEqual([200, 'The account is stopped.']);

  const other = await openOverdueShop(46);
  other.rejected.add('owner@ridgeline.example');
  await other.decide('start/stopNotice');
  await other.runJob();
  await other.ageNotice(8);
  await other.runJob(new Date(Date.now() + DAY));
  expect(await other.decide('stop/unpaidAccount')).toEqual([
    409,
    'The owner could not be notified. Correct the email address of the subscriber: the notice is then sent to it. If the address is right, withdraw the notice, and start it again.',
  ]);
});

test('a withdrawn notice stops nothing, and another one can be started', async () => {
  const { decide, runJob, ageNotice, overduePayment, buyer } = await openOverdueShop(46);
  expect(await decide('withdraw/stopNotice')).toEqual([409, 'There is no notice to withdraw.']);
  await decide('start/stopNotice');
  await runJob();
  expect((await overduePayment()).stop_after).not.toBeNull();
  await ageNotice(8);
  expect(await decide('withdraw/stopNotice')).toEqual([200, 'The notice was withdrawn.']);
  expect((await overduePayment()).stop_after).toBeNull();
  expect(await decide('stop/unpaidAccount')).toEqual(NOTICE_RUNS);
  expect((await buyer.history())[0]).toBe('admin: The notice that the account may be stopped was withdrawn.');
  expect(await decide('start/stopNotice')).toEqual(STARTED);
  expect(await decide('stop/unpaidAccount')).toEqual(NOTICE_RUNS);
});

test('a notice about an earlier overdue payment does not count for a later one', async () => {
  const { server, decide, runJob, ageNotice, overduePayment } = await openOverdueShop(46);
  await decide('start/stopNotice');
  await runJob();
  await ageNotice(8);
  await server.db
    .updateTable('stop_notice')
    .set({ unpaid_since: new Date(0).toISOString() })
    .execute();
  expect((await overduePayment()).stop_after).toBeNull();
  expect(await decide('stop/unpaidAccount')).toEqual(NOTICE_RUNS);
  expect(await decide('start/stopNotice')).toEqual(STARTED);
});

test('a notice starts only for listed accounts, and only if this server sends email', async () => {
  const { decide } = await openOverdueShop(39);
  expect(await decide('start/stopNotice')).toEqual([
    409,
    'The payment has not been overdue long enough. This account is not in the list of unpaid accounts.',
  ]);
  const { server, team, adminToken } = await openShop();
  const post = (team_id: number, on = server, token = adminToken) =>
    on.post('/api/v1/start/stopNotice', { token, body: { team_id } });
  expect((await post(team.id)).body.msg).toBe('This subscriber has no overdue payment.');
  expect(await post(999_999)).toMatchObject({
    status: 404,
    body: { msg: 'The subscriber does not exist.' },
  });
  const silent = await testServer({ mail: 'not set up', database: server });
  expect((await post(team.id, silent)).status).toBe(503);
});
