import { Button } from '@mantine/core';
import { PasswordInput } from '../fields/password-input.tsx';
import { changePasswordBody as changeCall } from '@callpoint/contract/sessions';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../states/alerts.ts';
import { passwordFieldTexts } from '../../texts/password-field.ts';
import { passwordTexts } from '../../texts/password.ts';
import { schemaErrors } from '../fields/validate.ts';
import { FormCard } from './form-card.tsx';
import classes from '../form.module.css';
import { CollapsibleSection, PageSection } from './section.tsx';
import { useForm } from '../use-form.ts';

const LABELS = { password: passwordTexts.newPassword };
const EMPTY = { password: '', re_password: '' };

interface PasswordSectionProps {
  /** Which sessions a change ends. */
  effect: string;
  save: (password: string) => Promise<void>;
  /** On a page whose sections people can collapse: the element id of its toggle. */
  toggleId?: string;
}

/** A new password, typed twice. */
export function PasswordSection({ effect, save, toggleId }: PasswordSectionProps) {
  const form = useForm({
    initialValues: EMPTY,
    labels: LABELS,
    validate: ({ password }) => schemaErrors(changeCall, LABELS, { password }),
    save: async ({ password }) => {
      await save(password);
      form.reset();
      alerts.success(TEXTS.passwordUpdated);
      window.scrollTo(0, 0);
    },
    failed: TEXTS.failedAction,
  });
  const { password, re_password } = form.values;
  // While the second one is being typed, a difference is not a mistake yet.
  const differs = !password.startsWith(re_password);
  const field = {
    required: true,
    autoComplete: 'new-password',
  } as const;
  const card = (
    <FormCard
      form={form}
      buttons={
        <Button type="submit" loading={form.saving} disabled={password === '' || password !== re_password}>
          {passwordTexts.change}
        </Button>
      }
    >
      <p className={classes['soft']}>{effect}</p>
      <PasswordInput
        {...field}
        label={passwordTexts.newPassword}
        description={passwordFieldTexts.rule}
        {...form.field('password')}
      />
      <PasswordInput
        {...field}
        label={passwordTexts.confirmPassword}
        description={passwordTexts.confirmPasswordHelp}
        {...form.field('re_password')}
        error={differs && TEXTS.passwordMismatch}
      />
    </FormCard>
  );
  const title = passwordTexts.change;
  if (toggleId === undefined) return <PageSection title={title}>{card}</PageSection>;
  return (
    <CollapsibleSection title={title} id={toggleId}>
      {card}
    </CollapsibleSection>
  );
}
