import type { FailureCode } from '@callpoint/contract/error-codes';
import type { LiveMessage } from '@callpoint/contract/live-events';

/** How a stream ended. `status` 200: it was open; 0: there was no response; any other: it was rejected. */
export type StreamEnd = {
  status: number;
  retryAfter: number | null;
  msg: string | null;
  /** Why it was rejected, for programs. */
  code: FailureCode | null;
};

/** Opens the stream and resolves when either side has closed it. Never rejects. */
export type OpenStream = (
  signal: AbortSignal,
  onMessage: (message: LiveMessage) => void,
) => Promise<StreamEnd>;

type Environment = {
  open: OpenStream;
  /** Calls `work` once after `ms`; the returned function cancels it. */
  later: (work: () => void, ms: number) => () => void;
  /** From 0 to 1. */
  random: () => number;
  /** `isComplete`: everything since the requested position follows. */
  onOpen: (isComplete: boolean) => void;
  /** All but `hello`. */
  onMessage: (message: LiveMessage) => void;
  /** It is not open; another attempt follows. `failures`: failed attempts since it was last open. */
  onLost: (end: StreamEnd, failures: number) => void;
  /** The server rejected it permanently. */
  onRejected: (end: StreamEnd) => void;
};

export type LiveConnection = { retryNow: () => void; close: () => void };

/**
 * Milliseconds between attempts if the server names none; the last one repeats. Each wait is up to half longer, so
 * that not all consoles reconnect at the same time.
 */
const RETRY_DELAYS = [500, 2_000, 5_000, 10_000, 20_000];
/** After this many beats without a message the stream is dead, even if the browser does not notice. */
const SILENT_BEATS = 2.5;
const FIRST_BEAT = 20_000;

/** One connection to the server that is opened again whenever it is lost. */
export function createLiveConnection(environment: Environment): LiveConnection {
  let beat = FIRST_BEAT;
  let failures = 0;
  let current: AbortController | null = null;
  let cancelRetry: (() => void) | null = null;
  let cancelCheck: (() => void) | null = null;
  let closed = false;

  function connect(): void {
    cancelRetry = null;
    const mine = new AbortController();
    current = mine;
    watch(mine);
    void environment
      .open(mine.signal, (message) => {
        if (current !== mine) return;
        if (message.kind === 'hello') beat = message.beat_ms;
        watch(mine);
        if (message.kind === 'ended') close();
        if (message.kind !== 'hello') return environment.onMessage(message);
        failures = 0;
        environment.onOpen(message.since !== undefined);
      })
      .then((end) => onEnd(mine, end));
  }

  function watch(mine: AbortController): void {
    cancelCheck?.();
    cancelCheck = environment.later(() => {
      onEnd(mine, { status: 0, retryAfter: null, msg: null, code: null });
      mine.abort();
    }, beat * SILENT_BEATS);
  }

  function onEnd(mine: AbortController, end: StreamEnd): void {
    if (current !== mine) return;
    current = null;
    cancelCheck?.();
    cancelCheck = null;
    if (closed) return;
    if (end.status === 401 || end.status === 403) return environment.onRejected(end);
    const wait = RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)] ?? 0;
    failures += 1;
    environment.onLost(end, failures);
    const delay = end.retryAfter === null ? wait : end.retryAfter * 1000;
    cancelRetry = environment.later(connect, delay * (1 + environment.random() / 2));
  }

  function close(): void {
    closed = true;
    cancelRetry?.();
    cancelCheck?.();
    current?.abort();
    current = null;
  }

  connect();
  return {
    retryNow(): void {
      if (!cancelRetry) return;
      cancelRetry();
      connect();
    },
    close,
  };
}
