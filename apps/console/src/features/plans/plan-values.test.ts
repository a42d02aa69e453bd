import { expect, test } from 'vitest';
import { createPlanBody } from '@callpoint/contract/plans';
import { EMPTY_PLAN, toPlanValues, toPlanData } from './plan-values.ts';

const values = {
  plan_name: ' 1-10 end users ',
  plan_cost: '29.90',
  plan_term: 'Monthly',
  plan_stripe_id: ' price_10 ',
  max_users: '10',
};
const problems = (changed: Partial<typeof values>) =>
  createPlanBody
    .safeParse({ data: toPlanData({ ...values, ...changed }) })
    .error?.issues.map(({ path, message }) => `${String(path.at(-1))} ${message}`);

test('a plan has the same values after it is sent to the call and read back', () => {
  const data = toPlanData(values);
  expect(data).toEqual({
    plan_name: '1-10 end users',
    plan_cost: 29.9,
    plan_term: 'Monthly',
    plan_stripe_id: 'price_10',
    max_users: 10,
  });
  const plan = { id: 1, updated_at: '', ...data, plan_cost: 29.9, max_users: 10 };
  expect(toPlanValues(plan)).toEqual({ ...values, plan_name: '1-10 end users', plan_stripe_id: 'price_10' });
});

test.each([
  [{ plan_cost: '0.1' }, undefined],
  [{ plan_cost: '0.09' }, /^plan_cost must be a number from 0\.1 to /],
  [{ plan_cost: '9.999' }, /with at most two decimals$/],
  [{ plan_cost: '' }, /^plan_cost must be a number/],
  [{ max_users: '0' }, /^max_users must be a whole number from 1/],
  [{ max_users: '1.5' }, /^max_users must be a whole number from 1/],
  [{ plan_stripe_id: 'a|b' }, /^plan_stripe_id must not hold a bar/],
] as const)('checks %j', (changed, message) => {
  if (message === undefined) expect(problems(changed)).toBeUndefined();
  else expect(problems(changed)).toEqual([expect.stringMatching(message)]);
});

test('an empty form is rejected field by field', () => {
  const found = createPlanBody.safeParse({ data: toPlanData(EMPTY_PLAN) }).error?.issues ?? [];
  expect(new Set(found.map(({ path }) => path.at(-1)))).toEqual(new Set(Object.keys(EMPTY_PLAN)));
});
