import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedRun } from './shared-run.ts';

const SECOND = 1_000;

/** Runs that end when the test says so, in the order of their starts. */
function controlledRuns() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const started: PromiseWithResolvers<string>[] = [];
  const share = sharedRun(
    () => {
      const run = Promise.withResolvers<string>();
      started.push(run);
      return run.promise;
    },
    { stuckAfter: 2 * SECOND, most: 2 },
  );
  return { started, share };
}

test('callers share a run while it may end soon, and the next caller starts a new one', async () => {
  const { started, share } = controlledRuns();
  const first = share();
  vi.advanceTimersByTime(1.9 * SECOND);
  const second = share();
  started[0]?.resolve('one');
  expect(await Promise.all([first, second])).toEqual(['one', 'one']);
  const third = share();
  started[1]?.resolve('two');
  expect([await third, started.length]).toEqual(['two', 2]);
});

test('a run that may be stuck does not keep later callers waiting, and few run at the same time', async () => {
  const { started, share } = controlledRuns();
  const stuck = share();
  vi.advanceTimersByTime(2 * SECOND);
  const other = share();
  vi.advanceTimersByTime(5 * SECOND);
  const joined = share();
  expect(started.length).toBe(2);
  started[1]?.resolve('works');
  expect(await Promise.all([other, joined])).toEqual(['works', 'works']);
  expect(started.length).toBe(2);
  // The first one still runs, so only one more may.
  const next = share();
  started[0]?.reject(new Error('late'));
  await expect(stuck).rejects.toThrow('late');
  started.at(-1)?.resolve('again');
  expect([await next, started.length]).toEqual(['again', 3]);
});
