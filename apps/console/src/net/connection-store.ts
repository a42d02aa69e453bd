import { createStore } from '../store/store.ts';

/**
 * `offline`: the browser has no network. `unreachable`: it has one, but the server does not respond. `reconnecting`: it
 * responds, but live events do not arrive.
 */
export type ConnectionState = 'online' | 'offline' | 'unreachable' | 'reconnecting';

type Surroundings = {
  browserIsOnline: () => boolean;
  /** True if the server responds. */
  probe: () => Promise<boolean>;
  /** Calls `work` once after `ms`. */
  later: (work: () => void, ms: number) => void;
};

/** Milliseconds between probes of an unreachable server; the last one repeats. */
const WAITS = [2_000, 3_000, 5_000, 10_000, 15_000];

/** Knows whether the server is reachable, from the browser and from the calls; probes it while it is not. */
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
    /** A call had a response, or none. */
    reached(answered: boolean): void {
      if (answered) become('online');
      else become(around.browserIsOnline() ? 'unreachable' : 'offline');
    },
    /** Live events arrive, or not. */
    live(now: boolean): void {
      isLive = now;
      update();
    },
    /** The browser's network appeared or disappeared. A network is not yet a server. */
    browserChanged(): void {
      if (!around.browserIsOnline()) become('offline');
      else if (state === 'offline') become('unreachable');
    },
  };
}
