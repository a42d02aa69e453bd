import type { Kysely, Transaction } from 'kysely';
import { column, nullable, type DbColumn, type TableOf } from './columns.ts';

const { bytes, id, integer, moment, text } = column;

/** Every table and column. The migrations must create exactly these, on SQLite and on PostgreSQL. */
export const TABLES = {
  /** `should_change_password`: 1 while the password is the printed one. */
  admin: {
    id,
    email: text,
    first_name: text,
    last_name: text,
    password_hash: text,
    should_change_password: integer,
    created_at: moment,
    updated_at: moment,
  },

  plan: {
    id,
    plan_name: text,
    plan_cost_cents: integer,
    plan_term: text,
    plan_stripe_id: text,
    max_users: integer,
    updated_at: moment,
  },

  /** A subscriber. `status` 1 active, 0 blocked. `plan` is free, paid or upgrade_by_admin. */
  team: {
    id,
    email: text,
    account_name: text,
    first_name: text,
    last_name: text,
    phone: text,
    password_hash: text,
    is_paid: integer,
    plan: text,
    plan_id: nullable(integer),
    plan_expires_at: nullable(moment),
    max_users: integer,
    status: integer,
    subscription_id: nullable(text),
    created_at: moment,
    updated_at: moment,
    /** The subscriber's confirmations of first steps, and when. */
    recipients_confirmed_at: nullable(moment),
    first_steps_ended_at: nullable(moment),
    /** The search text; see search-text.ts. */
    search_text: text,
    /** When the address was confirmed through an emailed link; also of accounts that an administrator created. */
    email_confirmed_at: nullable(moment),
    /** Set by an administrator for this subscriber; null: the limit of its plan. */
    daily_email_limit: nullable(integer),
    daily_sms_limit: nullable(integer),
    /** The time zone of its messages; null: UTC. */
    time_zone: nullable(text),
    /** The version of the terms that it accepted at sign-up, and when; null if an administrator created it. */
    terms_version: nullable(text),
    terms_accepted_at: nullable(moment),
  },

  /**
   * The state of a subscription that the payment provider last reported; `id` and `price_id` are the provider's. Null
   * in the later columns: not reported yet. `amount` is the price of one term, e.g. of 1 `month`, in the currency's smallest unit.
   */
  subscription: {
    id: text,
    team_id: integer,
    created: moment,
    current_period_start: moment,
    current_period_end: moment,
    cancel_at_period_end: integer,
    trial_end: nullable(moment),
    status: nullable(text),
    price_id: nullable(text),
    amount: nullable(integer),
    currency: nullable(text),
    term_unit: nullable(text),
    term_count: nullable(integer),
    /** Since when a payment is overdue. */
    unpaid_since: nullable(moment),
    /** How many of the emails about this overdue payment were sent, and when the next one is due; null: none is. */
    overdue_emails: integer,
    overdue_email_attempts: integer,
    overdue_email_due_at: nullable(moment),
    /** The numbers of the read that was started last, and of the one whose result is stored: an older one is discarded. */
    reads_started: integer,
    read_stored: integer,
  },

  /**
   * A subscriber as a customer of the payment provider. `checked_at`: its subscriptions and invoices were last compared.
   * `receipts_from`: earlier payments get no receipt by email; null: all get one.
   */
  payment_customer: {
    id,
    team_id: integer,
    customer_id: text,
    created_at: moment,
    checked_at: nullable(moment),
    receipts_from: nullable(moment),
  },

  /**
   * An invoice as the payment provider last reported it; `invoice_id` is the provider's, amounts are in the currency's
   * smallest unit.
   */
  payment_invoice: {
    id,
    team_id: integer,
    invoice_id: text,
    subscription_id: nullable(text),
    number: nullable(text),
    status: text,
    amount_due: integer,
    amount_paid: integer,
    amount_refunded: integer,
    is_disputed: integer,
    currency: text,
    created_at: moment,
    paid_at: nullable(moment),
    failed_at: nullable(moment),
    next_attempt_at: nullable(moment),
    /** When the mail server accepted the receipt. */
    receipt_sent_at: nullable(moment),
    /** When the receipt is sent, or tried again; null: no receipt is due. */
    receipt_due_at: nullable(moment),
    receipt_attempts: integer,
    /** The numbers of the read that was started last, and of the one whose result is stored: an older one is discarded. */
    reads_started: integer,
    read_stored: integer,
  },

  /**
   * What a person requested of the payment provider, stored before the provider is called; `key` makes the call
   * idempotent. `settled_at` is null until our rows have its result; a subscriber has at most one such request.
   */
  payment_change: {
    id,
    team_id: integer,
    kind: text,
    key: text,
    price_id: nullable(text),
    max_users: nullable(integer),
    /** The limit of app users before a change of plan, which applies again if the change fails. */
    prior_max_users: nullable(integer),
    subscription_id: nullable(text),
    actor_role: text,
    actor_id: nullable(integer),
    created_at: moment,
    settled_at: nullable(moment),
  },

  /**
   * A notice that an account will be stopped because of the payment that is overdue since `unpaid_since`. `outcome` of a
   * closed notice: withdrawn, lapsed (the payment was made) or stopped, by the administrator `closed_by`. `settled_at`:
   * the subscription of a stopped account was ended at the payment provider, or need not be.
   */
  stop_notice: {
    id,
    team_id: integer,
    subscription_id: text,
    unpaid_since: moment,
    started_at: moment,
    closed_at: nullable(moment),
    outcome: nullable(text),
    closed_by: nullable(integer),
    settled_at: nullable(moment),
  },

  /**
   * An email of a stop notice, stored before it is sent. `kind`: notice or withdrawal. `due_at`: the next attempt; null if
   * it was sent or is no longer tried.
   */
  stop_notice_email: {
    id,
    notice_id: integer,
    kind: text,
    address: text,
    is_owner: integer,
    attempts: integer,
    due_at: nullable(moment),
    sent_at: nullable(moment),
  },

  subscription_history: {
    id,
    team_id: integer,
    changed_on: moment,
    descr: text,
    /** Who changed it: admin, team or system; the id is null for system. */
    actor_role: text,
    actor_id: nullable(integer),
  },

  config: { id, config_key: text, config_value: text, updated_at: moment },

  app_user: {
    id,
    team_id: integer,
    name: text,
    email: text,
    phone: text,
    /** The phone in E.164, where SMS can reach it. */
    sms_number: nullable(text),
    /** The search text; see search-text.ts. */
    search_text: text,
    password_hash: text,
    /** 1 while the current password was set by another person. */
    password_set_by_other: integer,
    status: integer,
    /** JSON of { at, by: { role, id }, number, wording }; null where nobody recorded it. */
    sms_consent: nullable(text),
    created_at: moment,
    updated_at: moment,
    /** When it was deleted: the row stays without its data, because submissions refer to it. See deleted-items.ts. */
    removed_at: nullable(moment),
  },

  /**
   * `location` is JSON of { lat, lng, accuracy, at }; `screen_text` is the text in the phone's response. `opened_at`,
   * `opened_by`: when and with which role the submission was first opened.
   */
  button_click: {
    id,
    team_id: integer,
    app_user_id: integer,
    button_id: integer,
    client_id: text,
    location: nullable(text),
    pressed_at: nullable(moment),
    screen_text: text,
    created_at: moment,
    opened_at: nullable(moment),
    opened_by: nullable(text),
    /** The submitter's name and addresses of that moment. */
    user_name: text,
    user_email: text,
    user_phone: text,
    /** The locations that a better one replaced, oldest first, as a JSON list; null for none. */
    earlier_locations: nullable(text),
  },

  form_submission: {
    id,
    team_id: integer,
    app_user_id: integer,
    f_id: integer,
    client_id: text,
    location: nullable(text),
    company: text,
    message: text,
    other_data: text,
    search_text: text,
    pressed_at: nullable(moment),
    screen_text: text,
    created_at: moment,
    opened_at: nullable(moment),
    opened_by: nullable(text),
    user_name: text,
    user_email: text,
    user_phone: text,
    earlier_locations: nullable(text),
  },

  /**
   * An uploaded image, by the random `key` that the server assigned. `client_id`: the phone's id of the form that it is
   * reserved for; `content_hash`: of the uploaded file; `bytes`: stored ones; `stored_at`: null until the content is
   * stored, and while it is deleted; `expires_at`: when it is deleted, null while a form contains it.
   */
  image: {
    id,
    key: text,
    team_id: integer,
    app_user_id: integer,
    client_id: nullable(text),
    form_submission_id: nullable(integer),
    content_hash: text,
    bytes: integer,
    created_at: moment,
    stored_at: nullable(moment),
    expires_at: nullable(moment),
  },

  /** The content of images, where neither a folder nor another store contains it. */
  image_content: { key: text, content: bytes, thumbnail: bytes },

  /**
   * A deleted record, plan or app user, until it is restored or purged. `kind`: its table; `row_id`: its id there;
   * `item_id`: a record's button or form; `title`: what people recognize it by; `deleted_by`: the role;
   * `data`: JSON of the row and of what was deleted with it.
   */
  deleted_item: {
    id,
    team_id: nullable(integer),
    kind: text,
    row_id: integer,
    item_id: nullable(integer),
    title: text,
    deleted_at: moment,
    deleted_by: text,
    data: text,
  },

  /** Running totals of submissions, changed with each insert and delete; see submission-totals.ts. */
  submission_tally: { team_id: integer, kind: text, item_id: integer, total: integer },

  /** A rollup of submissions by quarter of an hour; see submission-rollup.ts. */
  submission_count: { starts_at: moment, kind: text, item_id: integer, total: integer },

  /** Watermarks: the time up to which a rollup is complete. */
  progress: { name: text, done_until: moment },

  settings: { id, team_id: integer, setting_key: text, setting_value: text, updated_at: moment },

  /** A signed-in device; only a hash of its token is stored. `role` is admin, team or app_user. */
  session: {
    id,
    token_hash: text,
    role: text,
    account_id: integer,
    created_at: moment,
    last_used_at: moment,
    expires_at: moment,
    /** Why it was revoked before it expired (`REVOCATIONS`); null if it was not. */
    revoked_for: nullable(text),
    /** The last sign-in or confirmation of the password. */
    authenticated_at: moment,
    /** Until `previous_until`, the hash of the token before the password was confirmed. */
    previous_hash: nullable(text),
    previous_until: nullable(moment),
  },

  /**
   * Links for an account, which stop working when its address (`email`, in lower case) changes. Only a hash of the
   * token is stored. `purpose` is reset, confirm or unlock for emailed links, install for links of the console.
   */
  account_link: {
    id,
    purpose: text,
    token_hash: text,
    role: text,
    account_id: integer,
    email: text,
    created_at: moment,
    expires_at: moment,
    used_at: nullable(moment),
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

  /** Networks from which an account signed in; `network_hash` is a hash of the account and the network. */
  known_network: { role: text, account_id: integer, network_hash: text, last_used_at: moment },

  /**
   * Failed sign-ins: of an account from one network, of an account, or from a network; `subject` is a hash of the
   * account or network. `first_failed_at`: when this count started.
   */
  sign_in_failure: {
    subject: text,
    failures: integer,
    first_failed_at: moment,
    last_failed_at: moment,
    locked_until: nullable(moment),
  },

  /**
   * What a create call with an idempotency key created. Only a hash of the key is stored, and of the body a hash with
   * the key. `call`: its name in the contract.
   */
  idempotency_key: {
    id,
    role: text,
    account_id: integer,
    call: text,
    key_hash: text,
    body_hash: text,
    created_id: integer,
    created_at: moment,
  },

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
    /** When a person last resent it: the retry schedule starts at this time. */
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
    /** Why it is held: `channel`, `limit` or `unconfirmed`; else null. */
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
  },

  /** Personal links of recipients. Only a hash of the token is stored; each attempt of a message has a token of its own. */
  incident_link: { token_hash: text, responder_id: integer, created_at: moment },

  /**
   * What happened in an incident, numbered by `seq` from 1. `actor`: JSON of a responder; `data`: JSON that depends on
   * the kind. `hash` covers the event and the hash before it, so that a changed row is found.
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

  /**
   * Scheduled check-ins of an app user. `due_at`: when the person must answer next; `raise_at`: when the emergency is
   * raised if they have not; `reminded_at`: when the phone was asked to answer. `state`: active, ended or raised;
   * `button_click_id`: the press that was raised. `location`: the last known one, until the check-in ends.
   */
  check_in: {
    id,
    team_id: integer,
    app_user_id: integer,
    client_id: text,
    every_minutes: integer,
    grace_minutes: integer,
    until_at: moment,
    due_at: moment,
    raise_at: moment,
    reminded_at: nullable(moment),
    state: text,
    location: nullable(text),
    button_click_id: nullable(integer),
    created_at: moment,
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

  /**
   * Messages that a subscriber sent on `day` (UTC, `2026-11-21`) over a channel to external recipients, and the number
   * of different recipients; the same for own recipients while the account is not confirmed. `is_near`: a limit holds
   * messages or soon will, so that reachability depends on the day. `held_at`: when a limit last held a message.
   */
  sending_usage: {
    team_id: integer,
    channel: text,
    day: text,
    messages: integer,
    recipients: integer,
    own_messages: integer,
    own_recipients: integer,
    is_near: integer,
    held_at: nullable(moment),
  },

  /**
   * A recipient (lower case; numbers in E.164) that counts for limits: on which day it was counted last, and as `own` or
   * `external`. `reached_at`: when a message to it was first sent; until then, `message_key` identifies a message that
   * may be sent.
   */
  sending_recipient: {
    team_id: integer,
    channel: text,
    address: text,
    day: text,
    counted_as: text,
    message_key: nullable(text),
    reached_at: nullable(moment),
  },

  /**
   * Numbers (E.164) that have replied STOP to one of our from-numbers (`sender`), until they reply START. With
   * `refused_until`, only the provider reported the STOP, and it applies until that time.
   */
  sms_stop: { sender: text, number: text, stopped_at: moment, refused_until: nullable(moment) },

  /** Replies that were processed, so that none is processed twice. */
  sms_reply: { message_sid: text, sender: text, number: text, word: text, at: moment },

  /** Addresses (lower case) whose last message failed because of the address. */
  bad_address: { channel: text, address: text, fault: text, at: moment },

  /**
   * Reachability snapshots: how many buttons and forms of a subscriber are red and amber, and which (JSON of
   * { kind, id, level }). `wanted` is the requested version and `judged` the computed one (see reachability-marks.ts);
   * `judged_under` is the computed version of the platform's part.
   */
  reach: {
    team_id: integer,
    wanted: integer,
    judged: integer,
    judged_under: text,
    judged_at: nullable(moment),
    red: integer,
    amber: integer,
    levels: text,
  },

  /** The addresses (lower case; numbers in E.164) on which a subscriber's reachability depends. */
  reach_address: { address: text, team_id: integer },

  /** Filters of a list that an account has saved under a name; `query` is that of the list's address. */
  saved_filter: { role: text, account_id: integer, list: text, name: text, query: text },

  /** The audit: actor, action, time and network address. `changes` is JSON of old and new values, without secrets. */
  audit: {
    id,
    at: moment,
    actor_role: text,
    actor_id: nullable(integer),
    address: text,
    action: text,
    outcome: text,
    subject: text,
    subject_id: nullable(integer),
    team_id: nullable(integer),
    changes: nullable(text),
    detail: nullable(text),
    /** For a rejection: its count, and the key under which it is counted. */
    times: nullable(integer),
    counted_as: nullable(text),
  },

  /**
   * The history of settings, plans and the configuration: one row for each save. `changes` is JSON of the old and new
   * value of each changed column; of secrets, only the last four characters.
   */
  version: {
    id,
    team_id: nullable(integer),
    subject: text,
    subject_id: integer,
    at: moment,
    actor_role: text,
    actor_id: nullable(integer),
    changes: text,
  },
} as const satisfies Record<string, Record<string, DbColumn>>;

export type Database = { [Name in keyof typeof TABLES]: TableOf<(typeof TABLES)[Name]> };
export type TableName = keyof Database;

/**
 * The owner of a table's rows: the column with the subscriber's id, `shared` for rows of the platform that everyone may
 * read, or `platform` for rows that only administrators may read.
 */
export const TABLE_OWNER = {
  team: 'id',
  app_user: 'team_id',
  button_click: 'team_id',
  form_submission: 'team_id',
  image: 'team_id',
  settings: 'team_id',
  subscription: 'team_id',
  subscription_history: 'team_id',
  payment_invoice: 'team_id',
  delivery: 'team_id',
  alarm: 'team_id',
  incident: 'team_id',
  incident_responder: 'team_id',
  incident_event: 'team_id',
  monthly_report: 'team_id',
  check_in: 'team_id',
  audit: 'team_id',
  version: 'team_id',
  submission_tally: 'team_id',
  deleted_item: 'team_id',
  plan: 'shared',
  config: 'platform',
  admin: 'platform',
} as const satisfies Partial<Record<TableName, 'id' | 'team_id' | 'shared' | 'platform'>>;

/** The connection, or a transaction on it. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
