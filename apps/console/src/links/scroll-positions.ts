/** The session's storage: the positions survive a reload of the page. */
const STORED = 'scrollPositions';

/** Scroll positions of visited history entries, in pixels from the top. */
let positions = new Map<string, number>();

export function loadScrollPositions(storage: Storage): void {
  try {
    positions = new Map(JSON.parse(storage.getItem(STORED) ?? '[]') as [string, number][]);
  } catch {
    positions = new Map();
  }
}

export function storeScrollPositions(storage: Storage): void {
  try {
    storage.setItem(STORED, JSON.stringify([...positions].slice(-MOST)));
  } catch {
    // Without storage the page starts at its top after a reload.
  }
}

/** History entries whose position is stored. */
const MOST = 100;

export const setScrollPosition = (key: string, top: number) => positions.set(key, top);
export const getScrollPosition = (key: string) => positions.get(key) ?? 0;
