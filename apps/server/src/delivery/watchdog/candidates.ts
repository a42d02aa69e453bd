import type { AlarmReason } from '@callpoint/contract/alarms';
import type { SubmissionKind } from '@callpoint/contract/catalog';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { sql, type RawBuilder } from 'kysely';
import { getDialect } from '../../db/dialect.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { has, NOTIFIES_SOMEONE, STATE } from '../queue/notified.ts';

/** Maximum rows of each query below. They return submissions that notified no one and that have no alarm yet. */
export const BATCH_SIZE = 200;

/** How far back the first check of a process reads, in milliseconds, to find failures from before it started. */
export const LOOKBACK_MS = 24 * 3_600_000;

/** The tables and columns of the two kinds of submissions. */
export const SUBMISSION_TABLES = {
  button: { table: 'button_click', reference: 'button_click_id', item: 'button_id' },
  form: { table: 'form_submission', reference: 'form_submission_id', item: 'f_id' },
} as const satisfies Record<SubmissionKind, object>;

/** A submission that notified no one, and why. */
export type AlarmCandidate = { id: number; reason: AlarmReason };
/** Also when it was stored, ISO 8601. Queries return the oldest first. */
export type DatedAlarmCandidate = AlarmCandidate & { created_at: string };
/** Times after `from`, up to and including `to`, ISO 8601. */
export type Window = { from: string; to: string };
type Reference = (typeof SUBMISSION_TABLES)[SubmissionKind]['reference'];

/** A message of the submission that notifies someone: not one to the person who submitted, and not one of an alarm. */
export const OF_SUBMISSION = sql`d.role <> 'user' and d.purpose is null`;

/** Submission `s` has a message of its own that meets `condition`. */
const hasMessage = (reference: Reference, condition: RawBuilder<unknown>) =>
  has(sql`delivery as d where d.${sql.ref(reference)} = s.id and ${OF_SUBMISSION} and ${condition}`);

/** No message has notified someone, not even one of a step. */
const noneSent = (reference: Reference) =>
  sql`not ${has(sql`delivery as d where d.${sql.ref(reference)} = s.id and ${NOTIFIES_SOMEONE} and ${STATE} = 'sent'`)}`;

/** The alarm does not wait for the steps: they may take hours. */
const noneSentOrActive = (reference: Reference) =>
  sql`not ${hasMessage(reference, sql`${STATE} in ('pending', 'sending')`)} and ${noneSent(reference)}`;

/** The reason of a submission without a pending or sent message. A message with an attempt was meant to be sent. */
const reasonOf = (reference: Reference) => sql`case
  when not ${hasMessage(reference, sql`(${STATE} <> 'skipped' or d.attempts > 0)`)} then 'none_planned'
  when ${hasMessage(reference, sql`${STATE} <> 'failed'`)} then 'none_sent'
  else 'all_failed' end`;

/** Submission `s` is a drill, which raises no alarm, or someone has acknowledged or closed its incident. */
const needsNoAlarm = (reference: Reference) =>
  reference === 'form_submission_id'
    ? sql`1 = 0`
    : has(
        sql`incident where incident.button_click_id = s.id and (incident.is_drill = 1 or incident.state <> 'open')`,
      );

const noAlarm = (reference: Reference) =>
  sql`not ${has(sql`alarm where alarm.${sql.ref(reference)} = s.id`)} and not (${needsNoAlarm(reference)})`;

/** What a query below found of submission `s`, apart from its alarms, is still so. */
export function isStillUnnotified(kind: SubmissionKind, reason: AlarmReason): RawBuilder<unknown> {
  const { reference } = SUBMISSION_TABLES[kind];
  const unnotified = reason === 'not_accepted' ? noneSent(reference) : noneSentOrActive(reference);
  return sql`${unnotified} and not (${needsNoAlarm(reference)})`;
}

