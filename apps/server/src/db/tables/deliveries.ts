import { column, nullable } from '../columns.ts';

const { id, integer, moment, text } = column;

/** Messages, and alarms about submissions that notified no one. */
export const DELIVERIES = {
  /**
   * The outbox: one message to one address. The contract's `deliveries` names the states. `fence` counts the claims;
   * only the owner of the newest claim can record a result.
   */
  delivery: {
    id,
    team_id: integer,
    button_click_id: nullable(integer),
    form_submission_id: nullable(integer),
    /** The button or form, which is known even after the submission is deleted. */
    button_id: nullable(integer),
    f_id: nullable(integer),
    channel: text,
    role: text,
    address: text,
    /** Its text; null after the text was deleted because of its age. */
    text_id: nullable(integer),
    message_key: text,
    /** 0 for emergencies, which are sent first; 1 for everything else. */
    priority: integer,
    state: text,
    /** The sentence of a row from before there were codes. */
    reason: nullable(text),
    attempts: integer,
    fence: integer,
    next_attempt_at: nullable(moment),
    lease_until: nullable(moment),
    created_at: moment,
    sent_at: nullable(moment),
    /** When a person last resent it, or the server sent a skipped one after all: the retry schedule starts at this time. */
    resent_at: nullable(moment),
    /** The provider's id of the message that it accepted. */
    provider_id: nullable(text),
    /** When the provider reported its delivery; only on channels with receipts. */
    delivered_at: nullable(moment),
    /** When its text and attempts were deleted because of their age. */
    purged_at: nullable(moment),
    /** Messages of one lane share a provider and a receiving host. */
    lane: text,
    /** `test` or `alarm`; null for a message about a submission. */
    purpose: nullable(text),
    /** Why it is held: `channel`, `limit`, `unconfirmed` or `restored`; else null. */
    held_for: nullable(text),
    /**
     * The time from which the success of another message makes this one due, because its last attempt did not reach the
     * provider.
     */
    wakeable_at: nullable(moment),
    /** The code of its reason, and the reason's parameters as JSON; null where `reason` is a stored sentence. */
    reason_code: nullable(text),
    reason_params: nullable(text),
    /** The line at the start of its subject and text, if it was resent or released late. */
    note: nullable(text),
    /** The incident that it is about; the number of its step (0: the messages of the press), and its recipient. */
    incident_id: nullable(integer),
    incident_run: nullable(integer),
    responder_id: nullable(integer),
  },

  /** Texts of messages. Messages of one submission with the same text share a row. */
  message_text: { id, subject: nullable(text), body: text, html: nullable(text) },

  delivery_attempt: {
    id,
    delivery_id: integer,
    at: moment,
    ms: integer,
    outcome: text,
    /** The full sentence of a row from before texts were stored separately; else ''. */
    detail: text,
    /** A code of the contract's faults; null after an attempt that did not fail. */
    fault: nullable(text),
    /** The provider's id of the message that the attempt or the receipt is about. */
    provider_id: nullable(text),
    /** The provider's own text. */
    provider_text: nullable(text),
    /** The error of our library or of the connection where the provider did not reply. */
    error_text: nullable(text),
  },

  /** An alarm about a submission that notified no one; at most one for each. `reason` is a code of the contract. */
  alarm: {
    id,
    team_id: integer,
    app_user_id: integer,
    button_click_id: nullable(integer),
    form_submission_id: nullable(integer),
    button_id: nullable(integer),
    f_id: nullable(integer),
    submitted_at: moment,
    reason: text,
    raised_at: moment,
    closed_at: nullable(moment),
    closed_by: nullable(text),
    /** When the email to administrators that counts it was stored. */
    admins_mailed_at: nullable(moment),
  },

  /** The server's keys for push messages (VAPID); the private key is encrypted. */
  push_key: { id, name: text, public_key: text, private_key: text, created_at: moment },

  /**
   * Where push messages to the device of a session are sent; `p256dh` and `auth` encrypt them for it. `app_user_id`: null
   * for consoles; `team_id`: null for administrators.
   */
  push_subscription: {
    id,
    session_id: integer,
    app_user_id: nullable(integer),
    team_id: nullable(integer),
    endpoint: text,
    endpoint_hash: text,
    p256dh: text,
    auth: text,
    created_at: moment,
  },

  /** Push messages. `topic` names the submission; `due_at`: the next attempt, null if there is none. */
  push_message: {
    id,
    subscription_id: integer,
    team_id: integer,
    topic: text,
    payload: text,
    attempts: integer,
    created_at: moment,
    due_at: nullable(moment),
  },
} as const;
