import { yieldToPresses } from '../../scheduling/press-priority.ts';
import type { ListRow } from './compiled-list.ts';
import type { ListPosition, ListQuery, PageRequest } from './list-query.ts';
import { nextRows, type Step } from './next-rows.ts';
import { prepare } from './prepared-list.ts';
import type { Db } from '../tables.ts';

/** Rows that are examined together: a press in between waits only for a few milliseconds. */
const TOGETHER = 500;

/** What a scan found. `searched`: how many rows it examined, if it may not examine the others. */
export type Scan = { rows: ListRow[]; searched: number | null };

/**
 * Examines rows after a position, or from the start of the list, until `most` meet all conditions: at most `list.scan.rows`, so that no
 * call reads a whole table.
 */
export async function scanRows<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
  start: ListPosition | null,
  most: number,
): Promise<Scan> {
  const rows: ListRow[] = [];
  let position = start;
  const limit = list.scan?.rows ?? 0;
  let remaining = limit;
  do {
    const step: Examined = await examineRows(
      db,
      teamId,
      list,
      request,
      position,
      Math.min(TOGETHER, remaining),
    );
    rows.push(...step.rows);
    remaining -= step.examined;
    position = step.position;
    await yieldToPresses();
  } while (position && remaining > 0 && rows.length < most);
  // Exactly as many rows as it may examine are not too many.
  const mayBePartial = position !== null && remaining === 0;
  const isPartial = mayBePartial && (await examineRows(db, teamId, list, request, position, 1)).examined > 0;
  return { rows: rows.slice(0, most), searched: isPartial ? limit : null };
}

type Examined = Step & { examined: number };

/** Examines the next rows after a position, or the first ones, and returns the sorted column and id of those that meet all conditions. */
export async function examineRows<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
  position: ListPosition | null,
  most = TOGETHER,
): Promise<Examined> {
  const step = await nextRows(request, position, most, async (after, given) => {
    const { queries, params } = prepare(teamId, list, request, after);
    return await queries.examined(db, { ...params, ...given });
  });
  return { ...step, rows: step.rows.filter((row) => row.is_match === 1), examined: step.rows.length };
}
