import { expect, test } from 'vitest';
import { countsBeside, updateTimes } from './seen-times.ts';

const NINE = '2026-11-23T09:00:00.000Z';
const TEN = '2026-11-23T10:00:00.000Z';

test('a list is seen while it is on the screen; on a first visit, both start at that time', () => {
  const first = updateTimes({}, NINE, null);
  expect(first).toEqual({ subscribers: NINE, messages: NINE });
  expect(updateTimes(first, TEN, null)).toEqual(first);
  expect(updateTimes(first, TEN, 'messages')).toEqual({ subscribers: NINE, messages: TEN });
});

test('the list on the screen has no count, also before the server has counted again', () => {
  const counts = { subscribers: 2, messages: 5 };
  expect(countsBeside(null, counts)).toEqual(counts);
  expect(countsBeside('subscribers', counts)).toEqual({ subscribers: 0, messages: 5 });
  expect(countsBeside(null, undefined)).toEqual({ subscribers: 0, messages: 0 });
});
