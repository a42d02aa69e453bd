import { TextInput } from '@mantine/core';
import type { Form } from '../../form/use-form.ts';
import { planTexts } from '../../texts/plans.ts';
import type { PlanValues } from './plan-values.ts';

/** The fields that a new plan and an edited one have in common. */
export function PlanFields({ form }: { form: Pick<Form<PlanValues>, 'field'> }) {
  const field = (name: keyof PlanValues, help: string) => ({
    label: planTexts.fields[name],
    description: help,
    required: true,
    autoComplete: 'off',
    ...form.field(name),
  });
  return (
    <>
      <TextInput {...field('plan_name', planTexts.nameHelp)} />
      <TextInput
        {...field('plan_cost', planTexts.costHelp)}
        type="number"
        inputMode="decimal"
        step={0.01}
        min={0.1}
      />
      <TextInput {...field('plan_term', planTexts.termHelp)} />
      <TextInput {...field('plan_stripe_id', planTexts.stripeHelp)} />
      <TextInput
        {...field('max_users', planTexts.usersHelp)}
        type="number"
        inputMode="numeric"
        step={1}
        min={1}
      />
    </>
  );
}
