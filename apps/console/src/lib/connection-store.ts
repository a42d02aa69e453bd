/** `offline`: the browser has no network. `unreachable`: it has one, but the server does not answer. */
export type ConnectionState = 'online' | 'offline' | 'unreachable';

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
  let state: ConnectionState = around.browserIsOnline() ? 'online' : 'offline';
  let looking = false;
  const listeners = new Set<() => void>();

  function become(next: ConnectionState): void {
    if (state !== next) {
      state = next;
      for (const listener of listeners) listener();
    }
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
    current: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** A call was answered, or not. */
    reached(answered: boolean): void {
      if (answered) become('online');
      else become(around.browserIsOnline() ? 'unreachable' : 'offline');
    },
    /** The browser's network came or went. A network is not yet a server. */
    browserChanged(): void {
      if (!around.browserIsOnline()) become('offline');
      else if (state === 'offline') become('unreachable');
    },
  };
}
