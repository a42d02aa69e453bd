import { useStore } from '../store/use-store.ts';
import { createConnectionStore, type ConnectionState } from './connection-store.ts';

/** Whether the server can be reached from here. */
export const connection = createConnectionStore({
  browserIsOnline: () => navigator.onLine,
  probe: async () => {
    try {
      return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })).ok;
    } catch {
      return false;
    }
  },
  later: (work, ms) => void window.setTimeout(work, ms),
});

window.addEventListener('online', connection.browserChanged);
window.addEventListener('offline', connection.browserChanged);

/** The state of the connection; renders again when it changes. */
export function useConnection(): ConnectionState {
  return useStore(connection);
}
