import { deliveryList, type Delivery } from '@callpoint/contract/deliveries';
import { sql } from 'kysely';
import { CREATED_BETWEEN, type ListPlan } from '../../db/paged-list.ts';
import type { TenantScope } from '../../db/tenant.ts';

/** Beyond so many rows after the page that is read, nobody needs to know how many there are. */
const COUNT_AT_MOST = 2_000;

/** As administrators see it. */
const deliveries: ListPlan<Delivery> = {
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
  computed: {
    subject: sql`(select subject from message_text where message_text.id = delivery.text_id)`,
    body: sql`coalesce((select body from message_text where message_text.id = delivery.text_id), '')`,
  },
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
const teamsDeliveries: ListPlan<Delivery> = {
  ...deliveries,
  item: (row, attempts) => withoutAdministrator(deliveries.item(row, attempts)),
};

function withoutAdministrator(message: Delivery): Delivery {
  if (message.role !== 'admin') return message;
  // Mail servers like to name the address in what they say.
  const attempts = message.attempts.map((attempt) => ({ ...attempt, detail: '' }));
  return { ...message, address: '', reason: null, attempts };
}

/** The delivery log as somebody of this scope may see it. */
export function deliveriesOf(scope: TenantScope): ListPlan<Delivery> {
  return scope === 'all' ? deliveries : teamsDeliveries;
}
