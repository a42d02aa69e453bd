import { createStore } from '../../../store/store.ts';
import { useStore } from '../../../store/use-store.ts';

/** The lists whose new items are counted. */
export type CountedList = 'subscribers' | 'messages';
export type NewCounts = Readonly<Record<CountedList, number>>;

export const NONE_NEW: NewCounts = { subscribers: 0, messages: 0 };

/** What is new for the signed-in administrator; nothing until it is known, and for subscribers. */
export const newItems = createStore(NONE_NEW);

/** The counts of new items, for the side menu. */
export function useNewItems(): NewCounts {
  return useStore(newItems);
}
