import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

/** Relative times are at most this old. */
const TICK_MS = 30_000;

/** One clock for the entire page; it runs only while a relative time is shown. */
const clock = createStore(Date.now(), () => {
  const tick = () => clock.set(Date.now());
  tick();
  const timer = setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
});

/** The time in milliseconds since 1970, updated every half minute. */
export function useNow(): number {
  return useStore(clock);
}
