import { column, nullable } from '../columns.ts';

const { id, integer, moment, text } = column;

/** Who signs in, and their sessions. */
export const ACCOUNTS = {
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
    /** When an earlier address was confirmed, if an administrator has changed it since: the sending limits stay those of a confirmed account. */
    former_confirmed_at: nullable(moment),
    /** Set by an administrator for this subscriber; null: the limit of its plan. */
    daily_email_limit: nullable(integer),
    daily_sms_limit: nullable(integer),
    /** The time zone of its messages; null: UTC. */
    time_zone: nullable(text),
    /** The version of the terms that it accepted at sign-up, and when; null if an administrator created it. */
    terms_version: nullable(text),
    terms_accepted_at: nullable(moment),
  },

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

  /** Filters of a list that an account has saved under a name; `query` is that of the list's address. */
  saved_filter: { role: text, account_id: integer, list: text, name: text, query: text },
} as const;
