import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  afterPresses,
  asOtherCall,
  beginPress,
  isOtherCall,
  letPressesFirst,
  outsideCalls,
  restAfter,
} from './press-priority.ts';

/** Lets the event loop turn so many times. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

test('other work waits for the end of a press, and each part has a turn of its own', async () => {
  const done: string[] = [];
  const end = beginPress();
  const parts = ['a', 'b', 'c'].map((part) => afterPresses().then(() => done.push(part)));
  await turns(3);
  expect(done).toEqual([]);
  end();
  const seen: number[] = [];
  while (done.length < 3) {
    await setImmediate();
    seen.push(done.length);
  }
  expect(done).toEqual(['a', 'b', 'c']);
  // Never two in one turn.
  expect(seen.every((count, turn) => count - (seen[turn - 1] ?? 0) <= 1)).toBe(true);
  await Promise.all(parts);
});

test('a press that does not end stops nothing, and ending it twice counts once', async () => {
  const end = beginPress();
  const other = beginPress();
  for (let part = 0; part < 100; part += 1) await afterPresses();
  end();
  end();
  const done: string[] = [];
  // The other press is still in flight: when the share of other work has been used up, the next part waits.
  let waits = false;
  while (!waits) {
    const part = afterPresses().then(() => done.push('part'));
    const before = done.length;
    await turns(3);
    waits = done.length === before;
    if (waits) other();
    await part;
  }
  expect(waits).toBe(true);
});

test('expensive work rests longer than it took while presses come in, up to a limit', () => {
  beginPress()();
  expect(restAfter(10)).toBe(40);
  expect(restAfter(10_000)).toBe(250);
});

test('within a call that is not a press, what needs the database waits for presses', async () => {
  const done: string[] = [];
  const end = beginPress();
  const press = letPressesFirst().then(() => done.push('press'));
  const other = new Promise<void>((resolve) => {
    asOtherCall(() => {
      const work = async () => {
        // Also in what follows from it.
        await setImmediate();
        await letPressesFirst();
        done.push('other');
        resolve();
      };
      void work();
    });
  });
  await press;
  await turns(3);
  expect([isOtherCall(), done]).toEqual([false, ['press']]);
  end();
  await other;
  expect(done).toEqual(['press', 'other']);
});

test('what a call wakes is not a part of it', async () => {
  const seen = await new Promise<boolean[]>((resolve) => {
    asOtherCall(() => {
      const inside = isOtherCall();
      outsideCalls(() => void setImmediate().then(() => resolve([inside, isOtherCall()])));
    });
  });
  expect(seen).toEqual([true, false]);
});
