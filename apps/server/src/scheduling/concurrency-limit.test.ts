import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

test('returns the first limit that is reached, and accepts work again after a release', () => {
  const limit = new ConcurrencyLimit();
  const limits = (account: string) => [
    { key: account, most: 1 },
    { key: 'all', most: 2 },
  ];
  const release = limit.enter(limits('a'));
  expect(limit.findReached(limits('a'))?.key).toBe('a');
  expect(limit.findReached(limits('b'))).toBe(null);
  limit.enter(limits('b'));
  expect(limit.findReached(limits('c'))?.key).toBe('all');
  release();
  expect(limit.findReached(limits('a'))).toBe(null);
});

test('releasing twice has no further effect', () => {
  const limit = new ConcurrencyLimit();
  const release = limit.enter([{ key: 'a' }]);
  limit.enter([{ key: 'a' }]);
  release();
  release();
  expect(limit.countOf('a')).toBe(1);
});
