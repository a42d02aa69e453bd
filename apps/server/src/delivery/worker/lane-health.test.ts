import { expect, test } from 'vitest';
import { LaneHealth } from './lane-health.ts';

const times = (count: number, lane: string, since = 0) =>
  Array.from({ length: count }, () => ({ lane, since, urgent: false, isIsolated: false }));

test('a lane gets half of the slots, and a slow lane one slot until it is fast again', () => {
  const health = new LaneHealth();
  expect(health.capacities(10, times(2, 'a'), 1000)).toEqual({
    usual: 5,
    lanes: [{ lane: 'a', free: 3, urgent: 5 }],
  });
  expect(health.capacities(10, [...times(5, 'a'), ...times(1, 'b', 3000)], 3500)).toEqual({
    usual: 5,
    lanes: [
      { lane: 'a', free: 0, urgent: 2 },
      { lane: 'b', free: 4, urgent: 5 },
    ],
  });
  expect(health.capacities(10, [], 10_000)).toEqual({ usual: 5, lanes: [{ lane: 'a', free: 1, urgent: 2 }] });
  health.recordAttempt('b', { ms: 30_000, brokeConnection: true }, 10_000);
  health.recordAttempt('a', { ms: 20, brokeConnection: false }, 10_000);
  expect([health.isSlow('b'), health.isIsolated('b')]).toEqual([true, false]);
  expect(health.capacities(10, [], 10_001)?.lanes).toEqual([{ lane: 'b', free: 1, urgent: 2 }]);
  expect(health.capacities(10, [], 700_000)?.lanes).toEqual([]);
});

test('emergencies wait for earlier emergencies of their lane, and not for its ordinary messages', () => {
  const urgent = times(4, 'a').map((one) => ({ ...one, urgent: true }));
  const { lanes } = new LaneHealth().capacities(10, [...urgent, ...times(2, 'a')], 1000) ?? { lanes: [] };
  expect(lanes).toEqual([{ lane: 'a', free: 0, urgent: 1 }]);
});

test('an adapter with few slots has no limits for lanes', () => {
  expect(new LaneHealth().capacities(3, times(3, 'a'), 0)).toBeNull();
  expect(new LaneHealth().capacities(4, times(1, 'a'), 0)?.lanes).toEqual([
    { lane: 'a', free: 1, urgent: 2 },
  ]);
});

test('an attempt of three seconds is not slow, in flight or finished; a longer one is', () => {
  const lanes = new LaneHealth();
  lanes.recordAttempt('a', { ms: 3000, brokeConnection: false }, 5000);
  lanes.capacities(10, times(1, 'b'), 3000);
  expect([lanes.isSlow('a'), lanes.isSlow('b')]).toEqual([false, false]);
  lanes.recordAttempt('a', { ms: 3001, brokeConnection: false }, 5000);
  lanes.capacities(10, times(1, 'b'), 3001);
  expect([lanes.isSlow('a'), lanes.isSlow('b')]).toEqual([true, true]);
});

test('a message that waits for a slot does not make its lane slow', () => {
  const lanes = new LaneHealth();
  const waiting = { lane: 'a', since: null, urgent: false, isIsolated: false };
  expect(lanes.capacities(10, [waiting], 1_000_000)?.lanes).toEqual([{ lane: 'a', free: 4, urgent: 5 }]);
});

test('isolates a lane that breaks connections, one message at a time, until one succeeds or ten minutes have passed', () => {
  const health = new LaneHealth();
  health.recordAttempt('a', { ms: 20, brokeConnection: true }, 1000);
  expect([health.isIsolated('a'), health.isIsolated('b'), health.isSlow('a')]).toEqual([true, false, false]);
  expect(health.capacities(10, [], 1000)?.lanes).toEqual([{ lane: 'a', free: 1, urgent: 5 }]);
  health.recordAttempt('a', { ms: 20, brokeConnection: false }, 2000);
  expect([health.isIsolated('a'), health.capacities(10, [], 2000)?.lanes]).toEqual([false, []]);
  health.recordAttempt('a', { ms: 20, brokeConnection: true }, 3000);
  health.capacities(10, [], 603_000);
  expect(health.isIsolated('a')).toBe(false);
});
