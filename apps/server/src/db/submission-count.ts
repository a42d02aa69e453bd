import { sql } from 'kysely';
import type { SubmissionKind } from '@callpoint/contract/catalogue';
import { dialectOf } from './dialect.ts';
import { prepared } from './prepared.ts';
import { rawDb, type Handle } from './handle.ts';
import type { Db } from './tables.ts';

/**
 * How many submissions came in, by quarter of an hour and item, of all subscribers together: so many years of them are
 * added up by few rows, in any time zone. Counted after the fact and not with each press, as all presses would wait
 * for the one row of the present quarter.
 */

const QUARTER_MS = 15 * 60_000;
/** A press is committed at most so long after the moment that it bears. */
const LATEST_MS = 2 * 60_000;
const NAME = 'submission_count';

const TABLES = [
  { kind: 'button', table: 'button_click', item: 'button_id' },
  { kind: 'form', table: 'form_submission', item: 'f_id' },
] as const satisfies { kind: SubmissionKind; table: string; item: string }[];

/** From `starts` to before `ends`, both ISO 8601. */
export type Span = { starts: string; ends: string };
/** `place`: of the span, from 0. */
export type SpanCount = { place: number; kind: SubmissionKind; item_id: number; total: number };

/** Counts the quarters that have ended since the last time. Any number of processes may call it. */
export async function countSubmissions(on: Db | Handle, now = new Date()): Promise<void> {
  const db = rawDb(on);
  const until = new Date(Math.floor((now.getTime() - LATEST_MS) / QUARTER_MS) * QUARTER_MS).toISOString();
  if ((await countedUntil(db)) >= until) return;
  await db.transaction().execute(async (tx) => {
    const from = await lockProgress(tx, 'update');
    if (from >= until) return;
    for (const { kind, table, item } of TABLES) {
      await sql`
        insert into submission_count (starts_at, kind, item_id, total)
        select ${dialectOf(tx).startOfQuarter(sql`created_at`)} as quarter, ${sql.lit(kind)}, ${sql.ref(item)}, count(*)
        from ${sql.table(table)} where created_at >= ${from} and created_at < ${until}
        group by quarter, ${sql.ref(item)}`.execute(tx);
    }
    await tx.updateTable('progress').set({ done_until: until }).where('name', '=', NAME).execute();
  });
}

/** Takes a submission that is being deleted off what was counted; in the transaction of the deletion. */
export async function takeOffCount(
  tx: Db,
  { kind, itemId, createdAt }: { kind: SubmissionKind; itemId: number; createdAt: string },
): Promise<void> {
  // While this is held nobody counts: what is deleted is either counted already, or never.
  if (createdAt >= (await lockProgress(tx, 'share'))) return;
  const quarter = new Date(Math.floor(Date.parse(createdAt) / QUARTER_MS) * QUARTER_MS).toISOString();
  await tx
    .updateTable('submission_count')
    .set({ total: sql`total - 1` })
    .where('starts_at', '=', quarter)
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .execute();
}

async function countedUntil(db: Db): Promise<string> {
  return (
    await db.selectFrom('progress').select('done_until').where('name', '=', NAME).executeTakeFirstOrThrow()
  ).done_until;
}

async function lockProgress(tx: Db, how: 'update' | 'share'): Promise<string> {
  const query = tx.selectFrom('progress').select('done_until').where('name', '=', NAME);
  return (await query.modifyEnd(dialectOf(tx).lock(how)).executeTakeFirstOrThrow()).done_until;
}

const SPAN = { place: 'integer', starts: 'timestamptz', ends: 'timestamptz' } as const;
type SpanRow = Omit<SpanCount, 'kind'>;

const countedIn = prepared<{ spans: string }, SpanCount>(
  (db, param) => sql<SpanCount>`
    select span.place, c.kind, c.item_id, cast(sum(c.total) as integer) as total
    from ${dialectOf(db).jsonRows(param('spans'), 'span', SPAN)} cross join submission_count as c
    where c.starts_at >= span.starts and c.starts_at < span.ends
    group by span.place, c.kind, c.item_id`,
);

const sinceCounted = TABLES.map(({ kind, table, item }) => ({
  kind,
  count: prepared<{ spans: string }, SpanRow>(
    (db, param) => sql<SpanRow>`
      select span.place, s.${sql.ref(item)} as item_id, cast(count(*) as integer) as total
      from ${dialectOf(db).jsonRows(param('spans'), 'span', SPAN)} cross join ${sql.table(table)} as s
      where s.created_at >= span.starts and s.created_at < span.ends
      group by span.place, s.${sql.ref(item)}`,
  ),
}));

/** How many submissions came in during each span. Spans begin and end at quarters of an hour. */
export async function submissionsIn(on: Db | Handle, spans: readonly Span[]): Promise<SpanCount[]> {
  const db = rawDb(on);
  const until = await countedUntil(db);
  const numbered = spans.map((span, place) => ({ ...span, place }));
  const sums = new Map<string, SpanCount>();
  const add = (row: SpanCount) => {
    const key = `${row.place} ${row.kind} ${row.item_id}`;
    sums.set(key, { ...row, total: row.total + (sums.get(key)?.total ?? 0) });
  };
  for (const row of await countedIn(db, { spans: JSON.stringify(numbered) })) add(row);
  const rest = numbered
    .filter(({ ends }) => ends > until)
    .map((span) => ({ ...span, starts: span.starts > until ? span.starts : until }));
  for (const { kind, count } of sinceCounted) {
    for (const row of await count(db, { spans: JSON.stringify(rest) })) add({ ...row, kind });
  }
  return [...sums.values()].filter(({ total }) => total > 0);
}
