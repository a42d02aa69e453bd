import { Button, PasswordInput } from '@mantine/core';
import { changePassword as changeCall } from '@callpoint/contract/sessions';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../states/alerts.ts';
import { passwordTexts } from '../../texts/password.ts';
import { LAYOUT } from '../fields/field-props.ts';
import { FormCard } from './form-card.tsx';
import classes from '../form.module.css';
import { Section } from './section.tsx';
import { fieldId, useRecordForm } from './use-record-form.ts';

type Typed = { password: string; re_password: string };
const EMPTY: Typed = { password: '', re_password: '' };

interface PasswordSectionProps {
  /** Names the account, e.g. `subscriber 7`. */
  account: string;
  /** Which sessions a change ends. */
  effect: string;
  save: (password: string) => Promise<void>;
}

/** A new password, typed twice. */
export function PasswordSection({ account, effect, save }: PasswordSectionProps) {
  const { form, saving, problems, note, onSubmit } = useRecordForm<Typed, { password: string }>({
    initialValues: EMPTY,
    name: `password ${account}`,
    keep: () => EMPTY,
    convert: ({ password }) => ({ password }),
    schema: changeCall,
    labels: { password: passwordTexts.newPassword },
    save: async ({ password }) => {
      await save(password);
      form.reset();
      alerts.success(TEXTS.passwordUpdated);
      window.scrollTo(0, 0);
    },
    failed: TEXTS.failedAction,
  });
  const { password, re_password } = form.getValues();
  // While the second one is being typed it is not a mistake yet.
  const differs = !password.startsWith(re_password);
  const field = {
    ...LAYOUT,
    required: true,
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': passwordTexts.show, tabIndex: 0 },
  } as const;
  return (
    <Section title={passwordTexts.change}>
      <FormCard
        problems={problems}
        note={note}
        onSubmit={onSubmit}
        buttons={
          <Button type="submit" loading={saving} disabled={password === '' || password !== re_password}>
            {passwordTexts.change}
          </Button>
        }
      >
        <p className={classes['soft']}>{effect}</p>
        <PasswordInput
          {...field}
          id={fieldId('password')}
          label={passwordTexts.newPassword}
          description={passwordTexts.newPasswordHelp}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          {...field}
          id={fieldId('re_password')}
          label={passwordTexts.confirmPassword}
          description={passwordTexts.confirmPasswordHelp}
          {...form.getInputProps('re_password')}
          error={differs && TEXTS.passwordMismatch}
        />
      </FormCard>
    </Section>
  );
}
