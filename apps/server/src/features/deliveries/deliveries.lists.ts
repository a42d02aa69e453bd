import { deliveryList, LISTED_BODY_LENGTH, type Delivery } from '@callpoint/contract/deliveries';
import { sql } from 'kysely';
import { CREATED_BETWEEN, type ListQuery } from '../../db/list-query.ts';
import type { TenantScope } from '../../db/tenant.ts';

/** Beyond so many rows after the page that is read, nobody needs to know how many there are. */
const COUNT_AT_MOST = 2_000;

const SUBJECT = {
  subject: sql`(select subject from message_text where message_text.id = delivery.text_id)`,
};
const BODY = sql`(select body from message_text where message_text.id = delivery.text_id)`;

/** As administrators see it. */
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
    columns: ['at', 'ms', 'outcome', 'detail', 'fault'],
  },
  item: (row, attempts) => ({ ...row, attempts }) as unknown as Delivery,
};

/** A subscriber learns that administrators were told, and not at which address: they sign in with it. */
const teamsDeliveries: ListQuery<Delivery> = {
  ...deliveries,
  item: (row, attempts) => withoutAdministrator(deliveries.item(row, attempts)),
};

function withoutAdministrator(message: Delivery): Delivery {
  if (message.role !== 'admin') return message;
  // Mail servers like to name the address in what they say.
  const attempts = message.attempts.map((attempt) => ({ ...attempt, detail: '' }));
  return { ...message, address: '', reason: null, attempts };
}

/** A list of many messages has the start of each text: hundreds of full ones would be too much to read and to send. */
const START = { ...SUBJECT, body: sql`substr(coalesce(${BODY}, ''), 1, ${sql.lit(LISTED_BODY_LENGTH)})` };
const listed = {
  all: { ...deliveries, computed: START },
  team: { ...teamsDeliveries, computed: START },
} satisfies Record<string, ListQuery<Delivery>>;

/** The filters of one message, or of those of one submission. */
const OF_FEW = ['filter_id', 'filter_button_click_id', 'filter_form_submission_id'];

/** The delivery log as somebody of this scope may see it; of a list of few messages with their full texts. */
export function deliveriesOf(
  scope: TenantScope,
  query: Readonly<Record<string, unknown>>,
): ListQuery<Delivery> {
  if (OF_FEW.some((name) => query[name] !== undefined)) return deliveriesWithTexts(scope);
  return scope === 'all' ? listed.all : listed.team;
}

/** The same with full texts, for those who read a few rows at a time. */
export function deliveriesWithTexts(scope: TenantScope): ListQuery<Delivery> {
  return scope === 'all' ? deliveries : teamsDeliveries;
}
