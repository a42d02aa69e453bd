import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { buyerOf, openShop } from '../../testing/payments/shop.ts';
import type { Card } from '../../testing/providers/stripe/cards.ts';
import { testServer } from '../../testing/server.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

/** What a subscriber does on the page of its card, as its browser does it. */
function cardPage({ server, provider, token }: Pick<Shop, 'server' | 'provider' | 'token'>) {
  return {
    read: () => server.get('/tapi/v1/paymentCard', { token }),
    start: (attempt: string = randomUUID()) =>
      server.post('/tapi/v1/start/card', { token, body: { attempt } }),
    finish: (setup_intent: string) => server.post('/tapi/v1/finish/card', { token, body: { setup_intent } }),
    /** Enters a card and returns the id of its setup intent. */
    async enter(card: Card): Promise<string> {
      const secret: string = (await this.start()).body.data.client_secret;
      provider.confirmSetup(secret, card);
      return secret.split('_secret_')[0] ?? '';
    },
  };
}

test('a new card pays from now on, also if the call is repeated', async () => {
  const shop = await openShop();
  const { provider, service, buyer } = shop;
  const id = await buyer.buy();
  const page = cardPage(shop);
  const [old] = [...provider.state.paymentMethods.keys()];
  expect((await page.read()).body.data).toEqual({
    brand: 'visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2040,
  });
  const secret: string = (await page.start()).body.data.client_secret;
  provider.confirmSetup(secret, 'authenticate');
  provider.authenticateSetup(secret, true);
  const intent = secret.split('_secret_')[0] ?? '';
  const saved = { ok: true, data: { state: 'saved', client_secret: null } };
  expect((await page.finish(intent)).body).toEqual(saved);
  expect((await page.finish(intent)).body).toEqual(saved);
  expect((await page.read()).body.data).toMatchObject({ last4: '3155' });
  const stripe = await service.open();
  expect((await stripe.subscriptions.retrieve(id)).default_payment_method).not.toBe(old);
  expect((await buyer.history()).filter((line) => line.includes('card'))).toEqual([
    'team: The card on file was replaced.',
  ]);
  expect(provider.totalCharged()).toBe(2995);
});

test('calls of one attempt create one setup intent', async () => {
  const shop = await openShop();
  await shop.buyer.buy();
  const page = cardPage(shop);
  const attempt = randomUUID();
  const [first, second] = await Promise.all([page.start(attempt), page.start(attempt)]);
  const again = await page.start(attempt);
  expect(again.body).toEqual(first.body.ok ? first.body : second.body);
  expect((await page.start()).body).not.toEqual(again.body);
  expect(shop.provider.state.setupIntents.size).toBe(2);
});

test('a new card pays an overdue invoice once', async () => {
  const shop = await openShop();
  const { provider, buyer } = shop;
  await buyer.buy();
  provider.decideCharges(() => 'declined');
  provider.advance(32);
  provider.decideCharges();
  const page = cardPage(shop);
  const intent = await page.enter('ok');
  const answers = await Promise.all([page.finish(intent), page.finish(intent)]);
  expect(answers.some(({ body }) => body.data?.state === 'paid')).toBe(true);
  expect((await page.finish(intent)).body.data.state, 'a repeated call').toBe('paid');
  expect(provider.totalCharged()).toBe(2 * 2995);
  const { body } = await shop.server.get('/tapi/v1/listPaged/invoice', {
    token: shop.token,
    query: { my: 'yes' },
  });
  expect(body.items[0]).toMatchObject({ status: 'paid', amount_paid: 2995 });
});

test('a declined payment of an overdue invoice is reported in words, and the card stays on file', async () => {
  const shop = await openShop();
  const { provider, buyer } = shop;
  await buyer.buy();
  provider.decideCharges(() => 'declined');
  provider.advance(32);
  const page = cardPage(shop);
  const { status, body } = await page.finish(await page.enter('ok'));
  const msg = 'Your new card is on file, but it did not pay the overdue invoice: Your card was declined.';
  expect([status, body.msg, body.errors]).toEqual([409, msg, [{ msg, field: 'overdue' }]]);
  expect(provider.totalCharged()).toBe(2995);
  expect((await page.read()).status).toBe(200);
});

