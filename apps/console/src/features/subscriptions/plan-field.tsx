import { NativeSelect } from '@mantine/core';
import { moneyText } from '@callpoint/contract/money';
import { PLAN_CURRENCY, planLabel, planValue, type Plan } from '@callpoint/contract/plans';
import type { ComponentProps } from 'react';
import { formTexts } from '../../texts/form.ts';
import { planFieldTexts as texts } from '../../texts/plan-field.ts';
import classes from './subscriptions.module.css';

type PlanFieldProps = Omit<ComponentProps<typeof NativeSelect>, 'data'> & { plans: readonly Plan[] };

/**
 * One of the plans, e.g. `1-10 end users - Monthly ( $29.95/monthly )`. A narrow field cuts this text, so the price, the
 * term and the users of the chosen plan are below it.
 */
export function PlanField({ plans, className, ...props }: PlanFieldProps) {
  const data = plans.map((plan) => ({ value: planValue(plan), label: planLabel(plan) }));
  const chosen = plans.find((plan) => planValue(plan) === props.value);
  return (
    <div className={className}>
      <NativeSelect {...props} data={[{ value: '', label: formTexts.select }, ...data]} />
      {chosen && (
        <p className={classes['facts']}>
          {texts.facts(planPrice(chosen), chosen.plan_term, chosen.max_users)}
        </p>
      )}
    </div>
  );
}

/** The price of one term, e.g. `$29.95`. */
export function planPrice({ plan_cost }: Plan): string {
  return moneyText(Math.round(plan_cost * 100), PLAN_CURRENCY, navigator.language);
}
