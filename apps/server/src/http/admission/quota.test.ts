import { expect, test } from 'vitest';
import { CallError } from '../errors/call-error.ts';
import { Quota, useQuotas } from './quota.ts';

const MSG = 'Too many. Wait a moment.';

function rejected(quotas: Parameters<typeof useQuotas>[0]): number | null {
  try {
    useQuotas(quotas, MSG);
    return null;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    expect([error.status, error.message]).toEqual([429, MSG]);
    return error.retryAfter;
  }
}

test('restores used quota evenly, for each key separately', () => {
  let now = 0;
  const quota = new Quota(6, () => now);
  const use = (key: string) => rejected([[quota, key]]);
  for (let used = 0; used < 6; used += 1) expect(use('a')).toBe(null);
  expect([use('a'), use('b')]).toEqual([10, null]);
  now += 9_999;
  expect(use('a')).toBe(1);
  now += 1;
  expect([use('a'), use('a')]).toEqual([null, 10]);
  now += 3_600_000;
  for (let used = 0; used < 6; used += 1) expect(use('a')).toBe(null);
  expect(use('a')).toBe(10);
});

test('a call that one quota rejects uses none of its quotas', () => {
  const [account, network] = [new Quota(1, () => 0), new Quota(2, () => 0)];
  expect(
    rejected([
      [account, 'one'],
      [network, 'n'],
    ]),
  ).toBe(null);
  expect(
    rejected([
      [account, 'one'],
      [network, 'n'],
    ]),
  ).toBe(60);
  expect(
    rejected([
      [account, 'two'],
      [network, 'n'],
    ]),
  ).toBe(null);
  expect(
    rejected([
      [account, 'three'],
      [network, 'n'],
    ]),
  ).toBe(30);
});

test('allows ten seconds’ worth of a large quota without a pause', () => {
  const quota = new Quota(240, () => 0);
  for (let used = 0; used < 40; used += 1) expect(rejected([[quota, 'a']])).toBe(null);
  expect(rejected([[quota, 'a']])).toBe(1);
});
