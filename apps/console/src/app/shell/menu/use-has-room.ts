import { createStore } from '../../../store/store.ts';
import { useStore } from '../../../store/use-store.ts';

/** As in frame.module.css: below it, the menu is behind a button. */
const width = window.matchMedia('(min-width: 900px)');

const hasRoom = createStore(width.matches);
width.addEventListener('change', ({ matches }) => hasRoom.set(matches));

/** Whether the window is wide enough for the side menu beside the page. A phone need not build it. */
export function useHasRoom(): boolean {
  return useStore(hasRoom);
}
