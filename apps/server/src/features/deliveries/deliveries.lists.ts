import { deliveryList, type Delivery } from '@callpoint/contract/deliveries';
import { CREATED_BETWEEN, type ListPlan } from '../../db/paged-list.ts';

/** Beyond so many rows after the page that is read, nobody needs to know how many there are. */
const COUNT_AT_MOST = 2_000;

export const deliveries: ListPlan<Delivery> = {
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
    'subject',
    'body',
    'created_at',
    'sent_at',
    'delivered_at',
    'purged_at',
    'next_attempt_at',
  ],
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
