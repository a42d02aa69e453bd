import { setImmediate } from 'node:timers/promises';
import type { Dialect } from '../../db/dialect.ts';
import { BATCH_SIZE, type DatedAlarmCandidate, type Window } from './candidates.ts';

/** Milliseconds of submissions that one query reads, and how far back windows are divided: the rest is one part. */
const PART = 250;
const DIVIDED = 10_000;

/**
 * The first candidates of a window, like one query of `find`. Where nothing else runs during a query, it reads the newest
 * submissions in parts: with thousands of presses a second, these presses would otherwise wait for all of them.
 */
export async function findInParts(
  window: Window,
  { queriesWait }: Pick<Dialect, 'queriesWait'>,
  find: (window: Window) => Promise<DatedAlarmCandidate[]>,
): Promise<DatedAlarmCandidate[]> {
  if (queriesWait) return await find(window);
  const found: DatedAlarmCandidate[] = [];
  for (const part of partsOf(window)) {
    found.push(...(await find(part)));
    if (found.length >= BATCH_SIZE) break;
    await setImmediate();
  }
  return found.slice(0, BATCH_SIZE);
}

/** Windows that follow one another, the oldest first. */
function* partsOf({ from, to }: Window): Generator<Window> {
  const end = Date.parse(to);
  let start = Date.parse(from);
  while (start < end) {
    const until = Math.min(Math.max(start + PART, end - DIVIDED), end);
    yield { from: new Date(start).toISOString(), to: new Date(until).toISOString() };
    start = until;
  }
}
