import { expect, test } from 'vitest';
import { openShop } from '../../testing/payments/shop.ts';
import { storeSubscription } from './store-subscription.ts';

test('reads of a subscription are stored after a failover that lost the numbers of earlier ones', async () => {
  const { provider, server, service, buyer } = await openShop();
  const id = await buyer.buy();
  const read = async () => (await storeSubscription(service, id)).outcome;
  for (let number = 0; number < 3; number += 1) expect(await read()).toBe('stored');
  provider.behave(async ({ at, path }) => {
    if (at !== 'accepted' || path !== `/v1/subscriptions/${id}`) return;
    provider.behave();
    await server.db.updateTable('subscription').set({ reads_started: 1, read_stored: 1 }).execute();
  });
  expect(await read()).toBe('stored');
  expect(await read()).toBe('stored');
});

test('of reads that overlap, each one that ends in the order of their starts is stored', async () => {
  const { provider, service, buyer } = await openShop();
  const id = await buyer.buy();
  const read = async () => (await storeSubscription(service, id)).outcome;
  const second = Promise.withResolvers<void>();
  const third = Promise.withResolvers<void>();
  const reads: Promise<string>[] = [];
  let responses = 0;
  // The second read starts during the first one and ends during the third one.
  provider.behave(async ({ at, path }) => {
    if (at !== 'accepted' || path !== `/v1/subscriptions/${id}`) return;
    responses += 1;
    if (responses === 1) {
      reads.push(read());
      await second.promise;
    } else if (responses === 2) {
      second.resolve();
      await reads[0];
      reads.push(read());
      await third.promise;
    } else {
      third.resolve();
      await reads[1];
    }
  });
  reads.unshift(read());
  await reads[0];
  await third.promise;
  expect(await Promise.all(reads)).toEqual(['stored', 'stored', 'stored']);
});
