import { sql } from 'kysely';
import type { SubmissionKind } from '@callpoint/contract/catalog';
import { getDialect } from '../dialect.ts';
import { commitsWait } from '../empty-change.ts';
import { prepared } from '../queries/prepared.ts';
import { rawDb, type Handle } from '../handles/handle.ts';
import type { Db } from '../tables.ts';

/**
 * A rollup by quarter of an hour: how many submissions of each button and form were received from all subscribers. Few
 * rows cover years of submissions, in any time zone. It is updated later, not with each press, because all presses
 * would wait for the row of the current quarter. It is complete up to the watermark.
 */

const QUARTER_MS = 15 * 60_000;
/** Maximum time between the `created_at` of a press and its commit, in milliseconds. */
const LATEST_MS = 2 * 60_000;
const NAME = 'submission_count';

const TABLES = [
  { kind: 'button', table: 'button_click', item: 'button_id' },
  { kind: 'form', table: 'form_submission', item: 'f_id' },
] as const satisfies { kind: SubmissionKind; table: string; item: string }[];

/** From `starts` to before `ends`, both ISO 8601. */
export type Span = { starts: string; ends: string };
/** `span_index`: the index of the span among the requested ones. */
export type SpanTotal = { span_index: number; kind: SubmissionKind; item_id: number; total: number };

/**
 * Adds the complete quarters since the watermark, and advances it. Any number of processes may call it. It waits while commits wait for a
 * standby: they may become visible hours after their time.
 */
export async function rollUpSubmissions(on: Db | Handle, now = new Date()): Promise<void> {
  const db = rawDb(on);
  const until = new Date(Math.floor((now.getTime() - LATEST_MS) / QUARTER_MS) * QUARTER_MS).toISOString();
  if ((await readWatermark(db)) >= until || (await commitsWait(db))) return;
  await db.transaction().execute(async (tx) => {
    const from = await lockWatermark(tx, 'update');
    if (from >= until) return;
    for (const { kind, table, item } of TABLES) {
      await sql`
        insert into submission_count (starts_at, kind, item_id, total)
        select ${getDialect(tx).startOfQuarter(sql`created_at`)} as quarter, ${sql.lit(kind)}, ${sql.ref(item)}, count(*)
        from ${sql.table(table)} where created_at >= ${from} and created_at < ${until}
        group by quarter, ${sql.ref(item)}`.execute(tx);
    }
    await tx.updateTable('progress').set({ done_until: until }).where('name', '=', NAME).execute();
  });
}

/** Subtracts a deleted submission, or adds a restored one, if the rollup covers its time, in the transaction of the change. */
export async function addToRollup(
  tx: Db,
  { kind, itemId, createdAt }: { kind: SubmissionKind; itemId: number; createdAt: string },
  by: 1 | -1,
): Promise<void> {
  // While the watermark is locked, nothing is added: the submission is either in the rollup already, or never will be.
  if (createdAt >= (await lockWatermark(tx, 'share'))) return;
  const quarter = new Date(Math.floor(Date.parse(createdAt) / QUARTER_MS) * QUARTER_MS).toISOString();
  await tx
    .updateTable('submission_count')
    .set({ total: sql`total + ${by}` })
    .where('starts_at', '=', quarter)
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .execute();
}

async function readWatermark(db: Db): Promise<string> {
  return (
    await db.selectFrom('progress').select('done_until').where('name', '=', NAME).executeTakeFirstOrThrow()
  ).done_until;
}

async function lockWatermark(tx: Db, how: 'update' | 'share'): Promise<string> {
  const query = tx.selectFrom('progress').select('done_until').where('name', '=', NAME);
  return (await query.modifyEnd(getDialect(tx).lock(how)).executeTakeFirstOrThrow()).done_until;
}

const SPAN = { span_index: 'integer', starts: 'timestamptz', ends: 'timestamptz' } as const;
type SpanRow = Omit<SpanTotal, 'kind'>;

const rolledUpIn = prepared<{ spans: string }, SpanTotal>(
  (db, param) => sql<SpanTotal>`
    select span.span_index, c.kind, c.item_id, cast(sum(c.total) as integer) as total
    from ${getDialect(db).jsonRows(param('spans'), 'span', SPAN)} cross join submission_count as c
    where c.starts_at >= span.starts and c.starts_at < span.ends
    group by span.span_index, c.kind, c.item_id`,
);

const sinceWatermark = TABLES.map(({ kind, table, item }) => ({
  kind,
  count: prepared<{ spans: string }, SpanRow>(
    (db, param) => sql<SpanRow>`
      select span.span_index, s.${sql.ref(item)} as item_id, cast(count(*) as integer) as total
      from ${getDialect(db).jsonRows(param('spans'), 'span', SPAN)} cross join ${sql.table(table)} as s
      where s.created_at >= span.starts and s.created_at < span.ends
      group by span.span_index, s.${sql.ref(item)}`,
  ),
}));

/** How many submissions were received in each span. Spans start and end at quarters of an hour. */
export async function countSubmissionsBySpan(on: Db | Handle, spans: readonly Span[]): Promise<SpanTotal[]> {
  const db = rawDb(on);
  const until = await readWatermark(db);
  const numbered = spans.map((span, span_index) => ({ ...span, span_index }));
  const sums = new Map<string, SpanTotal>();
  const add = (row: SpanTotal) => {
    const key = `${row.span_index} ${row.kind} ${row.item_id}`;
    sums.set(key, { ...row, total: row.total + (sums.get(key)?.total ?? 0) });
  };
  for (const row of await rolledUpIn(db, { spans: JSON.stringify(numbered) })) add(row);
  const rest = numbered
    .filter(({ ends }) => ends > until)
    .map((span) => ({ ...span, starts: span.starts > until ? span.starts : until }));
  for (const { kind, count } of sinceWatermark) {
    for (const row of await count(db, { spans: JSON.stringify(rest) })) add({ ...row, kind });
  }
  return [...sums.values()].filter(({ total }) => total > 0);
}
