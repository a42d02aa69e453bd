import { column, nullable } from '../columns.ts';

const { id, integer, moment, text } = column;

/** Incidents, and the monthly reports about them. */
export const INCIDENTS = {
  /**
   * An incident: a press that someone must acknowledge. `policy`: JSON of the escalation policy at the press; `run`: how
   * many steps have started; `next_run_at`: when the next one starts, null if none will. `owner`, `closed_by`: JSON of a
   * responder. `note`: of who closed it.
   */
  incident: {
    id,
    team_id: integer,
    app_user_id: integer,
    button_click_id: integer,
    button_id: integer,
    /** The person's name and addresses at the press. */
    user_name: text,
    user_email: text,
    user_phone: text,
    is_drill: integer,
    state: text,
    opened_at: moment,
    policy: text,
    run: integer,
    run_started_at: moment,
    next_run_at: nullable(moment),
    owner: nullable(text),
    acknowledged_at: nullable(moment),
    eta_at: nullable(moment),
    on_the_way_at: nullable(moment),
    arrived_at: nullable(moment),
    safe_at: nullable(moment),
    unanswered_at: nullable(moment),
    closed_at: nullable(moment),
    closed_by: nullable(text),
    outcome: nullable(text),
    note: text,
  },

  /**
   * A recipient of an incident's messages: one address of one channel. `person` is the same for the addresses of one
   * person. `answer`: have or cannot.
   */
  incident_responder: {
    id,
    team_id: integer,
    incident_id: integer,
    channel: text,
    address: text,
    role: text,
    name: nullable(text),
    person: text,
    answer: nullable(text),
    answered_at: nullable(moment),
    /** When the number was last told how to answer. */
    help_sent_at: nullable(moment),
  },

  /** Personal links of recipients. Only a hash of the token is stored; each attempt of a message has a token of its own. */
  incident_link: { token_hash: text, responder_id: integer, created_at: moment },

  /**
   * What happened in an incident, numbered by `seq` from 1. `actor`: JSON of a responder; `data`: JSON that depends on
   * the kind. `hash` covers the event, without `person`, and the hash before it, so that a changed row is found. `person`: who answered, the same for
   * all of their addresses; null for other kinds, and for answers that were stored before there was this column.
   */
  incident_event: {
    id,
    team_id: integer,
    incident_id: integer,
    seq: integer,
    at: moment,
    kind: text,
    actor: nullable(text),
    data: text,
    hash: text,
    person: nullable(text),
  },

  /** Whether a subscriber gets an email about each month's incidents. `recipients`: comma separated addresses. */
  monthly_report: { id, team_id: integer, is_on: integer, recipients: text, updated_at: moment },

  /**
   * An email of a monthly report, stored while the month lasts. `month`: like 2026-11, in the subscriber's time zone.
   * `due_at`: the next attempt; null if it was given to the mail server or is no longer sent.
   */
  monthly_report_email: {
    id,
    team_id: integer,
    month: text,
    address: text,
    attempts: integer,
    due_at: nullable(moment),
    sent_at: nullable(moment),
  },
} as const;
