import { sql } from 'kysely';
import type { SubmissionKind } from '@callpoint/contract/catalog';
import { prepared } from '../queries/prepared.ts';
import type { Handle } from '../handles/handle.ts';
import type { Db } from '../tables.ts';

/**
 * Running totals: how many submissions there are by subscriber and item. They change in the transaction that inserts or
 * deletes a submission, so that a list never counts its rows.
 */

type Entry = { teamId: number; kind: SubmissionKind; itemId: number };

const addAll = prepared<{ rows: string }, never>(
  (_, param, dialect) => sql`
    insert into submission_tally (team_id, kind, item_id, total)
    select team_id, kind, item_id, total from ${dialect.jsonRows(param('rows'), 'added', COLUMNS)} where true
    on conflict (team_id, kind, item_id) do update set total = submission_tally.total + excluded.total`,
  'not read',
);
const COLUMNS = { team_id: 'integer', kind: 'text', item_id: 'integer', total: 'integer' } as const;

/** Adds to the totals, always in the same order, so that two transactions never wait for each other. */
export async function addToTotals(
  tx: Db | Handle,
  entries: readonly (Entry & { by: number })[],
): Promise<void> {
  const sums = new Map<string, Entry & { by: number }>();
  for (const entry of entries) {
    const key = `${entry.teamId} ${entry.kind} ${entry.itemId}`;
    sums.set(key, { ...entry, by: (sums.get(key)?.by ?? 0) + entry.by });
  }
  const sorted = [...sums.values()].toSorted((a, b) => a.teamId - b.teamId || a.itemId - b.itemId);
  if (sorted.length === 0) return;
  const rows = sorted.map(({ teamId, kind, itemId, by }) => ({
    team_id: teamId,
    kind,
    item_id: itemId,
    total: by,
  }));
  await addAll(tx, { rows: JSON.stringify(rows) });
}

/** The number of submissions of a kind; of one subscriber and one item where given. */
export async function readSubmissionTotal(
  db: Db | Handle,
  kind: SubmissionKind,
  teamId: number | null,
  itemId: number | null,
): Promise<number> {
  const rows = await QUERIES[teamId === null ? 'all' : 'team'][itemId === null ? 'all' : 'item'](db, {
    kind,
    teamId: teamId ?? 0,
    itemId: itemId ?? 0,
  });
  return rows[0]?.total ?? 0;
}

function totalQuery(byTeam: boolean, byItem: boolean) {
  return prepared<Entry, { total: number }>((db, param) => {
    let query = db
      .selectFrom('submission_tally')
      .select(sql<number>`cast(coalesce(sum(total), 0) as integer)`.as('total'))
      .where('kind', '=', param('kind'));
    if (byTeam) query = query.where('team_id', '=', param('teamId'));
    if (byItem) query = query.where('item_id', '=', param('itemId'));
    return query;
  });
}

const QUERIES = {
  all: { all: totalQuery(false, false), item: totalQuery(false, true) },
  team: { all: totalQuery(true, false), item: totalQuery(true, true) },
};
