import { createStore } from '../store/store.ts';

/**
 * `offline`: the browser has no network. `unreachable`: it has one, but the server does not answer. `reconnecting`: it
 * answers, but what comes in is not told at the moment.
 */
export type ConnectionState = 'online' | 'offline' | 'unreachable' | 'reconnecting';

type Surroundings = {
  browserIsOnline: () => boolean;
  /** True when the server answers. */
  probe: () => Promise<boolean>;
  /** Calls `work` once after `ms`. */
  later: (work: () => void, ms: number) => void;
};

/** Milliseconds between looks for a server that does not answer; the last one is repeated. */
const WAITS = [2_000, 3_000, 5_000, 10_000, 15_000];

/** Knows whether the server can be reached, from the browser and from the calls; looks for it while it can't. */
export function createConnectionStore(around: Surroundings) {
  let state: Exclude<ConnectionState, 'reconnecting'> = around.browserIsOnline() ? 'online' : 'offline';
  let isLive = true;
  let looking = false;
  const shown = createStore<ConnectionState>(state);

  function update(): void {
    shown.set(state === 'online' && !isLive ? 'reconnecting' : state);
  }

  function become(next: typeof state): void {
    state = next;
    update();
    if (state === 'unreachable' && !looking) look(0);
  }

  function look(attempt: number): void {
    looking = true;
    around.later(
      () => {
        looking = false;
        if (state !== 'unreachable') return;
        void probeOnce(attempt);
      },
      WAITS[Math.min(attempt, WAITS.length - 1)] ?? 0,
    );
  }

  async function probeOnce(attempt: number): Promise<void> {
    if (await around.probe()) become('online');
    else if (state === 'unreachable' && !looking) look(attempt + 1);
  }

  return {
    current: shown.current,
    subscribe: shown.subscribe,
    /** A call was answered, or not. */
    reached(answered: boolean): void {
      if (answered) become('online');
      else become(around.browserIsOnline() ? 'unreachable' : 'offline');
    },
    /** What comes in is told, or not. */
    live(now: boolean): void {
      isLive = now;
      update();
    },
    /** The browser's network came or went. A network is not yet a server. */
    browserChanged(): void {
      if (!around.browserIsOnline()) become('offline');
      else if (state === 'offline') become('unreachable');
    },
  };
}
