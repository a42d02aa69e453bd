import { useSyncExternalStore } from 'react';

/** As in frame.module.css: below it, the menu is behind a button. */
const ROOM = '(min-width: 900px)';

/** Whether the window is wide enough for the side menu beside the page. A phone need not build it. */
export function useHasRoom(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(ROOM).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(ROOM);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
