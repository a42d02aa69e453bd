import { AsyncLocalStorage } from 'node:async_hooks';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

/**
 * Presses of buttons go before everything else that this process does. Other work is done in parts of a few
 * milliseconds: one part in a turn of the event loop, and none while a press is in flight. So a press waits for one
 * part at most, however much other work there is.
 */

/** Milliseconds that the next part waits at most: endless presses slow other work down, but do not stop it. */
const LONGEST_WAIT = 25;
/** Milliseconds that parts then have in a row: cheap calls would else pile up behind one another. */
const SHARE = 5;

/** Milliseconds after a press during which more presses are to be expected. */
const RECENT = 1000;
/** How long expensive work then rests, as a multiple of what it took, and in milliseconds at most. */
const REST = { times: 4, most: 250 };

/** True in everything that a call does which is not a press. */
const otherCall = new AsyncLocalStorage<boolean>();

let inFlight = 0;
let lastEnd = -Infinity;
/** Parts of other work, in the order in which they may go on. */
const waiting: (() => void)[] = [];
let scheduled: NodeJS.Immediate | undefined;
let deadline: NodeJS.Timeout | undefined;
let shareEnds = -Infinity;

/** Makes other work step aside until the returned function is called for the first time. */
export function beginPress(): () => void {
  let hasEnded = false;
  inFlight += 1;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    inFlight -= 1;
    lastEnd = performance.now();
    if (inFlight === 0) schedule();
  };
}

/** Resolves when the next part of other work may run: in a later turn of the event loop, after calls that have arrived. */
export async function afterPresses(): Promise<void> {
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

/** Does `work`, and everything that it leads to, as a call that is not a press. */
export function asOtherCall(work: () => void): void {
  otherCall.run(true, work);
}

/** Does `work`, and everything that it leads to, as work of no call: what a call wakes is not a part of it. */
export function outsideCalls(work: () => void): void {
  otherCall.run(false, work);
}

/** True within a call that is not a press, whatever it has led to; false within a press, and outside of calls. */
export function isOtherCall(): boolean {
  return otherCall.getStore() === true;
}

/** Within a call that is not a press, resolves when no press is in flight, as `afterPresses` does; else at once. */
export async function letPressesFirst(): Promise<void> {
  if (inFlight > 0 && isOtherCall()) await afterPresses();
}

/**
 * Milliseconds for which expensive work rests after a piece that took `ms`. While presses come in it uses a fifth of
 * the time: the processor and the disk are there for the presses.
 */
export function restAfter(ms: number): number {
  return performance.now() - lastEnd < RECENT ? Math.min(REST.times * ms, REST.most) : 0;
}

function schedule(): void {
  if (waiting.length > 0) scheduled ??= setImmediate(runNext);
}

function runNext(): void {
  scheduled = undefined;
  if (inFlight === 0 || performance.now() < shareEnds) release();
  else deadline ??= setTimeout(releaseShare, LONGEST_WAIT);
}

function releaseShare(): void {
  shareEnds = performance.now() + SHARE;
  release();
}

function release(): void {
  clearTimeout(deadline);
  deadline = undefined;
  waiting.shift()?.();
  schedule();
}
