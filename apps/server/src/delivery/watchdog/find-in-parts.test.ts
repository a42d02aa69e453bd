import { expect, test } from 'vitest';
import { BATCH_SIZE, type DatedAlarmCandidate, type Window } from './candidates.ts';
import { findInParts } from './find-in-parts.ts';

const NOW = Date.parse('2026-11-29T08:00:00.000Z');
const before = (ms: number) => new Date(NOW - ms).toISOString();

/** Finds the candidates with these times, and notes which windows it was called with. */
function finderOf(times: readonly string[]) {
  const windows: Window[] = [];
  const all = times.map((created_at, index): DatedAlarmCandidate => ({
    id: index + 1,
    reason: 'none_sent',
    created_at,
  }));
  const find = async (window: Window) => {
    windows.push(window);
    return all
      .filter(({ created_at }) => created_at > window.from && created_at <= window.to)
      .slice(0, BATCH_SIZE);
  };
  return { find, windows };
}

const BLOCKING = { queriesWait: false };

test.each([
  { queriesWait: true, parts: 1 },
  { queriesWait: false, parts: 100 },
])(
  'every time of a window is in one of $parts parts, and candidates are in their order',
  async ({ parts, ...dialect }) => {
    const times = [3_600_000, 10_001, 10_000, 9_999, 9_751, 9_750, 9_749, 1, 0].map(before);
    const { find, windows } = finderOf([before(3_600_001), ...times, before(-1)]);
    const window = { from: before(3_600_001), to: before(0) };
    const found = await findInParts(window, dialect, find);
    expect(found.map(({ created_at }) => created_at)).toEqual(times);
    expect([windows.length, windows[0]?.from, windows.at(-1)?.to]).toEqual([parts, window.from, window.to]);
    expect(windows.slice(1).map(({ from }) => from)).toEqual(windows.slice(0, -1).map(({ to }) => to));
  },
);

test('a full batch ends with the oldest candidates, whatever the parts', async () => {
  const times = Array.from({ length: BATCH_SIZE + 50 }, (_, index) => before(5_000 - index * 10));
  const { find, windows } = finderOf(times);
  const found = await findInParts({ from: before(7_000), to: before(0) }, BLOCKING, find);
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: BATCH_SIZE }, (_, index) => index + 1));
  expect(windows.at(-1)?.to).toBe(before(3_000));
});

test('other work runs between parts that take long', async () => {
  const { find, windows } = finderOf([]);
  let partsBeforeOther: number | null = null;
  const slow = async (window: Window) => {
    if (windows.length === 0) setImmediate(() => (partsBeforeOther = windows.length));
    for (const end = performance.now() + 3; performance.now() < end;);
    return await find(window);
  };
  await findInParts({ from: before(1_000), to: before(0) }, BLOCKING, slow);
  expect([partsBeforeOther, windows.length]).toEqual([1, 4]);
});

test.each([0, -1])('a window that ends %s ms after its start has no candidates', async (ms) => {
  const { find } = finderOf([before(0)]);
  expect(await findInParts({ from: before(0), to: before(-ms) }, BLOCKING, find)).toEqual([]);
});
