import type { SubmissionKind } from '@callpoint/contract/catalogue';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalogue';
import { sql, type RawBuilder } from 'kysely';
import { databaseKind } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';

/** Submissions of which nobody was told and that have no alarm yet; each query answers at most so many. */
export const AT_ONCE = 200;

/** How the two kinds are stored. */
export const STORED = {
  button: { table: 'button_click', reference: 'button_click_id', item: 'button_id' },
  form: { table: 'form_submission', reference: 'form_submission_id', item: 'f_id' },
} as const satisfies Record<SubmissionKind, object>;

type Window = { from: string; to: string };
type Found = { id: number };

const noAlarm = (reference: string, id: RawBuilder<unknown>) =>
  sql`not exists (select 1 from alarm where alarm.${sql.ref(reference)} = ${id})`;

/** Stored after `from` and until `to`, and no message was ever to go out. */
function unplannedQuery(kind: SubmissionKind) {
  const { table, reference } = STORED[kind];
  return prepared<Window, Found>(
    (_db, param) => sql<Found>`
      select s.id from ${sql.table(table)} as s
      where s.created_at > ${param('from')} and s.created_at <= ${param('to')}
        and not exists (
          select 1 from delivery as d where d.${sql.ref(reference)} = s.id and d.state <> 'skipped'
        )
        and ${noAlarm(reference, sql`s.id`)}
      order by s.created_at, s.id limit ${sql.lit(AT_ONCE)}`,
  );
}

export const findUnplanned = { button: unplannedQuery('button'), form: unplannedQuery('form') };

/** Emergencies stored after `from` and until `to` of which no message has been accepted. */
export const findUnaccepted = prepared<Window, Found>(
  (_db, param) => sql<Found>`
    select s.id from button_click as s
    where s.button_id = ${sql.lit(EMERGENCY_BUTTON_ID)}
      and s.created_at > ${param('from')} and s.created_at <= ${param('to')}
      and not exists (select 1 from delivery as d where d.button_click_id = s.id and d.state = 'sent')
      and ${noAlarm('button_click_id', sql`s.id`)}
    order by s.created_at, s.id limit ${sql.lit(AT_ONCE)}`,
);

/** When an attempt ended, of which the beginning is stored. */
function endOf(db: Db, attempt: string): RawBuilder<unknown> {
  const [at, ms] = [sql.ref(`${attempt}.at`), sql.ref(`${attempt}.ms`)];
  return databaseKind(db) === 'postgres'
    ? sql`${at} + ${ms} * interval '1 millisecond'`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at}, (${ms} / 1000.0) || ' seconds')`;
}

/**
 * Of attempts after `after` and until `until`: submissions whose messages have all failed, and at least one tried.
 * What an alarm itself sent, later than the submission, does not count. An alarm that has ended keeps a submission
 * away only until the next failure; one that a message had ended which failed after all, not at all.
 */
function failedQuery(kind: SubmissionKind) {
  const { table, reference } = STORED[kind];
  return prepared<{ after: number; until: number }, Found>(
    (db, param) => sql<Found>`
      select distinct s.id from delivery_attempt as a
        join delivery as d on d.id = a.delivery_id
        join ${sql.table(table)} as s on s.id = d.${sql.ref(reference)}
      where a.id > ${param('after')} and a.id <= ${param('until')}
        and d.state = 'failed' and d.created_at <= s.created_at
        and not exists (
          select 1 from delivery as o
          where o.${sql.ref(reference)} = s.id and o.state in ('pending', 'sending', 'sent')
            and o.created_at <= s.created_at
        )
        and not exists (
          select 1 from alarm where alarm.${sql.ref(reference)} = s.id
            and (alarm.closed_at is null or (alarm.closed_by <> 'system' and alarm.closed_at >= ${endOf(db, 'a')}))
        )
      limit ${sql.lit(AT_ONCE)}`,
  );
}

export const findFailed = { button: failedQuery('button'), form: failedQuery('form') };

export async function newestAttempt(db: Db): Promise<number> {
  const row = await db
    .selectFrom('delivery_attempt')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}
