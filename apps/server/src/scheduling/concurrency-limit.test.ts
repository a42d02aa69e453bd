import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

test('names the first limit that is reached, and has room again when work leaves', () => {
  const limit = new ConcurrencyLimit();
  const limits = (account: string) => [
    { key: account, most: 1 },
    { key: 'all', most: 2 },
  ];
  const leave = limit.enter(limits('a'));
  expect(limit.findReached(limits('a'))?.key).toBe('a');
  expect(limit.findReached(limits('b'))).toBe(null);
  limit.enter(limits('b'));
  expect(limit.findReached(limits('c'))?.key).toBe('all');
  leave();
  expect(limit.findReached(limits('a'))).toBe(null);
});

test('leaving twice counts once', () => {
  const limit = new ConcurrencyLimit();
  const leave = limit.enter([{ key: 'a' }]);
  limit.enter([{ key: 'a' }]);
  leave();
  leave();
  expect(limit.countOf('a')).toBe(1);
});
