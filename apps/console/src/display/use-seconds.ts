import { serverNow } from '../net/server-clock.ts';
import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

const TICK_MS = 1_000;

/** One clock for all running ages. It reads the time at each tick, so that late ticks do not add up. */
const clock = createStore(Date.now(), () => {
  const tick = () => clock.set(Math.floor(serverNow() / TICK_MS) * TICK_MS);
  tick();
  const timer = setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
});

/** The server's time in milliseconds since 1970, updated every second. */
export function useSeconds(): number {
  return useStore(clock);
}
