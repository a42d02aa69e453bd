import { expect, test } from 'vitest';
import { mayDispatch, prefetchCapacity } from './concurrency.ts';
import type { ChannelAdapter } from '../channels/channel.ts';

const adapterOf = (concurrency: number): ChannelAdapter => ({
  concurrency,
  send: () => Promise.reject(new Error('not here')),
});
const times = (count: number, lane: string, urgent = true) =>
  Array.from({ length: count }, () => ({ lane, since: 0, urgent, isIsolated: false }));
const none = () => false;

test('reserves two of ten slots for emergencies of lanes without an emergency in flight', () => {
  const busy = [...times(4, 'a'), ...times(4, 'b')];
  const canSend = (lane: string, urgent: boolean, more = 0) =>
    mayDispatch(adapterOf(10), [...busy, ...times(more, 'c')], { lane, urgent, isIsolated: false }, none);
  expect([canSend('c', false), canSend('a', true), canSend('c', true)]).toEqual([false, false, true]);
  expect([canSend('c', true, 1), canSend('d', true, 1), canSend('d', true, 2)]).toEqual([false, true, false]);
});

test('an emergency uses a reserved slot, however many ordinary messages of its lane are in flight', () => {
  expect(
    mayDispatch(adapterOf(10), times(8, 'a', false), { lane: 'a', urgent: true, isIsolated: false }, none),
  ).toBe(true);
});

test('slow lanes together get half of the slots', () => {
  const isSlow = (lane: string) => lane.startsWith('slow');
  const canSend = (count: number, lane: string) =>
    mayDispatch(adapterOf(10), times(count, 'slow-a'), { lane, urgent: true, isIsolated: false }, isSlow);
  expect([canSend(4, 'slow-b'), canSend(5, 'slow-b'), canSend(5, 'quick')]).toEqual([true, false, true]);
});

test('an emergency in a slow lane does not wait for ordinary messages of slow lanes, and leaves the reserved slots free', () => {
  const isSlow = (lane: string) => lane.startsWith('slow');
  const canSend = (urgent: boolean, inFlight: ReturnType<typeof times>) =>
    mayDispatch(adapterOf(10), inFlight, { lane: 'slow-b', urgent, isIsolated: false }, isSlow);
  const ordinary = times(5, 'slow-a', false);
  expect([canSend(false, ordinary), canSend(true, ordinary)]).toEqual([false, true]);
  expect(canSend(true, [...ordinary, ...times(2, 'slow-c')])).toBe(true);
  expect(canSend(true, [...ordinary, ...times(3, 'slow-c')])).toBe(false);
  expect(canSend(true, times(5, 'slow-c'))).toBe(false);
});

test('with four slots, slow lanes get one of the two for ordinary messages', () => {
  const canSend = (count: number, lane: string) =>
    mayDispatch(
      adapterOf(4),
      times(count, 'slow-a', false),
      { lane, urgent: false, isIsolated: false },
      (it) => it !== 'quick',
    );
  expect([canSend(0, 'slow-b'), canSend(1, 'slow-b'), canSend(1, 'quick')]).toEqual([true, false, true]);
});

test('with a single lane or few slots, only the number of messages counts', () => {
  const next = { lane: 'sms', urgent: true, isIsolated: false };
  expect(mayDispatch(adapterOf(10), times(9, 'sms'), next, null)).toBe(true);
  expect(mayDispatch(adapterOf(10), times(10, 'sms'), next, null)).toBe(false);
  expect(
    mayDispatch(adapterOf(3), times(2, 'a'), { lane: 'a', urgent: false, isIsolated: false }, none),
  ).toBe(true);
});

test('with few slots, a slow lane may use all of them', () => {
  const next = { lane: 'slow-a', urgent: false, isIsolated: false };
  expect(mayDispatch(adapterOf(3), times(2, 'slow-a', false), next, () => true)).toBe(true);
});

test('two emergencies of a lane are sent at the same time while ordinary slots are free', () => {
  expect(
    mayDispatch(adapterOf(10), times(7, 'a'), { lane: 'a', urgent: true, isIsolated: false }, none),
  ).toBe(true);
  expect(
    mayDispatch(adapterOf(10), times(8, 'a'), { lane: 'a', urgent: true, isIsolated: false }, none),
  ).toBe(false);
});

test('messages to healthy lanes do not use the share of slow lanes', () => {
  const next = { lane: 'slow-a', urgent: false, isIsolated: false };
  const isSlow = (lane: string) => lane === 'slow-a';
  expect(mayDispatch(adapterOf(10), times(6, 'quick', false), next, isSlow)).toBe(true);
});

test('claims 15 messages for each slot, and leaves two of them to emergencies', () => {
  expect(prefetchCapacity(adapterOf(10), 0)).toEqual({ all: 150, ordinary: 148 });
  expect(prefetchCapacity(adapterOf(10), 149)).toEqual({ all: 1, ordinary: 0 });
  expect(prefetchCapacity(adapterOf(4), 10)).toEqual({ all: 50, ordinary: 48 });
});

test('with few slots, claims only what can be sent immediately', () => {
  expect(prefetchCapacity(adapterOf(3), 1)).toEqual({ all: 2, ordinary: 2 });
});

test('isolated messages have separate slots and use none of the others', () => {
  const next = { lane: 'a', urgent: false, isIsolated: true };
  const isolated = (count: number) => times(count, 'a', false).map((one) => ({ ...one, isIsolated: true }));
  const two = { ...adapterOf(10), isolatedConcurrency: 2 };
  expect([mayDispatch(two, isolated(1), next, none), mayDispatch(two, isolated(2), next, none)]).toEqual([
    true,
    false,
  ]);
  expect(mayDispatch(two, times(8, 'b', false), next, none)).toBe(true);
  const usual = { lane: 'b', urgent: false, isIsolated: false };
  expect(mayDispatch(two, [...isolated(2), ...times(7, 'c', false)], usual, none)).toBe(true);
});
