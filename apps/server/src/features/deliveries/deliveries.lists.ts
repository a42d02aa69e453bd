import { shorten } from '@callpoint/alerts/templates/clean-text';
import { withNote } from '@callpoint/alerts/plan/send-note';
import type { Channel } from '@callpoint/contract/channels/channels';
import {
  deliveryList,
  LISTED_BODY_LENGTH,
  type Delivery,
  type DeliveryAttempt,
} from '@callpoint/contract/deliveries';
import { FOUND_OF_EACH, type Found } from '@callpoint/contract/find';
import { sql, type RawBuilder } from 'kysely';
import { CREATED_BETWEEN, searchRequest, type ListQuery } from '../../db/lists/list-query.ts';
import { contains, containsNumber } from '../../db/lists/search-conditions.ts';
import type { TenantDb, TenantScope } from '../../db/handles/tenant.ts';
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
/** Maximum messages that a search examines, and maximum characters of a text without a subject. */
const SEARCHED_MESSAGES = 5_000;
const SEARCHED_LENGTH = 200;

const SUBJECT = {
  subject: sql`(select subject from message_text where message_text.id = delivery.text_id)`,
};
/** The name of the subscriber, for administrators. */
const ACCOUNT = { account_name: sql`(select account_name from team where team.id = delivery.team_id)` };
const BODY = sql`(select body from message_text where message_text.id = delivery.text_id)`;
const TEXTS = { ...SUBJECT, body: sql`coalesce(${BODY}, '')` };

/** A message as it is stored: whether it can be sent again depends on the configuration too. */
export type LoggedDelivery = Omit<Delivery, 'not_resendable'>;

type StoredDelivery = Omit<LoggedDelivery, 'reason' | 'reason_fault' | 'given_up_after' | 'attempts'> &
  ReasonColumns & { note: string | null };
type StoredAttemptRow = Pick<DeliveryAttempt, 'at' | 'ms'> & StoredAttempt;

/** A stored message with the sentences of its codes. */
function deliveryOf(
  { reason, reason_code, reason_params, note, ...row }: StoredDelivery,
  attempts: StoredAttemptRow[],
): LoggedDelivery {
  const stored = { reason, reason_code, reason_params };
  const { fault, given_up_after } = faultReason(stored) ?? { fault: null, given_up_after: null };
  const { subject, body } = withNote({ subject: row.subject, body: row.body, html: null }, note);
  return {
    ...row,
    subject,
    body,
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

/** A condition on the address that no message to an administrator meets: subscribers must not find out the address. */
function notAdministrator(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(role <> 'admin' and (${condition}))`;
}

/** A message for administrators. */
const deliveries: ListQuery<LoggedDelivery> = {
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
    'note',
    'created_at',
    'sent_at',
    'delivered_at',
    'purged_at',
    'next_attempt_at',
  ],
  computed: { ...TEXTS, ...ACCOUNT },
  filters: Object.keys(deliveryList.filters),
  filterIns: Object.keys(deliveryList.filterIns),
  search: (param) => {
    // Only a message without a subject is short enough to read its text.
    const text = sql`coalesce(subject, substr(body, 1, ${sql.lit(SEARCHED_LENGTH)}))`;
    const address = sql`${contains(sql`address`, param)} or ${containsNumber(sql`address`, param)}`;
    return sql`${notAdministrator(address)}
      or exists (select 1 from message_text where message_text.id = delivery.text_id and ${contains(text, param)})
      or id = ${param.value('id')} or button_click_id = ${param.value('id')} or form_submission_id = ${param.value('id')}`;
  },
  scan: {
    rows: SEARCHED_MESSAGES,
    choices: [],
    columns: ['address', 'role', 'text_id', 'button_click_id', 'form_submission_id'],
  },
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
const teamsDeliveries: ListQuery<LoggedDelivery> = {
  ...deliveries,
  computed: TEXTS,
  item: (row, attempts) => withoutAdministrator(deliveries.item(row, attempts)),
};

function withoutAdministrator(message: LoggedDelivery): LoggedDelivery {
  if (message.role !== 'admin') return message;
  // Mail servers often repeat the address in their replies.
  const attempts = message.attempts.map((attempt) => ({ ...attempt, detail: '', provider_text: null }));
  return { ...message, address: '', reason: null, attempts };
}

/** Lists have only the start of each text: hundreds of full texts would be too much to read and to send. */
const START = { ...SUBJECT, body: sql`substr(coalesce(${BODY}, ''), 1, ${sql.lit(LISTED_BODY_LENGTH)})` };
const listed = {
  all: {
    ...deliveries,
    computed: { ...START, ...ACCOUNT },
    item: (row, attempts) => withStart(deliveries.item(row, attempts)),
  },
  team: {
    ...teamsDeliveries,
    computed: START,
    item: (row, attempts) => withStart(teamsDeliveries.item(row, attempts)),
  },
} satisfies Record<string, ListQuery<LoggedDelivery>>;

/** A note makes the text longer again. */
function withStart(message: LoggedDelivery): LoggedDelivery {
  return { ...message, body: shorten(message.body, LISTED_BODY_LENGTH, '') };
}

/** The filters that select one message or the messages of one submission. */
const NARROW_FILTERS = ['filter_id', 'filter_button_click_id', 'filter_form_submission_id'];

/** The part of the delivery log that a scope may see. Lists of few messages have full texts. */
export function buildDeliveriesQuery(
  scope: TenantScope,
  query: Readonly<Record<string, unknown>>,
): ListQuery<LoggedDelivery> {
  if (NARROW_FILTERS.some((name) => query[name] !== undefined)) return deliveriesWithTexts(scope);
  return scope === 'all' ? listed.all : listed.team;
}

/** The same with full texts, for callers that read a few rows at a time. */
export function deliveriesWithTexts(scope: TenantScope): ListQuery<LoggedDelivery> {
  return scope === 'all' ? deliveries : teamsDeliveries;
}

/** The newest messages with a text. */
export async function findMessages(tenant: TenantDb, search: string): Promise<Found['messages']> {
  const list = tenant.scope === 'all' ? listed.all : listed.team;
  const { items } = await tenant.page(list, searchRequest(search, FOUND_OF_EACH, 'created_at'));
  return items.map(({ id, address, subject, state, created_at }) => ({
    id,
    address,
    subject,
    state,
    created_at,
  }));
}
