import { expect, test } from 'vitest';
import { createConfirmationStore } from './confirmation-store.ts';

const leave = { title: 'Leave?', verb: 'Leave' };
const erase = { title: 'Erase?', verb: 'Erase' };

test('a request waits until the person decides, and is then removed', async () => {
  const store = createConfirmationStore();
  const shown: unknown[] = [];
  store.subscribe(() => shown.push(store.current()?.title));
  const decision = store.request(leave);
  store.decide(true);
  expect(await decision).toBe(true);
  expect(shown).toEqual(['Leave?', undefined]);
});

test('a declined request resolves to false', async () => {
  const store = createConfirmationStore();
  const decision = store.request(leave);
  store.decide(false);
  expect(await decision).toBe(false);
});

test('a request that another one replaces is declined', async () => {
  const store = createConfirmationStore();
  const first = store.request(leave);
  const second = store.request(erase);
  expect(await first).toBe(false);
  expect(store.current()).toBe(erase);
  store.decide(true);
  expect(await second).toBe(true);
});
