import { expect, test } from 'vitest';
import { createEarlyRead } from './early-read-store.ts';

function early(token: string | null = 'a') {
  const calls: string[] = [];
  const around = { token };
  const store = createEarlyRead({
    get: (path) => {
      calls.push(path);
      return path === '/broken' ? Promise.reject(new Error('broken')) : Promise.resolve(path);
    },
    token: () => around.token,
  });
  return { store, calls, around };
}

test('what was begun is the answer to the same call, once', async () => {
  const { store, calls } = early();
  store.begin('/rows', { page: 1 });
  expect(await store.take('/rows', { page: 1 })).toBe('/rows');
  expect(store.take('/rows', { page: 1 })).toBeUndefined();
  expect(calls).toEqual(['/rows']);
});

test('another call does not get it, nor does it stay for later', () => {
  const { store } = early();
  store.begin('/rows', { page: 1 });
  expect(store.take('/rows', { page: 2 })).toBeUndefined();
  expect(store.take('/rows', { page: 1 })).toBeUndefined();
});

test('another session does not get it', () => {
  const { store, around } = early();
  store.begin('/rows', {});
  around.token = 'b';
  expect(store.take('/rows', {})).toBeUndefined();
});

test('nothing is begun without a session, twice, or after the first read', () => {
  const nobody = early(null);
  nobody.store.begin('/rows', {});
  const { store, calls } = early();
  store.begin('/one', {});
  store.begin('/two', {});
  const later = early();
  void later.store.take('/rows', {});
  later.store.begin('/rows', {});
  expect([nobody.calls, calls, later.calls]).toEqual([[], ['/one'], []]);
});

test('who takes it hears of its failure', async () => {
  const { store } = early();
  store.begin('/broken', {});
  await expect(store.take('/broken', {})).rejects.toThrow('broken');
});
