import { sql, type RawBuilder } from 'kysely';

/** Whether messages have notified someone: not the person who submitted, and not by an alarm or news. */

/** A message `d` that notifies someone: also one of a step of the incident. */
export const NOTIFIES_SOMEONE = sql`d.role <> 'user' and (d.purpose is null or d.purpose = 'escalation')`;

/** The state of message `d`, for which no index is used: there may be any number of messages in a state. */
export const STATE = sql`d.state || ''`;

/**
 * Whether `rows` has a row, for each submission separately. With `exists`, PostgreSQL may compare each submission with all
 * waiting messages: its statistics are a minute old, and say that few wait when the mail server has just failed.
 */
export const has = (rows: RawBuilder<unknown>) => sql`((select 1 from ${rows} limit 1) is not null)`;

/** A message of this submission or incident that notifies someone has one of these states. */
const notifies = (of: RawBuilder<unknown>, states: RawBuilder<unknown>) =>
  has(sql`delivery as d where ${of} and ${NOTIFIES_SOMEONE} and ${STATE} in ${states}`);

const SENT = sql`('sent')`;

/** 1 if no message about the submission of an `alarm` was sent to someone. */
export const ALARM_IS_UNNOTIFIED = sql<number>`case
  when ${notifies(sql`d.button_click_id = alarm.button_click_id`, SENT)} then 0
  when ${notifies(sql`d.form_submission_id = alarm.form_submission_id`, SENT)} then 0
  else 1 end`;

const OF_INCIDENT = sql`d.incident_id = incident.id`;

/**
 * 1 if an `incident` that no one has acknowledged has notified no one: no message of the press or of a step was sent, and none is
 * about to be sent for the first time.
 */
export const INCIDENT_IS_UNNOTIFIED = sql<number>`case
  when incident.state <> 'open' then 0
  when ${notifies(OF_INCIDENT, SENT)} then 0
  when incident.unanswered_at is not null then 1
  when ${has(sql`alarm where alarm.button_click_id = incident.button_click_id and alarm.closed_at is null`)} then 1
  when ${notifies(OF_INCIDENT, sql`('pending', 'sending')`)} then 0
  else 1 end`;

/** The same of an `incident` in any state, for statistics: also if someone has acknowledged it without a message. */
export const INCIDENT_NOTIFIED_NO_ONE = sql<number>`case
  when ${notifies(OF_INCIDENT, SENT)} then 0
  when incident.closed_at is not null or incident.unanswered_at is not null then 1
  when ${notifies(OF_INCIDENT, sql`('pending', 'sending')`)} then 0
  else 1 end`;
