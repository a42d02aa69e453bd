import { expect, test } from 'vitest';
import { openOverdueShop } from '../../testing/payments/overdue-shop.ts';

/** An account that an administrator has stopped, before the job ended its subscription. */
async function stopped() {
  const shop = await openOverdueShop(46);
  await shop.decide('start/stopNotice');
  await shop.runJob();
  await shop.ageNotice(8);
  expect(await shop.decide('stop/unpaidAccount')).toEqual([200, 'The account is stopped.']);
  const status = async () =>
    (await (await shop.service.open()).subscriptions.retrieve(shop.subscription)).status;
  return { ...shop, status };
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

test('an account that was unblocked again keeps its subscription', async () => {
  const { server, team, adminToken, runJob, status } = await stopped();
  const body = { id: team.id, data: { status: 1 } };
  expect((await server.post('/api/v1/update/team', { token: adminToken, body })).status).toBe(200);
  await runJob();
  await server.db.updateTable('team').set({ status: 0 }).execute();
  await runJob();
  expect(await status()).toBe('past_due');
});
