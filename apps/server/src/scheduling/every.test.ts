import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { gate } from '../testing/outbox.ts';
import { every } from './every.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test('runs periodically, and reports errors without stopping', async () => {
  const errors: unknown[] = [];
  let runs = 0;
  const periodic = every(
    1000,
    () => {
      runs += 1;
      if (runs === 2) throw new Error('failed');
    },
    { onError: (error) => errors.push(error) },
  );
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(3001);
  expect([runs, errors]).toEqual([4, [new Error('failed')]]);
  await periodic.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(4);
});

test('the first run can be immediate', async () => {
  let runs = 0;
  const periodic = every(1000, () => void (runs += 1), { onError: () => {}, startsNow: true });
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(2);
  await periodic.stop();
});

test('skips a run while one is in progress, and stops when that one has finished', async () => {
  const { opened, open } = gate();
  let runs = 0;
  let seen: AbortSignal | undefined;
  const work = async (stopping: AbortSignal) => {
    runs += 1;
    seen = stopping;
    await opened;
  };
  const periodic = every(1000, work, { onError: () => {} });
  await vi.advanceTimersByTimeAsync(5000);
  expect([runs, seen?.aborted]).toEqual([1, false]);
  let hasStopped = false;
  const stopped = periodic.stop().then(() => (hasStopped = true));
  await vi.advanceTimersByTimeAsync(1000);
  expect([hasStopped, seen?.aborted]).toEqual([false, true]);
  open();
  await stopped;
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(1);
});
