import { expect, test } from 'vitest';
import { planLabel } from './plans.ts';

test.each([
  ['1-10 end users', 29.95, '1-10 end users - Monthly ( $29.95/monthly )'],
  ['Unlimited', 1999, 'Unlimited - Monthly ( $1,999.00/monthly )'],
  ['Trial', 0.1, 'Trial - Monthly ( $0.10/monthly )'],
])('the plan %s for %d is labeled %s', (plan_name, plan_cost, label) => {
  expect(planLabel({ plan_name, plan_term: 'Monthly', plan_cost })).toBe(label);
});
