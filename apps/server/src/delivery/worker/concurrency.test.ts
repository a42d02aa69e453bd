import { expect, test } from 'vitest';
import { mayLeave } from './concurrency.ts';
import type { Sender } from '../channels/channel.ts';

const sender = (atOnce: number): Sender => ({ atOnce, send: () => Promise.reject(new Error('not here')) });
const times = (count: number, lane: string, urgent = true) =>
  Array.from({ length: count }, () => ({ lane, since: 0, urgent, apart: false }));
const none = () => false;

test('of ten places two are for emergencies, and those for lanes by which none is on its way', () => {
  const busy = [...times(4, 'a'), ...times(4, 'b')];
  const may = (lane: string, urgent: boolean, more = 0) =>
    mayLeave(sender(10), [...busy, ...times(more, 'c')], { lane, urgent, apart: false }, none);
  expect([may('c', false), may('a', true), may('c', true)]).toEqual([false, false, true]);
  expect([may('c', true, 1), may('d', true, 1), may('d', true, 2)]).toEqual([false, true, false]);
});

test('ordinary messages of a lane do not keep its emergency from the last places', () => {
  expect(mayLeave(sender(10), times(8, 'a', false), { lane: 'a', urgent: true, apart: false }, none)).toBe(
    true,
  );
});

test('slow lanes together have half of the places', () => {
  const isSlow = (lane: string) => lane.startsWith('slow');
  const may = (count: number, lane: string) =>
    mayLeave(sender(10), times(count, 'slow-a'), { lane, urgent: true, apart: false }, isSlow);
  expect([may(4, 'slow-b'), may(5, 'slow-b'), may(5, 'quick')]).toEqual([true, false, true]);
});

test('an emergency to a slow lane waits for no ordinary message of slow lanes, and leaves the last places', () => {
  const isSlow = (lane: string) => lane.startsWith('slow');
  const may = (urgent: boolean, beside: ReturnType<typeof times>) =>
    mayLeave(sender(10), beside, { lane: 'slow-b', urgent, apart: false }, isSlow);
  const ordinary = times(5, 'slow-a', false);
  expect([may(false, ordinary), may(true, ordinary)]).toEqual([false, true]);
  expect(may(true, [...ordinary, ...times(2, 'slow-c')])).toBe(true);
  expect(may(true, [...ordinary, ...times(3, 'slow-c')])).toBe(false);
  expect(may(true, times(5, 'slow-c'))).toBe(false);
});

test('where there are four places, slow lanes take one of the two that are for ordinary messages', () => {
  const may = (count: number, lane: string) =>
    mayLeave(
      sender(4),
      times(count, 'slow-a', false),
      { lane, urgent: false, apart: false },
      (it) => it !== 'quick',
    );
  expect([may(0, 'slow-b'), may(1, 'slow-b'), may(1, 'quick')]).toEqual([true, false, true]);
});

test('where lanes do not matter, or there are few places, only their number counts', () => {
  const next = { lane: 'sms', urgent: true, apart: false };
  expect(mayLeave(sender(10), times(9, 'sms'), next, null)).toBe(true);
  expect(mayLeave(sender(10), times(10, 'sms'), next, null)).toBe(false);
  expect(mayLeave(sender(3), times(2, 'a'), { lane: 'a', urgent: false, apart: false }, none)).toBe(true);
});

test('what goes apart has places of its own, and takes none of the others', () => {
  const next = { lane: 'a', urgent: false, apart: true };
  const way = (count: number) => times(count, 'a', false).map((one) => ({ ...one, apart: true }));
  const two = { ...sender(10), apart: 2 };
  expect([mayLeave(two, way(1), next, none), mayLeave(two, way(2), next, none)]).toEqual([true, false]);
  expect(mayLeave(two, times(8, 'b', false), next, none)).toBe(true);
  const usual = { lane: 'b', urgent: false, apart: false };
  expect(mayLeave(two, [...way(2), ...times(7, 'c', false)], usual, none)).toBe(true);
});
