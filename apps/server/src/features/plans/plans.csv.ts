import type { Plan } from '@callpoint/contract/plans';
import type { Cell } from '../../http/csv/csv-cells.ts';
import { localTimes } from '../../http/csv/csv-responses.ts';

/** The columns of an export of plans. */
export function planColumns(zone: string): [header: string, cell: (plan: Plan) => Cell][] {
  const local = localTimes(zone);
  return [
    ['Id', ({ id }) => id],
    ['Plan name', ({ plan_name }) => plan_name],
    ['Plan cost', ({ plan_cost }) => plan_cost],
    ['Plan term', ({ plan_term }) => plan_term],
    ['Stripe id', ({ plan_stripe_id }) => plan_stripe_id],
    ['Max users', ({ max_users }) => max_users],
    ['Changed (UTC)', ({ updated_at }) => updated_at],
    [`Changed (${zone})`, ({ updated_at }) => local(updated_at)],
  ];
}
