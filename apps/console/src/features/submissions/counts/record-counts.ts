import type { Item } from '@callpoint/contract/catalogue';
import type { ItemSummary } from '@callpoint/contract/submissions';
import { countKey } from './record-counts-store.ts';

/** The total of each list when this browser last showed it. */
export type SeenTotals = Readonly<Record<string, number>>;

const KEY = 'seenRecords';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** The totals that one account has seen in this browser; anything but what was saved here counts as nothing. */
export function readSeen(storage: Pick<Storage, 'getItem'>, account: number): SeenTotals {
  return readAll(storage)[account] ?? {};
}

/** Stores what an account has seen. A list that it never saw starts at its present total: nothing in it is new. */
export function storeSeen(storage: Storage, account: number, seen: SeenTotals): void {
  storage.setItem(KEY, JSON.stringify({ ...readAll(storage), [account]: seen }));
}

function readAll(storage: Pick<Storage, 'getItem'>): Record<number, SeenTotals> {
  try {
    const given: unknown = JSON.parse(storage.getItem(KEY) ?? '');
    return typeof given === 'object' && given !== null ? (given as Record<number, SeenTotals>) : {};
  } catch {
    return {};
  }
}

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
