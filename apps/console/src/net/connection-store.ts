import { createStore } from '../store/store.ts';

/**
 * `offline`: the browser has no network. `unreachable`: it has one, but the server does not respond. `reconnecting`: it
 * responds, but live events do not arrive.
 */
export type ConnectionState = 'online' | 'offline' | 'unreachable' | 'reconnecting';

type Environment = {
  browserIsOnline: () => boolean;
  /** True if the server responds. */
  probe: () => Promise<boolean>;
  /** Calls `work` once after `ms`. */
  later: (work: () => void, ms: number) => void;
};

/** Milliseconds between probes of an unreachable server; the last one repeats. */
const RETRY_DELAYS = [2_000, 3_000, 5_000, 10_000, 15_000];

/** Knows whether the server is reachable, from the browser and from the calls; probes it while it is not. */
export function createConnectionStore(environment: Environment) {
  let state: Exclude<ConnectionState, 'reconnecting'> = environment.browserIsOnline() ? 'online' : 'offline';
  let isLive = true;
  let isProbing = false;
  const shown = createStore<ConnectionState>(state);

  function update(): void {
    shown.set(state === 'online' && !isLive ? 'reconnecting' : state);
  }

  function change(next: typeof state): void {
    state = next;
    update();
    if (state === 'unreachable' && !isProbing) scheduleProbe(0);
  }

  function reached(responded: boolean): void {
    if (responded) change('online');
    else change(environment.browserIsOnline() ? 'unreachable' : 'offline');
  }

  function scheduleProbe(attempt: number): void {
    isProbing = true;
    environment.later(
      () => {
        isProbing = false;
        if (state !== 'unreachable') return;
        void probeOnce(attempt);
      },
      RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 0,
    );
  }

  async function probeOnce(attempt: number): Promise<void> {
    if (await environment.probe()) change('online');
    else if (state === 'unreachable' && !isProbing) scheduleProbe(attempt + 1);
  }

  return {
    current: shown.current,
    subscribe: shown.subscribe,
    /** A call had a response, or none. */
    reached,
    /** Resolves when the server responds: to true if it does so immediately. */
    async whenResponding(): Promise<boolean> {
      const responds = await environment.probe();
      reached(responds);
      if (responds) return true;
      return new Promise((resolve) => {
        const stop = shown.subscribe(() => {
          if (state !== 'online') return;
          stop();
          resolve(false);
        });
      });
    },
    /** Live events arrive, or not. */
    live(now: boolean): void {
      isLive = now;
      update();
    },
    /** The browser's network appeared or disappeared. A network is not yet a server. */
    browserChanged(): void {
      if (!environment.browserIsOnline()) change('offline');
      else if (state === 'offline') change('unreachable');
    },
  };
}