/** A subscriber with overdue terms of a month each, whose bank asks for authentication of each payment. */
async function overdueWithBank(terms: number) {
  const shop = await openShop({ afterRetries: 'past_due' });
  const { provider, server, token } = shop;
  await shop.buyer.buy();
  provider.decideCharges(() => 'declined');
  for (let term = 0; term < terms; term += 1) provider.advance(32);
  await provider.deliverNew(shop.hook);
  provider.decideCharges(() => 'authenticate');
  const page = cardPage(shop);
  const intent = await page.enter('ok');
  return {
    ...shop,
    page,
    intent,
    /** Finishes the same new card. */
    finish: async () => (await page.finish(intent)).body.data,
    /** The person completes the authentication of the bank, or fails it. No event is delivered. */
    authenticate(secret: string, isSuccessful = true): void {
      provider.authenticate(secret, isSuccessful);
    },
    overdue: async () => (await server.get('/tapi/v1/overduePayment', { token })).body.data,
  };
}

const ASKS_BANK = { state: 'authenticate', client_secret: expect.stringMatching(/^pi_\w+_secret_/) };
const PAID = { state: 'paid', client_secret: null };

test('an overdue payment that the person authenticates is paid before its event arrives', async () => {
  const { provider, finish, authenticate, overdue } = await overdueWithBank(1);
  const asked = await finish();
  expect(asked).toEqual(ASKS_BANK);
  expect(await overdue()).not.toBeNull();
  authenticate(asked.client_secret);
  expect(await finish()).toEqual(PAID);
  expect(await overdue()).toBeNull();
  expect(provider.totalCharged()).toBe(2 * 2995);
});

test('the bank is asked for each of two overdue terms, and only then both are paid', async () => {
  const { provider, finish, authenticate, overdue } = await overdueWithBank(2);
  const first = await finish();
  authenticate(first.client_secret);
  const second = await finish();
  expect(second).toEqual(ASKS_BANK);
  expect(second.client_secret).not.toBe(first.client_secret);
  expect(provider.totalCharged()).toBe(2 * 2995);
  expect(await overdue()).not.toBeNull();
  authenticate(second.client_secret);
  expect(await finish()).toEqual(PAID);
  expect(await overdue()).toBeNull();
  expect(provider.totalCharged()).toBe(3 * 2995);
});

test('after a failed authentication the same card is tried again, and concurrent calls ask the bank once', async () => {
  const { provider, page, intent, finish, authenticate } = await overdueWithBank(1);
  for (let failure = 0; failure < 2; failure += 1) authenticate((await finish()).client_secret, false);
  const attempts = () =>
    provider.events().filter(({ type }) => type === 'payment_intent.requires_action').length;
  expect(attempts()).toBe(2);
  const together = await Promise.all([page.finish(intent), page.finish(intent), page.finish(intent)]);
  const asked = await finish();
  expect(asked).toEqual(ASKS_BANK);
  for (const { status, body } of together) {
    if (status === 200) expect(body.data).toEqual(asked);
  }
  expect(attempts()).toBe(3);
  // The bank can be asked: the payment has a card.
  expect(provider.authenticate(asked.client_secret, true).error).toBeUndefined();
  const paid = await Promise.all([page.finish(intent), page.finish(intent)]);
  expect(paid.map(({ body }) => body.data)).toEqual([PAID, PAID]);
  expect(provider.totalCharged()).toBe(2 * 2995);
});

test('concurrent calls after a failed authentication charge a card once that needs no other one', async () => {
  const { provider, page, intent, finish, authenticate } = await overdueWithBank(1);
  authenticate((await finish()).client_secret, false);
  provider.decideCharges();
  const together = await Promise.all([page.finish(intent), page.finish(intent), page.finish(intent)]);
  expect(together.some(({ body }) => body.data?.state === 'paid')).toBe(true);
  expect(await finish()).toEqual(PAID);
  expect(provider.totalCharged()).toBe(2 * 2995);
});

test('a card whose authentication fails again and again must be entered again', async () => {
  const { provider, page, intent, finish, authenticate } = await overdueWithBank(1);
  for (let failure = 0; failure < 10; failure += 1) authenticate((await finish()).client_secret, false);
  const { status, body } = await page.finish(intent);
  expect([status, body.msg]).toEqual([
    409,
    'Your new card is on file, but it did not pay the overdue invoice: Your bank could not confirm that it was you.',
  ]);
  const again = (await page.finish(await page.enter('ok'))).body.data;
  authenticate(again.client_secret);
  expect(provider.totalCharged()).toBe(2 * 2995);
});

