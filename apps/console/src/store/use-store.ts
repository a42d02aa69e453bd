import { useSyncExternalStore } from 'react';
import type { Readable } from './store.ts';

/** The store's value; renders again when it changes. */
export function useStore<Value>({ subscribe, current }: Readable<Value>): Value {
  return useSyncExternalStore(subscribe, current, current);
}
