import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** The value of a store, in a component. The service worker has stores, too, but no React. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.current);
}
