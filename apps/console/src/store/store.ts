import { createEmitter } from './emitter.ts';

/** The part of a store that a component needs; `useStore` reads it. */
export interface Readable<Value> {
  current: () => Value;
  /** Calls `listener` after each change; returns the function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
}

export interface Store<Value> extends Readable<Value> {
  /** Listeners are called only if `next` is another value (`Object.is`). */
  set: (next: Value) => void;
}

/**
 * One value that several parts of the page share.
 * @param whileWatched runs when the first listener subscribes; returns a function that runs when the last one unsubscribes
 */
export function createStore<Value>(initial: Value, whileWatched?: () => () => void): Store<Value> {
  const changes = createEmitter<void>();
  let value = initial;
  let listeners = 0;
  let stop: (() => void) | undefined;
  return {
    current: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      changes.emit();
    },
    subscribe(listener) {
      if (listeners === 0) stop = whileWatched?.();
      listeners += 1;
      const unsubscribe = changes.subscribe(() => listener());
      return () => {
        unsubscribe();
        listeners -= 1;
        if (listeners === 0) stop?.();
      };
    },
  };
}
