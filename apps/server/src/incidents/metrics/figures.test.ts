import { expect, test } from 'vitest';
import { FigureCounter, nearestRank } from './figures.ts';

test.each([
  [[7], 50, 7],
  [[1, 2], 50, 1],
  [[1, 2, 3], 50, 2],
  [[1, 2, 3, 4], 50, 2],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 90, 9],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 90, 10],
  [[1, 2], 90, 2],
])('the nearest rank of %j at %i %% is %i', (values, percent, expected) => {
  expect(nearestRank(Float64Array.from(values), percent)).toBe(expected);
});

const PRESS = {
  opened_at: '2026-11-21T08:00:00.000Z',
  acknowledged_at: null,
  unanswered_at: null,
  closed_at: null,
  outcome: null,
  first_sent_at: null,
  first_delivered_at: null,
  is_unnotified: 0,
};

test('an open incident that no one has acknowledged yet is not counted as left unacknowledged', () => {
  const counter = new FigureCounter();
  counter.add(PRESS);
  expect(counter.figures).toMatchObject({ incidents: 1, acknowledged: 0, never_acknowledged: 0 });
  counter.add({ ...PRESS, unanswered_at: '2026-11-21T08:40:00.000Z' });
  counter.add({ ...PRESS, closed_at: '2026-11-21T08:10:00.000Z', outcome: 'false_alarm' });
  expect(counter.figures).toMatchObject({ incidents: 3, never_acknowledged: 2, false_alarms: 1 });
});

test('a duration is never negative, and a missing one is not counted', () => {
  const counter = new FigureCounter();
  counter.add({ ...PRESS, first_sent_at: '2026-11-21T07:59:59.000Z' });
  counter.add(PRESS);
  expect(counter.figures).toMatchObject({
    first_message: { count: 1, median_ms: 0, p90_ms: 0 },
    first_delivery: null,
    acknowledgment: null,
  });
});