/** Submissions stored after `from` and until `to` without a pending or sent message. */
function byTimeQuery(kind: SubmissionKind) {
  const { table, reference } = SUBMISSION_TABLES[kind];
  return prepared<Window, DatedAlarmCandidate>(
    (_db, param) => sql<DatedAlarmCandidate>`
      select s.id, s.created_at, ${reasonOf(reference)} as reason from ${sql.table(table)} as s
      where s.created_at > ${param('from')} and s.created_at <= ${param('to')}
        and ${noneSentOrActive(reference)} and ${noAlarm(reference)}
      order by s.created_at, s.id limit ${sql.lit(BATCH_SIZE)}`,
  );
}

export const findUnnotifiedByTime = { button: byTimeQuery('button'), form: byTimeQuery('form') };

/** Emergencies stored after `from` and until `to` without an accepted message. */
export const findUnacceptedByTime = prepared<Window, DatedAlarmCandidate>(
  (_db, param) => sql<DatedAlarmCandidate>`
    select s.id, s.created_at, 'not_accepted' as reason from button_click as s
    where s.button_id = ${sql.lit(EMERGENCY_BUTTON_ID)}
      and s.created_at > ${param('from')} and s.created_at <= ${param('to')}
      and ${noneSent('button_click_id')} and ${noAlarm('button_click_id')}
    order by s.created_at, s.id limit ${sql.lit(BATCH_SIZE)}`,
);

/** When an attempt ended: its row stores the start and the duration. */
function attemptEnd(db: Db, attempt: string): RawBuilder<unknown> {
  const [at, ms] = [sql`${sql.ref(`${attempt}.at`)}`, sql`${sql.ref(`${attempt}.ms`)}`];
  return getDialect(db).addMilliseconds(at, ms);
}

/**
 * Ids of attempts: after `after`, until `until`. Their queries use `cross join`: otherwise SQLite would start with all
 * messages that ever failed or are held.
 */
export type AttemptRange = { after: number; until: number };

/**
 * Whether submission `s` has an alarm that attempt `a` does not change: an open alarm, or an alarm that a person closed
 * after the attempt ended. An alarm that the system closed because a message had arrived is raised again.
 */
const isAlarmed = (db: Db, reference: Reference) =>
  has(sql`alarm where alarm.${sql.ref(reference)} = s.id
    and (alarm.closed_at is null or (alarm.closed_by <> 'system' and alarm.closed_at >= ${attemptEnd(db, 'a')}))`);

/** Submissions with an attempt in the range and without a pending or sent message. */
function byAttemptQuery(kind: SubmissionKind) {
  const { table, reference } = SUBMISSION_TABLES[kind];
  return prepared<AttemptRange, AlarmCandidate>(
    (db, param) => sql<AlarmCandidate>`
      select distinct s.id, ${reasonOf(reference)} as reason from delivery_attempt as a
        cross join delivery as d cross join ${sql.table(table)} as s
      where d.id = a.delivery_id and s.id = d.${sql.ref(reference)} and a.id > ${param('after')} and a.id <= ${param('until')}
        and ${STATE} in ('failed', 'held', 'skipped') and ${NOTIFIES_SOMEONE} and ${noneSentOrActive(reference)}
        and not ${isAlarmed(db, reference)} and not (${needsNoAlarm(reference)})
      limit ${sql.lit(BATCH_SIZE)}`,
  );
}

export const findUnnotifiedByAttempt = { button: byAttemptQuery('button'), form: byAttemptQuery('form') };

/**
 * Emergencies stored until `by`, with an accepted message that an attempt in the range reports as undelivered, so that
 * no message is accepted any longer. Other messages may still be pending.
 */
export const findUnacceptedByAttempt = prepared<AttemptRange & { by: string }, AlarmCandidate>(
  (db, param) => sql<AlarmCandidate>`
    select distinct s.id, 'not_accepted' as reason from delivery_attempt as a
      cross join delivery as d cross join button_click as s
    where d.id = a.delivery_id and s.id = d.button_click_id and a.id > ${param('after')} and a.id <= ${param('until')} and a.outcome = 'undelivered' and ${NOTIFIES_SOMEONE}
      and s.button_id = ${sql.lit(EMERGENCY_BUTTON_ID)} and s.created_at <= ${param('by')}
      and ${noneSent('button_click_id')} and not ${isAlarmed(db, 'button_click_id')} and not (${needsNoAlarm('button_click_id')})
    limit ${sql.lit(BATCH_SIZE)}`,
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
