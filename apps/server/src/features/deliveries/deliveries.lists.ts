import type { Channel } from '@callpoint/contract/channels/channels';
import {
  deliveryList,
  LISTED_BODY_LENGTH,
  type Delivery,
  type DeliveryAttempt,
} from '@callpoint/contract/deliveries';
import { sql } from 'kysely';
import { CREATED_BETWEEN, type ListQuery } from '../../db/list-query.ts';
import type { TenantScope } from '../../db/tenant.ts';
import {
  attemptText,
  faultReason,
  providerPart,
  reasonText,
  type ReasonColumns,
  type StoredAttempt,
} from '../../delivery/channels/message-reason.ts';

/** Rows are counted up to this number after the current page. */
const COUNT_AT_MOST = 2_000;

const SUBJECT = {
  subject: sql`(select subject from message_text where message_text.id = delivery.text_id)`,
};
const BODY = sql`(select body from message_text where message_text.id = delivery.text_id)`;

type StoredDelivery = Omit<Delivery, 'reason' | 'reason_fault' | 'given_up_after' | 'attempts'> &
  ReasonColumns;
type StoredAttemptRow = Pick<DeliveryAttempt, 'at' | 'ms'> & StoredAttempt;

/** A stored message with the sentences of its codes. */
function deliveryOf(
  { reason, reason_code, reason_params, ...row }: StoredDelivery,
  attempts: StoredAttemptRow[],
): Delivery {
  const stored = { reason, reason_code, reason_params };
  const { fault, given_up_after } = faultReason(stored) ?? { fault: null, given_up_after: null };
  return {
    ...row,
    reason: reasonText({ ...row, ...stored }),
    reason_fault: fault,
    given_up_after,
    attempts: attempts.map((attempt) => attemptOf(row.channel, attempt)),
  };
}

function attemptOf(channel: Channel, attempt: StoredAttemptRow): DeliveryAttempt {
  const { at, ms, outcome, fault } = attempt;
  const detail = attemptText(channel, attempt);
  return { at, ms, outcome, detail, fault, provider_text: providerPart(channel, attempt) };
}

/** A message for administrators. */
const deliveries: ListQuery<Delivery> = {
  table: 'delivery',
  tenantColumn: 'team_id',
  columns: [
    'id',
    'team_id',
    'purpose',
    'button_click_id',
    'form_submission_id',
    'button_id',
    'f_id',
    'channel',
    'role',
    'address',
    'state',
    'reason',
    'reason_code',
    'reason_params',
    'created_at',
    'sent_at',
    'delivered_at',
    'purged_at',
    'next_attempt_at',
  ],
  computed: { ...SUBJECT, body: sql`coalesce(${BODY}, '')` },
  filters: Object.keys(deliveryList.filters),
  filterIns: [],
  comparisons: CREATED_BETWEEN,
  selective: ['button_click_id', 'form_submission_id'],
  countAtMost: COUNT_AT_MOST,
  children: {
    table: 'delivery_attempt',
    on: 'delivery_id',
    columns: ['at', 'ms', 'outcome', 'detail', 'fault', 'provider_id', 'provider_text', 'error_text'],
  },
  item: (row, attempts) => deliveryOf(row as StoredDelivery, attempts as StoredAttemptRow[]),
};

/**
 * Subscribers see that administrators were notified, but not their addresses, because they are the administrators'
 * logins.
 */
const teamsDeliveries: ListQuery<Delivery> = {
  ...deliveries,
  item: (row, attempts) => withoutAdministrator(deliveries.item(row, attempts)),
};

function withoutAdministrator(message: Delivery): Delivery {
  if (message.role !== 'admin') return message;
  // Mail servers often repeat the address in their replies.
  const attempts = message.attempts.map((attempt) => ({ ...attempt, detail: '', provider_text: null }));
  return { ...message, address: '', reason: null, attempts };
}

/** Lists have only the start of each text: hundreds of full texts would be too much to read and to send. */
const START = { ...SUBJECT, body: sql`substr(coalesce(${BODY}, ''), 1, ${sql.lit(LISTED_BODY_LENGTH)})` };
const listed = {
  all: { ...deliveries, computed: START },
  team: { ...teamsDeliveries, computed: START },
} satisfies Record<string, ListQuery<Delivery>>;

/** The filters that select one message or the messages of one submission. */
const NARROW_FILTERS = ['filter_id', 'filter_button_click_id', 'filter_form_submission_id'];

/** The part of the delivery log that a scope may see. Lists of few messages have full texts. */
export function buildDeliveriesQuery(
  scope: TenantScope,
  query: Readonly<Record<string, unknown>>,
): ListQuery<Delivery> {
  if (NARROW_FILTERS.some((name) => query[name] !== undefined)) return deliveriesWithTexts(scope);
  return scope === 'all' ? listed.all : listed.team;
}

/** The same with full texts, for callers that read a few rows at a time. */
export function deliveriesWithTexts(scope: TenantScope): ListQuery<Delivery> {
  return scope === 'all' ? deliveries : teamsDeliveries;
}
