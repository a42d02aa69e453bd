import type { LiveMessage } from '@callpoint/contract/live-events';

/** How a stream ended. `status` 200: it was open; 0: there was no response; any other: it was rejected. */
export type StreamEnd = { status: number; retryAfter: number | null; msg: string | null };

/** Opens the stream and resolves when either side has closed it. Never rejects. */
export type OpenStream = (
  signal: AbortSignal,
  onMessage: (message: LiveMessage) => void,
) => Promise<StreamEnd>;

type Surroundings = {
  open: OpenStream;
  /** Calls `work` once after `ms`; the returned function cancels it. */
  later: (work: () => void, ms: number) => () => void;
  /** From 0 to 1. */
  random: () => number;
  onOpen: () => void;
  /** All but `hello`. */
  onMessage: (message: LiveMessage) => void;
  /** It is not open; another attempt follows. `failures`: failed attempts since it was last open. */
  onLost: (end: StreamEnd, failures: number) => void;
  /** The server rejected it permanently. */
  onRefused: (end: StreamEnd) => void;
};

export type LiveConnection = { retryNow: () => void; close: () => void };

/**
 * Milliseconds between attempts if the server names none; the last one repeats. Each wait is up to half longer, so
 * that not all consoles reconnect at the same time.
 */
const WAITS = [500, 2_000, 5_000, 10_000, 20_000];
/** After this many beats without a message the stream is dead, even if the browser does not notice. */
const SILENT_BEATS = 2.5;
const FIRST_BEAT = 20_000;

/** One connection to the server that is opened again whenever it is lost. */
export function createLiveConnection(around: Surroundings): LiveConnection {
  let beat = FIRST_BEAT;
  let failures = 0;
  let going: AbortController | null = null;
  let stopWaiting: (() => void) | null = null;
  let stopWatching: (() => void) | null = null;
  let closed = false;

  function connect(): void {
    stopWaiting = null;
    const mine = new AbortController();
    going = mine;
    watch(mine);
    void around
      .open(mine.signal, (message) => {
        if (going !== mine) return;
        if (message.kind === 'hello') beat = message.beat_ms;
        watch(mine);
        if (message.kind === 'ended') close();
        if (message.kind !== 'hello') return around.onMessage(message);
        failures = 0;
        around.onOpen();
      })
      .then((end) => ended(mine, end));
  }

  function watch(mine: AbortController): void {
    stopWatching?.();
    stopWatching = around.later(() => {
      ended(mine, { status: 0, retryAfter: null, msg: null });
      mine.abort();
    }, beat * SILENT_BEATS);
  }

  function ended(mine: AbortController, end: StreamEnd): void {
    if (going !== mine) return;
    going = null;
    stopWatching?.();
    stopWatching = null;
    if (closed) return;
    if (end.status === 401 || end.status === 403) return around.onRefused(end);
    const wait = WAITS[Math.min(failures, WAITS.length - 1)] ?? 0;
    failures += 1;
    around.onLost(end, failures);
    const least = end.retryAfter === null ? wait : end.retryAfter * 1000;
    stopWaiting = around.later(connect, least * (1 + around.random() / 2));
  }

  function close(): void {
    closed = true;
    stopWaiting?.();
    stopWatching?.();
    going?.abort();
    going = null;
  }

  connect();
  return {
    retryNow(): void {
      if (!stopWaiting) return;
      stopWaiting();
      connect();
    },
    close,
  };
}
