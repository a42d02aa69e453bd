import { AsyncLocalStorage } from 'node:async_hooks';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { Queue } from './queue.ts';

/**
 * Presses of buttons have priority over all other work of this process. Other work runs in parts of a few milliseconds:
 * one part per tick of the event loop, and none while a press is in flight. So a press waits for at most one part,
 * regardless of the amount of other work.
 */

/** Maximum wait of a part, in milliseconds: continuous presses slow other work down, but do not stop it. */
const MAX_WAIT = 25;
/**
 * After such a wait, parts run for this many milliseconds without waiting for presses: otherwise cheap calls would
 * accumulate.
 */
const SHARE = 5;

/** Milliseconds after a press during which more presses are expected. */
const RECENT = 1000;
/** The pause of expensive work during this time: a multiple of its duration, with a maximum in milliseconds. */
const REST = { times: 4, most: 250 };

/** The call that is not a press, in all of its work; null in a press, and outside of calls. */
const otherCall = new AsyncLocalStorage<{ caller: string } | null>();

let inFlight = 0;
let lastFinishedAt = -Infinity;
/** Parts of other work, in the order in which they may continue. */
const waiting = new Queue<() => void>();
let scheduled: NodeJS.Immediate | undefined;
let deadline: NodeJS.Timeout | undefined;
let shareEndsAt = -Infinity;

/** Pauses other work until the returned function is called for the first time. */
export function startPress(): () => void {
  let hasFinished = false;
  inFlight += 1;
  return () => {
    if (hasFinished) return;
    hasFinished = true;
    inFlight -= 1;
    lastFinishedAt = performance.now();
    if (inFlight === 0) schedule();
  };
}

/**
 * Resolves when the next part of other work may run: in a later tick of the event loop, after calls that have arrived.
 */
export async function yieldToPresses(): Promise<void> {
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

/** Runs `work`, and everything that it causes, as a call that is not a press. `caller`: see `currentCaller`. */
export function runAsLowPriority(work: () => void, caller = ''): void {
  otherCall.run({ caller }, work);
}

/** Whose call it is that is not a press: where calls wait, callers have turns. Empty outside of calls. */
export function currentCaller(): string {
  return otherCall.getStore()?.caller ?? '';
}

/** Says whose call it is, when that is known. */
export function setCurrentCaller(caller: string): void {
  const call = otherCall.getStore();
  if (call) call.caller = caller;
}

/** Runs `work`, and everything that it causes, outside of calls: for example the delivery that a call wakes. */
export function runDetachedFromCall<Result>(work: () => Result): Result {
  return otherCall.run(null, work);
}

/** True within a call that is not a press, also in asynchronous work; false within a press, and outside of calls. */
export function isLowPriority(): boolean {
  return Boolean(otherCall.getStore());
}

/**
 * Within a call that is not a press, resolves when no press is in flight, as `yieldToPresses` does; otherwise
 * immediately.
 */
export async function yieldIfLowPriority(): Promise<void> {
  if (mustYieldToPresses()) await yieldToPresses();
}

/** True within a call that is not a press while a press is in flight. */
export function mustYieldToPresses(): boolean {
  return inFlight > 0 && isLowPriority();
}

/**
 * The milliseconds that expensive work pauses after a part that took `ms`. While presses are received, expensive work
 * uses a fifth of the time, so that the processor and the disk are available for presses.
 */
export function throttleDelay(ms: number): number {
  return performance.now() - lastFinishedAt < RECENT ? Math.min(REST.times * ms, REST.most) : 0;
}

function schedule(): void {
  if (waiting.length > 0) scheduled ??= setImmediate(runNext);
}

function runNext(): void {
  scheduled = undefined;
  if (inFlight === 0 || performance.now() < shareEndsAt) release();
  else deadline ??= setTimeout(releaseShare, MAX_WAIT);
}

function releaseShare(): void {
  shareEndsAt = performance.now() + SHARE;
  release();
}

function release(): void {
  clearTimeout(deadline);
  deadline = undefined;
  waiting.shift()?.();
  schedule();
}
