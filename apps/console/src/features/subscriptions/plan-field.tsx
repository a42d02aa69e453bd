import { NativeSelect } from '@mantine/core';
import { planLabel, planValue, type Plan } from '@callpoint/contract/plans';
import type { ComponentProps } from 'react';
import { formTexts } from '../../texts/form.ts';

type PlanFieldProps = Omit<ComponentProps<typeof NativeSelect>, 'data'> & { plans: readonly Plan[] };

/** One of the plans, e.g. `1-10 end users - Monthly ( $29.95/monthly )`. */
export function PlanField({ plans, ...props }: PlanFieldProps) {
  const data = plans.map((plan) => ({ value: planValue(plan), label: planLabel(plan) }));
  return <NativeSelect {...props} data={[{ value: '', label: formTexts.select }, ...data]} />;
}
