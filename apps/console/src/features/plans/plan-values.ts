import type { Plan } from '@callpoint/contract/plans';

/** The values of the forms, and the bodies of the calls. */

export type PlanValues = Record<
  'plan_name' | 'plan_cost' | 'plan_term' | 'plan_stripe_id' | 'max_users',
  string
>;

/** A number, or the typed text if it is not a number: the call's schema then reports the problem. */
type Typed = number | string;
export type PlanData = {
  plan_name: string;
  plan_cost: Typed;
  plan_term: string;
  plan_stripe_id: string;
  max_users: Typed;
};

export const PLAN_FIELDS = ['plan_name', 'plan_cost', 'plan_term', 'plan_stripe_id', 'max_users'] as const;

export const EMPTY_PLAN: PlanValues = {
  plan_name: '',
  plan_cost: '',
  plan_term: '',
  plan_stripe_id: '',
  max_users: '',
};

export function toPlanValues(plan: Plan): PlanValues {
  return {
    plan_name: plan.plan_name,
    plan_cost: plan.plan_cost.toFixed(2),
    plan_term: plan.plan_term,
    plan_stripe_id: plan.plan_stripe_id,
    max_users: String(plan.max_users),
  };
}

export function toPlanData(values: PlanValues): PlanData {
  return {
    plan_name: values.plan_name.trim(),
    plan_cost: toNumber(values.plan_cost),
    plan_term: values.plan_term.trim(),
    plan_stripe_id: values.plan_stripe_id.trim(),
    max_users: toNumber(values.max_users),
  };
}

function toNumber(typed: string): Typed {
  const text = typed.trim();
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
