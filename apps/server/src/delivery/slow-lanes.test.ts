import { expect, test } from 'vitest';
import { SlowLanes } from './slow-lanes.ts';

const times = (count: number, lane: string, since = 0) =>
  Array.from({ length: count }, () => ({ lane, since, urgent: false }));

test('a lane takes half of the places, a slow one a single place until it is quick again', () => {
  const slow = new SlowLanes();
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
  slow.ended('b', 30_000, 10_000);
  slow.ended('a', 20, 10_000);
  expect(slow.room(10, [], 10_001)?.lanes).toEqual([{ lane: 'b', free: 1, urgent: 2 }]);
  expect(slow.room(10, [], 700_000)?.lanes).toEqual([]);
});

test('emergencies do not wait for the others of their lane, but for those before them', () => {
  const urgent = times(4, 'a').map((one) => ({ ...one, urgent: true }));
  const { lanes } = new SlowLanes().room(10, [...urgent, ...times(2, 'a')], 1000) ?? { lanes: [] };
  expect(lanes).toEqual([{ lane: 'a', free: 0, urgent: 1 }]);
});

test('a sender with few places has none to share', () => {
  expect(new SlowLanes().room(3, times(3, 'a'), 0)).toBeNull();
});
