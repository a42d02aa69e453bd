import { expect, test } from 'vitest';
import { IllLanes } from './lane-health.ts';

const times = (count: number, lane: string, since = 0) =>
  Array.from({ length: count }, () => ({ lane, since, urgent: false, apart: false }));

test('a lane takes half of the places, a slow one a single place until it is quick again', () => {
  const slow = new IllLanes();
  expect(slow.room(10, times(2, 'a'), 1000)).toEqual({
    usual: 5,
    lanes: [{ lane: 'a', free: 3, urgent: 5 }],
  });
  expect(slow.room(10, [...times(5, 'a'), ...times(1, 'b', 3000)], 3500)).toEqual({
    usual: 5,
    lanes: [
      { lane: 'a', free: 0, urgent: 2 },
      { lane: 'b', free: 4, urgent: 5 },
    ],
  });
  expect(slow.room(10, [], 10_000)).toEqual({ usual: 5, lanes: [{ lane: 'a', free: 1, urgent: 2 }] });
  slow.ended('b', { ms: 30_000, broke: true }, 10_000);
  slow.ended('a', { ms: 20, broke: false }, 10_000);
  expect([slow.isSlow('b'), slow.goesApart('b')]).toEqual([true, false]);
  expect(slow.room(10, [], 10_001)?.lanes).toEqual([{ lane: 'b', free: 1, urgent: 2 }]);
  expect(slow.room(10, [], 700_000)?.lanes).toEqual([]);
});

test('emergencies do not wait for the others of their lane, but for those before them', () => {
  const urgent = times(4, 'a').map((one) => ({ ...one, urgent: true }));
  const { lanes } = new IllLanes().room(10, [...urgent, ...times(2, 'a')], 1000) ?? { lanes: [] };
  expect(lanes).toEqual([{ lane: 'a', free: 0, urgent: 1 }]);
});

test('a sender with few places has none to share', () => {
  expect(new IllLanes().room(3, times(3, 'a'), 0)).toBeNull();
});

test('a lane that breaks connections goes apart, one message at a time, until one is sound or ten minutes are over', () => {
  const ill = new IllLanes();
  ill.ended('a', { ms: 20, broke: true }, 1000);
  expect([ill.goesApart('a'), ill.goesApart('b'), ill.isSlow('a')]).toEqual([true, false, false]);
  expect(ill.room(10, [], 1000)?.lanes).toEqual([{ lane: 'a', free: 1, urgent: 5 }]);
  ill.ended('a', { ms: 20, broke: false }, 2000);
  expect([ill.goesApart('a'), ill.room(10, [], 2000)?.lanes]).toEqual([false, []]);
  ill.ended('a', { ms: 20, broke: true }, 3000);
  ill.room(10, [], 603_000);
  expect(ill.goesApart('a')).toBe(false);
});
