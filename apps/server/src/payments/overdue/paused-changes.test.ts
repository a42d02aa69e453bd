import { pino } from 'pino';
import { expect, test } from 'vitest';
import { DAY } from '../../scheduling/durations.ts';
import { openShop } from '../../testing/payments/shop.ts';
import { settingId } from '../../testing/tenant.ts';
import { reconcilePayments } from '../reconcile.ts';

const SILENT = pino({ level: 'silent' });
const tomorrow = () => new Date(Date.now() + DAY + 60_000);

/** A subscriber whose renewal was declined `days` ago, or up to four more: months differ. */
async function declinedFor(days: number) {
  const start = new Date(Date.now() - (31 + days) * DAY);
  const shop = await openShop({ start, afterRetries: 'past_due' });
  const subscription = await shop.buyer.buy();
  shop.provider.decideCharges(() => 'declined');
  shop.provider.advance(31 + days);
  const { server, team, token } = shop;
  const id = await settingId(server.db, team.id, 'home_page_top_text');
  const save = async () =>
    (await server.post('/tapi/v1/update/settings', { token, body: { id, data: { setting_value: 'Call.' } } }))
      .status;
  return { ...shop, subscription, save };
}

test('a subscriber whose payment stays overdue cannot change settings after 14 days', async () => {
  const { provider, server, save } = await declinedFor(10);
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  expect(await save()).toBe(200);
  const later = await declinedFor(16);
  await later.provider.deliverNew(`${later.server.url}/hooks/stripe`);
  expect(await later.save()).toBe(409);
});

test('a payment whose event was lost ends the pause with the reconciliation', async () => {
  const { provider, server, service, subscription, save } = await declinedFor(20);
  await provider.deliverNew(`${server.url}/hooks/stripe`);
  expect(await save()).toBe(409);
  const stripe = await service.open();
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscription);
  provider.decideCharges();
  await stripe.invoices.pay(typeof invoice === 'string' ? invoice : (invoice?.id ?? ''));
  expect(await save()).toBe(409);
  await reconcilePayments(service, SILENT, { now: tomorrow() });
  expect(await save()).toBe(200);
});

test('a failed payment whose events were lost is overdue since its invoice, not since the reconciliation', async () => {
  const { service, save } = await declinedFor(20);
  expect(await save()).toBe(200);
  await reconcilePayments(service, SILENT);
  expect(await save()).toBe(409);
});
