import type { Item } from '@callpoint/contract/catalog';
import { createStore } from '../../../store/store.ts';
import { useStore } from '../../../store/use-store.ts';

/** For each button and form: records received since this browser last showed its list, and open emergencies. */
export type RecordCounts = ReadonlyMap<string, { fresh: number; urgent: number }>;

/** The counts of the signed-in team; empty until they are known, and for administrators. */
export const recordCounts = createStore<RecordCounts>(new Map());

/** The counts of new records, for the side menu. */
export function useRecordCounts(): RecordCounts {
  return useStore(recordCounts);
}

/** The key of a button or form, in the counts and in what the browser has stored. */
export function countKey({ kind, id }: Pick<Item, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}
