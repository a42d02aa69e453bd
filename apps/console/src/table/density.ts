import { createStore } from '../store/store.ts';

/** The height of rows: 48 px, 36 px, or as much as their texts need. Stored in the browser, for all tables. */
export const DENSITIES = ['comfortable', 'dense', 'full'] as const;
export type Density = (typeof DENSITIES)[number];

const KEY = 'rowHeight';

function read(): Density {
  try {
    const stored = window.localStorage.getItem(KEY);
    return DENSITIES.find((value) => value === stored) ?? 'comfortable';
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
      window.localStorage.setItem(KEY, value);
    } catch {
      // The storage is full or forbidden: the choice applies until the page is left.
    }
  },
};
