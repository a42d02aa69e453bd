import { setImmediate } from 'node:timers/promises';
import type { Dialect } from '../../db/dialect.ts';
import { Slices } from '../../scheduling/slices.ts';
import { BATCH_SIZE, type DatedAlarmCandidate, type Window } from './candidates.ts';

/** Milliseconds of submissions that one query reads: of the newest ones, and of those before. */
const PART = { newest: 250, older: 60_000 };
/** Milliseconds before the end of a window that are the newest. */
const NEWEST = 10_000;

/**
 * The first candidates of a window, like one query of `find`. Where nothing else runs during a query, it reads parts of the
 * window: with thousands of presses a second, each press would otherwise wait for the whole query.
 */
export async function findInParts(
  window: Window,
  { queriesWait }: Pick<Dialect, 'queriesWait'>,
  find: (window: Window) => Promise<DatedAlarmCandidate[]>,
): Promise<DatedAlarmCandidate[]> {
  if (queriesWait) return await find(window);
  const found: DatedAlarmCandidate[] = [];
  const slices = new Slices(setImmediate);
  for (const part of partsOf(window)) {
    await slices.pause();
    found.push(...(await find(part)));
    if (found.length >= BATCH_SIZE) break;
  }
  return found.slice(0, BATCH_SIZE);
}

/** Windows that follow one another, the oldest first. */
function* partsOf({ from, to }: Window): Generator<Window> {
  const end = Date.parse(to);
  let start = Date.parse(from);
  while (start < end) {
    const newest = end - NEWEST;
    const until = start < newest ? Math.min(start + PART.older, newest) : Math.min(start + PART.newest, end);
    yield { from: new Date(start).toISOString(), to: new Date(until).toISOString() };
    start = until;
  }
}
