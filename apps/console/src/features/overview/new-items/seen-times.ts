import type { SeenTimes } from './new-items-call.ts';
import { NONE_NEW, type CountedList, type NewCounts } from './new-items-store.ts';

/** A list on the screen is seen; in a list that this browser shows for the first time, nothing is new. */
export function updateTimes(seen: SeenTimes, at: string, shown: CountedList | null): SeenTimes {
  const timeOf = (list: CountedList) => (list === shown ? at : (seen[list] ?? at));
  return { subscribers: timeOf('subscribers'), messages: timeOf('messages') };
}

/** The counts without the list on the screen, whose items are seen. */
export function countsBeside(shown: CountedList | null, counts: NewCounts | undefined): NewCounts {
  const { subscribers, messages } = counts ?? NONE_NEW;
  return {
    subscribers: shown === 'subscribers' ? 0 : subscribers,
    messages: shown === 'messages' ? 0 : messages,
  };
}
