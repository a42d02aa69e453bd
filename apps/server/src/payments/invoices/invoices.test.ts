import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { buildInvoice } from '../../factories/subscriptions.ts';
import { openShop } from '../../testing/payments/shop.ts';
import { duplicated, shuffled } from '../../testing/providers/stripe/webhooks.ts';
import { reconcilePayments } from '../reconcile.ts';
import { syncInvoice } from './sync-invoice.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;
const DAY = 86_400_000;
const SILENT = pino({ level: 'silent' });

const listed = async ({ server, token }: Pick<Shop, 'server' | 'token'>, query = {}) =>
  (await server.get('/tapi/v1/listPaged/invoice', { token, query: { my: 'yes', ...query } })).body.items;

const rowsOf = ({ server }: Shop) =>
  server.db.selectFrom('payment_invoice').selectAll().orderBy('created_at').execute();

const PAID = {
  status: 'paid',
  number: 'C0FFEE-0001',
  amount_due: 2995,
  amount_paid: 2995,
  amount_refunded: 0,
  currency: 'usd',
  is_disputed: false,
  failed_at: null,
  next_attempt_at: null,
};

/** A random generator with a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

test('a subscriber sees the invoice as soon as the browser reports the payment, and only its own', async () => {
  const shop = await openShop();
  await shop.buyer.buy();
  expect(await listed(shop)).toEqual([
    {
      ...PAID,
      id: expect.any(Number),
      team_id: shop.team.id,
      created_at: expect.any(String),
      paid_at: expect.any(String),
    },
  ]);
  for (const found of ['c0ffee-0001', '29.95', 'fee-0'])
    expect(await listed(shop, { filter_search: found })).toMatchObject([PAID]);
  for (const missing of ['C0FFEE-0002', '29.96', '%'])
    expect(await listed(shop, { filter_search: missing })).toEqual([]);
  const other = await buildTeam(shop.server.db, { email: 'other@company.example' });
  const token = await shop.server.tokenOf('team', other.id);
  for (const query of [{}, { filter_search: 'C0FFEE' }])
    expect(await listed({ ...shop, token }, query)).toEqual([]);
  const { body } = await shop.server.get('/api/v1/listPaged/invoice', {
    token: shop.adminToken,
    query: { filter_team_id: shop.team.id },
  });
  expect(body.items).toMatchObject([PAID]);
});

test('the links of an invoice are read from the provider when they are needed', async () => {
  const shop = await openShop();
  await shop.buyer.buy();
  const [{ id }] = await listed(shop);
  const read = (token: string) => shop.server.get('/tapi/v1/invoiceFiles', { token, query: { id } });
  expect((await read(shop.token)).body.data).toEqual({
    page_url: expect.stringMatching(/^https:\/\/invoice\.stripe\.com\//),
    pdf_url: expect.stringMatching(/\/pdf$/),
  });
  const other = await buildTeam(shop.server.db, { email: 'other@company.example' });
  expect((await read(await shop.server.tokenOf('team', other.id))).status).toBe(404);
  shop.provider.behave(() => ({ status: 503 }));
  expect((await read(shop.token)).status).toBe(503);
});

test('a failed renewal, its recovery, a refund and a dispute are stored, in any order of the events', async () => {
  const shop = await openShop();
  const { provider, server, service } = shop;
  await shop.buyer.buy();
  provider.decideCharges(() => 'declined');
  provider.advance(32);
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  expect((await listed(shop))[0]).toMatchObject({
    status: 'open',
    amount_paid: 0,
    failed_at: expect.any(String),
    next_attempt_at: expect.any(String),
  });
  provider.decideCharges();
  provider.advance(4);
  const stripe = await service.open();
  const charge = [...provider.state.charges.values()].find(({ status }) => status === 'succeeded');
  await stripe.refunds.create({ charge: charge?.id ?? '', amount: 1000 });
  const dispute = provider.dispute(charge?.id ?? '');
  await provider.deliverNew(`${server.url}/hooks/stripe`, (events) =>
    shuffled(duplicated(events), randomOf(11)),
  );
  const [renewal, first] = await listed(shop);
  expect(renewal).toMatchObject({
    status: 'paid',
    amount_paid: 2995,
    amount_refunded: 0,
    is_disputed: false,
    next_attempt_at: null,
  });
  expect(first).toMatchObject({ status: 'paid', amount_refunded: 1000, is_disputed: true });

  provider.closeDispute(dispute.id, 'won');
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  expect((await listed(shop))[1]).toMatchObject({ status: 'paid', is_disputed: false });
});

test('lost events are made up for once a day, with few calls of the provider', async () => {
  const shop = await openShop();
  const { provider, service } = shop;
  await shop.buyer.buy();
  provider.advance(32);
  const charge = [...provider.state.charges.values()][0];
  await (await service.open()).refunds.create({ charge: charge?.id ?? '' });
  await reconcilePayments(service, SILENT);
  expect(await listed(shop)).toMatchObject([
    { status: 'paid', amount_refunded: 0 },
    { status: 'paid', amount_refunded: 2995 },
  ]);
  const before = provider.calls.length;
  const again = await reconcilePayments(service, SILENT, { now: new Date(Date.now() + DAY + 60_000) });
  expect(again).toEqual({ compared: 1, fixed: 0 });
  expect(provider.calls.slice(before).map(({ path }) => path)).toEqual([
    '/v1/subscriptions',
    '/v1/charges',
    '/v1/invoices',
  ]);
});

test('of two reads of an invoice, the later one is stored, whichever ends last', async () => {
  const shop = await openShop();
  const { provider, server } = shop;
  await shop.buyer.buy();
  const [{ invoice_id } = { invoice_id: '' }] = await rowsOf(shop);
  provider.behave(async ({ at, path }) => {
    if (at !== 'accepted' || path !== `/v1/invoices/${invoice_id}`) return;
    provider.behave();
    const charge = [...provider.state.charges.values()][0];
    await (await shop.service.open()).refunds.create({ charge: charge?.id ?? '' });
    expect(await syncInvoice(shop.service, invoice_id)).toBe('stored');
    await server.db.updateTable('payment_invoice').set({ number: 'from the later read' }).execute();
  });
  expect(await syncInvoice(shop.service, invoice_id)).toBe('superseded');
  expect(await rowsOf(shop)).toMatchObject([{ number: 'from the later read', amount_refunded: 2995 }]);
});

test('an invoice of a customer that is none of ours is not stored, and a deleted draft is removed', async () => {
  const shop = await openShop();
  const { server, service } = shop;
  await shop.buyer.buy();
  const [{ invoice_id } = { invoice_id: '' }] = await rowsOf(shop);
  await server.db.deleteFrom('payment_invoice').execute();
  await server.db.updateTable('payment_customer').set({ customer_id: 'cus_other' }).execute();
  expect(await syncInvoice(service, invoice_id)).toBe('foreign');
  await buildInvoice(server.db, { team_id: shop.team.id, invoice_id: 'in_unknown', status: 'draft' });
  expect(await syncInvoice(service, 'in_unknown')).toBe('missing');
  expect(await rowsOf(shop)).toEqual([]);
});

test('reads of an invoice are stored after a failover that lost the numbers of earlier ones', async () => {
  const shop = await openShop();
  const { provider, server, service } = shop;
  await shop.buyer.buy();
  const [{ invoice_id } = { invoice_id: '' }] = await rowsOf(shop);
  for (let read = 0; read < 3; read += 1) expect(await syncInvoice(service, invoice_id)).toBe('stored');
  provider.behave(async ({ at, path }) => {
    if (at !== 'accepted' || path !== `/v1/invoices/${invoice_id}`) return;
    provider.behave();
    await server.db.updateTable('payment_invoice').set({ reads_started: 1, read_stored: 1 }).execute();
  });
  expect(await syncInvoice(service, invoice_id)).toBe('stored');
  expect(await syncInvoice(service, invoice_id)).toBe('stored');
});
