import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  yieldToPresses,
  runAsLowPriority,
  startPress,
  isLowPriority,
  yieldIfLowPriority,
  runDetachedFromCall,
  throttleDelay,
} from './press-priority.ts';

/** Resolves after so many ticks of the event loop. */
async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await setImmediate();
}

test('other work waits until a press has finished, and runs one part per tick', async () => {
  const done: string[] = [];
  const end = startPress();
  const parts = ['a', 'b', 'c'].map((part) => yieldToPresses().then(() => done.push(part)));
  await ticks(3);
  expect(done).toEqual([]);
  end();
  const seen: number[] = [];
  while (done.length < 3) {
    await setImmediate();
    seen.push(done.length);
  }
  expect(done).toEqual(['a', 'b', 'c']);
  // Never two in one tick.
  expect(seen.every((count, tick) => count - (seen[tick - 1] ?? 0) <= 1)).toBe(true);
  await Promise.all(parts);
});

test('a press that never finishes does not stop other work, and finishing a press twice counts once', async () => {
  const end = startPress();
  const other = startPress();
  for (let part = 0; part < 100; part += 1) await yieldToPresses();
  end();
  end();
  const done: string[] = [];
  // The other press is still in flight: when the share of other work has been used up, the next part waits.
  let waits = false;
  while (!waits) {
    const part = yieldToPresses().then(() => done.push('part'));
    const before = done.length;
    await ticks(3);
    waits = done.length === before;
    if (waits) other();
    await part;
  }
  expect(waits).toBe(true);
});

test('while presses are received, expensive work pauses longer than it took, up to a limit', () => {
  startPress()();
  expect(throttleDelay(10)).toBe(40);
  expect(throttleDelay(10_000)).toBe(250);
});

test('database work of a call that is not a press waits for presses', async () => {
  const done: string[] = [];
  const end = startPress();
  const press = yieldIfLowPriority().then(() => done.push('press'));
  const other = new Promise<void>((resolve) => {
    runAsLowPriority(() => {
      const work = async () => {
        // Also in later ticks of the same call.
        await setImmediate();
        await yieldIfLowPriority();
        done.push('other');
        resolve();
      };
      void work();
    });
  });
  await press;
  await ticks(3);
  expect([isLowPriority(), done]).toEqual([false, ['press']]);
  end();
  await other;
  expect(done).toEqual(['press', 'other']);
});

test('work outside of calls is not part of the call that wakes it', async () => {
  const seen = await new Promise<boolean[]>((resolve) => {
    runAsLowPriority(() => {
      const inside = isLowPriority();
      runDetachedFromCall(() => void setImmediate().then(() => resolve([inside, isLowPriority()])));
    });
  });
  expect(seen).toEqual([true, false]);
});
