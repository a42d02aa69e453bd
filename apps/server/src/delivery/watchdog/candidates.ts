import type { AlarmReason } from '@callpoint/contract/alarms';
import type { SubmissionKind } from '@callpoint/contract/catalogue';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalogue';
import { sql, type RawBuilder } from 'kysely';
import { dialectOf } from '../../db/dialect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** Submissions of which nobody was told and that have no alarm yet; each query answers at most so many. */
export const AT_ONCE = 200;

/** How the two kinds are stored. */
export const STORED = {
  button: { table: 'button_click', reference: 'button_click_id', item: 'button_id' },
  form: { table: 'form_submission', reference: 'form_submission_id', item: 'f_id' },
} as const satisfies Record<SubmissionKind, object>;

/** A submission, and why nobody was told. */
export type UnnotifiedSubmission = { id: number; reason: AlarmReason };
/** And when it was stored; the oldest first. */
export type StoredUnnotifiedSubmission = UnnotifiedSubmission & { created_at: string };
type Window = { from: string; to: string };
type Reference = (typeof STORED)[SubmissionKind]['reference'];

/** A message that tells somebody: not the person who submitted, and not what an alarm itself sends. */
export const NOTIFIES_SOMEONE = sql`d.role <> 'user' and d.purpose is null`;

/** There is a message of submission `s` that tells somebody, and of which `is` holds. */
const some = (reference: Reference, is: RawBuilder<unknown>) =>
  sql`exists (select 1 from delivery as d where d.${sql.ref(reference)} = s.id and ${NOTIFIES_SOMEONE} and ${is})`;

const noneToCome = (reference: Reference) =>
  sql`not ${some(reference, sql`d.state in ('pending', 'sending', 'sent')`)}`;

/** Of a submission none of whose messages is on its way or sent. One that was tried once was planned to go. */
const reasonOf = (reference: Reference) => sql`case
  when not ${some(reference, sql`(d.state <> 'skipped' or d.attempts > 0)`)} then 'none_planned'
  when ${some(reference, sql`d.state <> 'failed'`)} then 'none_sent'
  else 'all_failed' end`;

const noAlarm = (reference: Reference) =>
  sql`not exists (select 1 from alarm where alarm.${sql.ref(reference)} = s.id)`;

/** Stored after `from` and until `to`, and nothing is to go out any more, or never was. */
function endedQuery(kind: SubmissionKind) {
  const { table, reference } = STORED[kind];
  return prepared<Window, StoredUnnotifiedSubmission>(
    (_db, param) => sql<StoredUnnotifiedSubmission>`
      select s.id, s.created_at, ${reasonOf(reference)} as reason from ${sql.table(table)} as s
      where s.created_at > ${param('from')} and s.created_at <= ${param('to')}
        and ${noneToCome(reference)} and ${noAlarm(reference)}
      order by s.created_at, s.id limit ${sql.lit(AT_ONCE)}`,
  );
}

export const findEnded = { button: endedQuery('button'), form: endedQuery('form') };

/** Emergencies stored after `from` and until `to` of which no message has been accepted. */
export const findUnaccepted = prepared<Window, StoredUnnotifiedSubmission>(
  (_db, param) => sql<StoredUnnotifiedSubmission>`
    select s.id, s.created_at, 'not_accepted' as reason from button_click as s
    where s.button_id = ${sql.lit(EMERGENCY_BUTTON_ID)}
      and s.created_at > ${param('from')} and s.created_at <= ${param('to')}
      and not ${some('button_click_id', sql`d.state = 'sent'`)} and ${noAlarm('button_click_id')}
    order by s.created_at, s.id limit ${sql.lit(AT_ONCE)}`,
);

/** When an attempt ended, of which the beginning is stored. */
function endOf(db: Db, attempt: string): RawBuilder<unknown> {
  const [at, ms] = [sql`${sql.ref(`${attempt}.at`)}`, sql`${sql.ref(`${attempt}.ms`)}`];
  return dialectOf(db).addMilliseconds(at, ms);
}

/** Queries of them say `cross join`, or SQLite begins with all messages that ever failed or are held. */
export type Attempts = { after: number; until: number };

/**
 * Whether an alarm keeps submission `s` away, of which attempt `a` tells something new: one that has ended only until
 * that; one that a message had ended which failed after all, not at all.
 */
const isAlarmed = (db: Db, reference: Reference) => sql`exists (
  select 1 from alarm where alarm.${sql.ref(reference)} = s.id
    and (alarm.closed_at is null or (alarm.closed_by <> 'system' and alarm.closed_at >= ${endOf(db, 'a')}))
)`;

/**
 * Of attempts after `after` and until `until`: submissions whose messages have all come to an end without one that was
 * sent.
 */
function givenUpQuery(kind: SubmissionKind) {
  const { table, reference } = STORED[kind];
  return prepared<Attempts, UnnotifiedSubmission>(
    (db, param) => sql<UnnotifiedSubmission>`
      select distinct s.id, ${reasonOf(reference)} as reason from delivery_attempt as a
        cross join delivery as d cross join ${sql.table(table)} as s
      where d.id = a.delivery_id and s.id = d.${sql.ref(reference)} and a.id > ${param('after')} and a.id <= ${param('until')}
        and d.state in ('failed', 'held', 'skipped') and ${NOTIFIES_SOMEONE} and ${noneToCome(reference)}
        and not ${isAlarmed(db, reference)}
      limit ${sql.lit(AT_ONCE)}`,
  );
}

export const findGivenUp = { button: givenUpQuery('button'), form: givenUpQuery('form') };

/**
 * Of attempts after `after` and until `until`: emergencies stored until `by` of which a message that had been accepted
 * was not delivered, so that none is accepted any more, whatever is still tried.
 */
export const findAcceptedNoMore = prepared<Attempts & { by: string }, UnnotifiedSubmission>(
  (db, param) => sql<UnnotifiedSubmission>`
    select distinct s.id, 'not_accepted' as reason from delivery_attempt as a
      cross join delivery as d cross join button_click as s
    where d.id = a.delivery_id and s.id = d.button_click_id and a.id > ${param('after')} and a.id <= ${param('until')} and a.outcome = 'undelivered' and ${NOTIFIES_SOMEONE}
      and s.button_id = ${sql.lit(EMERGENCY_BUTTON_ID)} and s.created_at <= ${param('by')}
      and not ${some('button_click_id', sql`d.state = 'sent'`)} and not ${isAlarmed(db, 'button_click_id')}
    limit ${sql.lit(AT_ONCE)}`,
);

export async function newestAttempt(db: Db): Promise<number> {
  const row = await db
    .selectFrom('delivery_attempt')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}
