import { expect, test } from 'vitest';
import { LOOKBACK_MS } from './candidates.ts';
import { LateCommits, type Position } from './late-commits.ts';

const MINUTE = 60_000;

/** Searches of a process that starts at minute 0, when attempt 1,000 is the newest; each minute has one more. */
function searches() {
  const late = new LateCommits(0);
  const position = (minute: number): Position => ({ at: minute * MINUTE, attempt: 1_000 + minute });
  /** Where a check in this minute searches from: the minute, and how many attempts ago. Null: not at all. */
  return (minute: number, { wait = false, isDone = true } = {}) => {
    const now = position(minute);
    late.start(now, wait, { at: now.at - LOOKBACK_MS, attempt: 0 });
    const from = late.startOfSearch(now.at);
    if (from && isDone) late.finish(now);
    return from && [from.at / MINUTE, now.attempt - from.attempt];
  };
}

test('a search covers the last five minutes, and follows a minute after the last one that found all', () => {
  const search = searches();
  expect([0, 0.5, 1, 1.5].map((minute) => search(minute))).toEqual([null, null, [-5, 1], null]);
  for (const minute of [2, 3, 4, 5]) search(minute);
  expect(search(6, { isDone: false })).toEqual([1, 5]);
  expect(search(6.5)).toEqual([1, 5.5]);
  expect(search(7)).toBeNull();
  expect(search(7.5)).toEqual([2, 5.5]);
});

test('a search that failed is repeated a minute later', () => {
  const late = new LateCommits(0);
  const start = { at: 0, attempt: 1_000 };
  late.start(start, false, start);
  const first = late.startOfSearch(MINUTE);
  expect(first).not.toBeNull();
  late.postpone(MINUTE);
  expect(late.startOfSearch(1.9 * MINUTE)).toBeNull();
  expect(late.startOfSearch(2 * MINUTE)).toEqual(first);
});

test('after a wait of commits, searches start before it, the first one immediately', () => {
  const search = searches();
  for (let minute = 0; minute <= 10; minute += 1) search(minute);
  for (let minute = 11; minute <= 40; minute += 1)
    expect(search(minute, { wait: true })).toEqual([6, minute - 6]);
  expect(search(40.25)).toEqual([6, 34.25]);
  expect(search(40.5)).toBeNull();
  // A commit becomes visible a moment after it no longer waits.
  const following = [41.25, 42.25, 43.25, 44.25, 45.25].map((minute) => search(minute)?.[0]);
  expect(following).toEqual([7, 8, 9, 10, 40.25]);
});

test('searches go back at most a day, also of a process that starts while commits wait', () => {
  const search = searches();
  expect(search(0, { wait: true })).toBeNull();
  expect(search(2, { wait: true })).toEqual([2 - 24 * 60, 1_002]);
  expect(search(3)).toEqual([3 - 24 * 60, 1_003]);
});
