import { yieldToPresses } from '../../scheduling/press-priority.ts';
import { readFromReplica } from '../replica.ts';
import type { Db } from '../tables.ts';
import { fewItemsByIds } from './list-items.ts';
import type { ListPosition, ListQuery, PageRequest } from './list-query.ts';
import type { Step } from './next-rows.ts';
import { prepare } from './prepared-list.ts';
import { readRowsAfter } from './rows-after.ts';
import { examineRows } from './scan.ts';

/** Characters of the rows that are read together, approximately: a press in between waits only milliseconds. */
const TOGETHER = { first: 4, most: 500, characters: 64 * 1024 };

/**
 * All rows of a list, only the tenant's unless `teamId` is null, in batches, so that neither this process nor the database
 * has more of them in memory. A search examines all rows of the list; a batch is empty where it finds none.
 */
export async function* readAllRows<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
): AsyncGenerator<Item[], void> {
  if (prepare(teamId, list, request, null).isScan) yield* matchingRows(db, teamId, list, request);
  else yield* allRows(db, teamId, list, request);
}

async function* allRows<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
): AsyncGenerator<Item[], void> {
  let position: ListPosition | null = null;
  let count = TOGETHER.first;
  do {
    const [from, most] = [position, count];
    const step: { items: Item[]; position: ListPosition | null } = await readFromReplica(db, (replica) =>
      readRowsAfter(replica, teamId, list, request, from, most),
    );
    yield step.items;
    count = nextCount(step.items);
    position = step.position;
  } while (position !== null);
}

/** The rows that a search or another condition without an index finds. */
async function* matchingRows<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
): AsyncGenerator<Item[], void> {
  const { queries } = prepare(teamId, list, request, null);
  let position: ListPosition | null = null;
  let count = TOGETHER.first;
  do {
    const from = position;
    const step: Step = await readFromReplica(db, (replica) =>
      examineRows(replica, teamId, list, request, from),
    );
    const found = step.rows.map(({ id }) => id as number);
    await yieldToPresses();
    // So that the reader can stop, and others have their turn, where nothing is found.
    if (found.length === 0) yield [];
    for (let at = 0; at < found.length;) {
      const ids = found.slice(at, at + count);
      const items = await readFromReplica(db, (replica) => fewItemsByIds(replica, list, queries, ids));
      yield items;
      at += ids.length;
      count = nextCount(items);
    }
    position = step.position;
  } while (position !== null);
}

/** How many rows to read after `items`, if the next rows are about as long. */
function nextCount(items: readonly unknown[]): number {
  const { characters, most } = TOGETHER;
  const average =
    items.reduce<number>((sum, item) => sum + charactersOf(item), 0) / Math.max(1, items.length);
  return Math.max(1, Math.min(most, Math.floor(characters / Math.max(1, average))));
}

function charactersOf(item: unknown): number {
  if (typeof item === 'string') return item.length;
  if (typeof item !== 'object' || item === null) return 8;
  return Object.values(item).reduce<number>((sum, value) => sum + charactersOf(value), 0);
}
