import { expect, test } from 'vitest';
import { mayDispatch, prefetchCapacity } from './concurrency.ts';
import type { ChannelAdapter } from '../channels/channel.ts';

const sender = (concurrency: number): ChannelAdapter => ({
  concurrency,
  send: () => Promise.reject(new Error('not here')),
});
const times = (count: number, lane: string, urgent = true) =>
  Array.from({ length: count }, () => ({ lane, since: 0, urgent, isIsolated: false }));
const none = () => false;

test('reserves two of ten slots for emergencies, and for lanes with no emergency in flight', () => {
  const busy = [...times(4, 'a'), ...times(4, 'b')];
  const may = (lane: string, urgent: boolean, more = 0) =>
    mayDispatch(sender(10), [...busy, ...times(more, 'c')], { lane, urgent, isIsolated: false }, none);
  expect([may('c', false), may('a', true), may('c', true)]).toEqual([false, false, true]);
  expect([may('c', true, 1), may('d', true, 1), may('d', true, 2)]).toEqual([false, true, false]);
});

test('ordinary messages of a lane do not keep its emergency from the reserved slots', () => {
  expect(
    mayDispatch(sender(10), times(8, 'a', false), { lane: 'a', urgent: true, isIsolated: false }, none),
  ).toBe(true);
});

test('slow lanes together get half of the slots', () => {
  const isSlow = (lane: string) => lane.startsWith('slow');
  const may = (count: number, lane: string) =>
    mayDispatch(sender(10), times(count, 'slow-a'), { lane, urgent: true, isIsolated: false }, isSlow);
  expect([may(4, 'slow-b'), may(5, 'slow-b'), may(5, 'quick')]).toEqual([true, false, true]);
});

test('an emergency in a slow lane does not wait for ordinary messages of slow lanes, and leaves the reserved slots free', () => {
  const isSlow = (lane: string) => lane.startsWith('slow');
  const may = (urgent: boolean, beside: ReturnType<typeof times>) =>
    mayDispatch(sender(10), beside, { lane: 'slow-b', urgent, isIsolated: false }, isSlow);
  const ordinary = times(5, 'slow-a', false);
  expect([may(false, ordinary), may(true, ordinary)]).toEqual([false, true]);
  expect(may(true, [...ordinary, ...times(2, 'slow-c')])).toBe(true);
  expect(may(true, [...ordinary, ...times(3, 'slow-c')])).toBe(false);
  expect(may(true, times(5, 'slow-c'))).toBe(false);
});

test('with four slots, slow lanes get one of the two for ordinary messages', () => {
  const may = (count: number, lane: string) =>
    mayDispatch(
      sender(4),
      times(count, 'slow-a', false),
      { lane, urgent: false, isIsolated: false },
      (it) => it !== 'quick',
    );
  expect([may(0, 'slow-b'), may(1, 'slow-b'), may(1, 'quick')]).toEqual([true, false, true]);
});

test('with a single lane or few slots, only the number of messages counts', () => {
  const next = { lane: 'sms', urgent: true, isIsolated: false };
  expect(mayDispatch(sender(10), times(9, 'sms'), next, null)).toBe(true);
  expect(mayDispatch(sender(10), times(10, 'sms'), next, null)).toBe(false);
  expect(mayDispatch(sender(3), times(2, 'a'), { lane: 'a', urgent: false, isIsolated: false }, none)).toBe(
    true,
  );
});

test('with few slots, a slow lane may use all of them', () => {
  const next = { lane: 'slow-a', urgent: false, isIsolated: false };
  expect(mayDispatch(sender(3), times(2, 'slow-a', false), next, () => true)).toBe(true);
});

test('two emergencies of a lane are sent at the same time while ordinary slots are free', () => {
  expect(mayDispatch(sender(10), times(7, 'a'), { lane: 'a', urgent: true, isIsolated: false }, none)).toBe(
    true,
  );
  expect(mayDispatch(sender(10), times(8, 'a'), { lane: 'a', urgent: true, isIsolated: false }, none)).toBe(
    false,
  );
});

test('messages to healthy lanes do not use the share of slow lanes', () => {
  const next = { lane: 'slow-a', urgent: false, isIsolated: false };
  const isSlow = (lane: string) => lane === 'slow-a';
  expect(mayDispatch(sender(10), times(6, 'quick', false), next, isSlow)).toBe(true);
});

test('claims 15 messages for each slot, and leaves two of them to emergencies', () => {
  expect(prefetchCapacity(sender(10), 0)).toEqual({ all: 150, ordinary: 148 });
  expect(prefetchCapacity(sender(10), 149)).toEqual({ all: 1, ordinary: 0 });
  expect(prefetchCapacity(sender(4), 10)).toEqual({ all: 50, ordinary: 48 });
});

test('with few slots, claims only what can be sent immediately', () => {
  expect(prefetchCapacity(sender(3), 1)).toEqual({ all: 2, ordinary: 2 });
});

test('isolated messages have slots of their own and use none of the others', () => {
  const next = { lane: 'a', urgent: false, isIsolated: true };
  const way = (count: number) => times(count, 'a', false).map((one) => ({ ...one, isIsolated: true }));
  const two = { ...sender(10), isolatedConcurrency: 2 };
  expect([mayDispatch(two, way(1), next, none), mayDispatch(two, way(2), next, none)]).toEqual([true, false]);
  expect(mayDispatch(two, times(8, 'b', false), next, none)).toBe(true);
  const usual = { lane: 'b', urgent: false, isIsolated: false };
  expect(mayDispatch(two, [...way(2), ...times(7, 'c', false)], usual, none)).toBe(true);
});
