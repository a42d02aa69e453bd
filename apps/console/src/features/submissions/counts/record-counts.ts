import type { Item } from '@callpoint/contract/catalog';
import type { ItemSummary } from '@callpoint/contract/submissions';
import { accountStorage } from '../../../session/account-storage.ts';
import { countKey } from './record-counts-store.ts';

/** The total of each list when this browser last showed it. */
export type SeenTotals = Readonly<Record<string, number>>;

/** By account. */
export const seenTotals = accountStorage<SeenTotals>('seenRecords');

/**
 * What has been seen after these totals are known: a list on the screen is seen completely, a new list starts with
 * nothing new, and a list from which records were deleted has at most its present total.
 */
export function updateSeen(
  seen: SeenTotals,
  items: readonly ItemSummary[],
  shown: Pick<Item, 'kind' | 'id'> | null,
): SeenTotals {
  const isShown = (item: ItemSummary) => shown?.kind === item.kind && shown.id === item.item_id;
  return Object.fromEntries(
    items.map((item) => {
      const key = countKey({ kind: item.kind, id: item.item_id as Item['id'] });
      const before = seen[key];
      return [key, isShown(item) || before === undefined ? item.total : Math.min(before, item.total)];
    }),
  );
}

/** How many records of each list have not been seen. */
export function countFresh(seen: SeenTotals, items: readonly ItemSummary[]): ReadonlyMap<string, number> {
  return new Map(
    items.map((item) => {
      const key = countKey({ kind: item.kind, id: item.item_id as Item['id'] });
      return [key, Math.max(0, item.total - (seen[key] ?? item.total))];
    }),
  );
}
