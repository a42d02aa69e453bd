import { createStore } from '../store/store.ts';

/** The height of rows: 48 px, or 36 px. Stored in the browser, for all tables. */
export const DENSITIES = ['comfortable', 'dense'] as const;
export type Density = (typeof DENSITIES)[number];

const KEY = 'rowHeight';

function read(): Density {
  try {
    return window.localStorage.getItem(KEY) === 'dense' ? 'dense' : 'comfortable';
  } catch {
    return 'comfortable';
  }
}

const store = createStore<Density>(read());

export const density = {
  current: store.current,
  subscribe: store.subscribe,
  choose(value: Density): void {
    store.set(value);
    try {
      if (value === 'dense') window.localStorage.setItem(KEY, value);
      else window.localStorage.removeItem(KEY);
    } catch {
      // The storage is full or forbidden: the choice applies until the page is left.
    }
  },
};