test('a payment that the provider has not settled yet is neither asked for again nor reported', async () => {
  const { provider, page, intent: setup, finish, authenticate } = await overdueWithBank(1);
  const { client_secret: secret } = await finish();
  authenticate(secret);
  // As the provider reports it until its invoice follows the payment.
  const intent = provider.state.paymentIntents.get(secret.split('_secret_')[0]);
  const [invoice] = [...provider.state.invoices.values()].slice(-1);
  const [subscription] = provider.state.subscriptions.values();
  if (!intent || !invoice || !subscription) throw new Error('the provider has no payment');
  invoice.status = 'open';
  subscription.status = 'past_due';
  expect(await finish()).toEqual(PAID);
  intent.status = 'processing';
  const { status, body } = await page.finish(setup);
  expect([status, body.msg]).toEqual([
    503,
    'The payment provider is still processing the payment. Check it in a moment: nothing is charged twice.',
  ]);
  expect(provider.totalCharged()).toBe(2 * 2995);
});

test('nobody uses the card of another subscriber, or one that was not stored', async () => {
  const shop = await openShop();
  const { server, provider, service, team, small, buyer } = shop;
  await buyer.buy();
  const theirs = await cardPage(shop).enter('ok');
  const other = await buildTeam(server.db, { email: 'other@company.example' });
  const token = await server.tokenOf('team', other.id);
  const page = cardPage({ server, provider, token });
  const none = 'You have not paid for a plan yet, so there is no card to replace.';
  expect((await page.read()).body).toEqual({ ok: true, data: null });
  expect((await page.start()).body.msg).toBe(none);
  expect((await page.finish(theirs)).body.msg).toBe(none);
  await buyerOf(server, provider, token, small).buy();
  const foreign = 'This card does not belong to your account. Enter it again.';
  expect((await page.finish(theirs)).body.msg).toBe(foreign);
  expect((await page.finish('seti_unknown')).body.msg).toBe(foreign);
  const empty: string = (await page.start()).body.data.client_secret;
  const rejected = await page.finish(empty.split('_secret_')[0] ?? '');
  expect([rejected.status, rejected.body.msg]).toEqual([409, 'The card was not stored. Enter it again.']);
  expect(rejected.body.code).toBeUndefined();
  const { payments } = service;
  const { customer_id } = await payments
    .selectFrom('payment_customer')
    .select('customer_id')
    .where('team_id', '=', team.id)
    .executeTakeFirstOrThrow();
  expect(provider.state.customers.get(customer_id)?.invoice_settings.default_payment_method).toBeNull();
});

test('without keys, with rejected keys and without the provider, the calls say why', async () => {
  const shop = await openShop();
  await shop.buyer.buy();
  const page = cardPage(shop);
  shop.provider.behave(() => ({ status: 503 }));
  for (const { status, body } of [await page.read(), await page.finish('seti_1')]) {
    expect([status, body.msg]).toEqual([
      503,
      'The payment provider did not respond. Try again: nothing is charged twice.',
    ]);
  }
  shop.provider.behave();
  await shop.server.db
    .updateTable('config')
    .set({ config_value: `sk_test_${'8'.repeat(24)}` })
    .where('config_key', '=', 'payment_secret_key')
    .execute();
  expect((await page.start()).body.msg).toMatch(/^The payment provider rejected the keys of this server\./);
  const server = await testServer();
  const { id } = await buildTeam(server.db);
  const { provider } = shop;
  const without = cardPage({ server, provider, token: await server.tokenOf('team', id) });
  for (const { status, body } of [
    await without.read(),
    await without.start(),
    await without.finish('seti_1'),
  ]) {
    expect([status, body.msg]).toEqual([409, 'Payments are not set up on this server yet.']);
  }
});

test.each(['past_due', 'unpaid'] as const)(
  'a new card pays all terms of a subscription that became %s, the oldest first',
  async (afterRetries) => {
    const shop = await openShop({ afterRetries });
    const { provider, server, buyer, team } = shop;
    await buyer.buy();
    provider.decideCharges(() => 'declined');
    provider.advance(32);
    provider.advance(32);
    provider.decideCharges();
    await provider.deliverNew(`${server.url}/hooks/stripe`);
    const page = cardPage(shop);
    expect((await page.finish(await page.enter('ok'))).body.data.state).toBe('paid');
    expect(provider.totalCharged()).toBe(3 * 2995);
    const overdue = await server.get('/tapi/v1/overduePayment', { token: shop.token });
    expect(overdue.body.data).toBeNull();
    const row = await server.db
      .selectFrom('subscription')
      .select(['status', 'unpaid_since'])
      .where('team_id', '=', team.id)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'active', unpaid_since: null });
  },
);
