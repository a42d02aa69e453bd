import { expect, test } from 'vitest';
import { createPasswordConfirmationStore } from './password-confirmation-store.ts';

test('calls at the same time wait for one confirmation', async () => {
  const store = createPasswordConfirmationStore();
  let changes = 0;
  store.subscribe(() => (changes += 1));
  const calls = [store.request(), store.request()];
  expect([store.current(), changes]).toEqual([true, 1]);
  store.finish(true);
  expect(await Promise.all(calls)).toEqual([true, true]);
  expect([store.current(), changes]).toEqual([false, 2]);
});

test('a later call needs a confirmation of its own', async () => {
  const store = createPasswordConfirmationStore();
  const first = store.request();
  store.finish(true);
  const second = store.request();
  store.finish(false);
  expect([await first, await second]).toEqual([true, false]);
});

test('a confirmation that no call waits for changes nothing', () => {
  const store = createPasswordConfirmationStore();
  let changes = 0;
  store.subscribe(() => (changes += 1));
  store.finish(true);
  expect([store.current(), changes]).toEqual([false, 0]);
});
