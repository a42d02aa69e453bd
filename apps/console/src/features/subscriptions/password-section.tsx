import { Button, PasswordInput } from '@mantine/core';
import { changePassword as changeCall } from '@callpoint/contract/sessions';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../feedback/alerts.ts';
import { LAYOUT } from '../../form/field-props.ts';
import { FormCard } from '../../form/form-card.tsx';
import { fieldId, useRecordForm } from '../../form/use-record-form.ts';
import { subscriptionTexts } from '../../lib/texts/subscriptions.ts';
import type { Scope } from './scope.ts';
import { Section } from './section.tsx';
import { changePassword } from './subscriptions.api.ts';
import classes from './subscriptions.module.css';

type Typed = { password: string; re_password: string };
const EMPTY: Typed = { password: '', re_password: '' };

/** A new password, typed twice. */
export function PasswordSection({ scope }: { scope: Scope }) {
  const { form, saving, problems, onSubmit } = useRecordForm<Typed, { password: string }>({
    initialValues: EMPTY,
    name: `password ${scope.teamId}`,
    keep: () => EMPTY,
    convert: ({ password }) => ({ password }),
    schema: changeCall,
    labels: { password: subscriptionTexts.newPassword },
    save: async ({ password }) => {
      await changePassword(scope, password);
      form.reset();
      alerts.success(TEXTS.passwordUpdated);
      window.scrollTo(0, 0);
    },
    failed: TEXTS.failedAction,
  });
  const { password, re_password } = form.getValues();
  // Who is still typing the second one has not made a mistake yet.
  const differs = !password.startsWith(re_password);
  const field = {
    ...LAYOUT,
    required: true,
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': subscriptionTexts.showPassword, tabIndex: 0 },
  } as const;
  return (
    <Section title={subscriptionTexts.password}>
      <FormCard
        problems={problems}
        onSubmit={onSubmit}
        buttons={
          <Button type="submit" loading={saving} disabled={password === '' || password !== re_password}>
            {subscriptionTexts.password}
          </Button>
        }
      >
        <p className={classes['soft']}>
          {scope.as === 'team' ? subscriptionTexts.passwordMeansOwn : subscriptionTexts.passwordMeansOther}
        </p>
        <PasswordInput
          {...field}
          id={fieldId('password')}
          label={subscriptionTexts.newPassword}
          description={subscriptionTexts.newPasswordHelp}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          {...field}
          id={fieldId('re_password')}
          label={subscriptionTexts.confirmPassword}
          description={subscriptionTexts.confirmPasswordHelp}
          {...form.getInputProps('re_password')}
          error={differs && TEXTS.passwordMismatch}
        />
      </FormCard>
    </Section>
  );
}
