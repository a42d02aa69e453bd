import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

const online = createStore(globalThis.navigator?.onLine ?? true);

for (const event of ['online', 'offline']) {
  globalThis.addEventListener?.(event, () => online.set(navigator.onLine));
}

/** False if the phone knows that it has no connection. */
export function useOnline(): boolean {
  return useStore(online);
}
