import { column, nullable } from '../columns.ts';

const { id, integer, moment, text } = column;

/** Plans, and what the payment provider reported. */
export const PAYMENTS = {
  plan: {
    id,
    plan_name: text,
    plan_cost_cents: integer,
    plan_term: text,
    plan_stripe_id: text,
    max_users: integer,
    updated_at: moment,
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
} as const;
