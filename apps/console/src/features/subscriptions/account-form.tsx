import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { updateTeam, type Team } from '@callpoint/contract/subscribers';
import { TEXTS } from '@callpoint/contract/texts';
import { useState } from 'react';
import { alerts } from '../../feedback/alerts.ts';
import { LAYOUT } from '../../form/field-props.ts';
import { FixedField } from '../../form/fixed-field.tsx';
import { FormCard } from '../../form/form-card.tsx';
import { useLeaveGuard } from '../../form/use-leave-guard.ts';
import { fieldId, useRecordForm } from '../../form/use-record-form.ts';
import { session } from '../../lib/session.ts';
import { subscriptionTexts } from '../../lib/texts/subscriptions.ts';
import { accountValues, toAccountChange, type AccountValues } from './account-values.ts';
import type { Scope } from './scope.ts';
import { SUBSCRIBERS, updateAccount, type AccountChange } from './subscriptions.api.ts';
import classes from './subscriptions.module.css';

const LABELS: Readonly<Record<keyof AccountValues, string>> = {
  account_name: subscriptionTexts.accountName,
  first_name: subscriptionTexts.firstName,
  last_name: subscriptionTexts.lastName,
  email: subscriptionTexts.email,
  phone: subscriptionTexts.phone,
};

/** Changes the account's names and how it is reached; the address to log in with, only an administrator. */
export function AccountForm({ team, scope }: { team: Team; scope: Scope }) {
  const queries = useQueryClient();
  // As it was when the form was drawn: only what is changed here is sent.
  const [saved, setSaved] = useState(() => accountValues(team));
  const { form, saving, problems, onSubmit } = useRecordForm<AccountValues, AccountChange>({
    initialValues: saved,
    name: `account ${team.id}`,
    keep: (values) => values,
    convert: (values) => toAccountChange(values, saved),
    schema: updateTeam.shape.data,
    labels: LABELS,
    save: async (data) => {
      if (Object.keys(data).length > 0) await updateAccount(scope, data);
      const now = accountValues({ ...saved, ...data });
      setSaved(now);
      form.setValues(now);
      form.resetDirty(now);
      const { account_name, first_name, last_name } = now;
      if (scope.as === 'team') session.updateUser({ account_name, first_name, last_name });
      alerts.success(TEXTS.updated);
      await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
    },
    failed: TEXTS.failedAction,
  });
  useLeaveGuard(form.isDirty());

  const field = (name: keyof AccountValues) => ({
    ...LAYOUT,
    id: fieldId(name),
    label: LABELS[name],
    required: true,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  return (
    <FormCard
      problems={problems}
      onSubmit={onSubmit}
      buttons={
        <Button type="submit" loading={saving} disabled={!form.isDirty()}>
          {subscriptionTexts.save}
        </Button>
      }
    >
      <TextInput {...field('account_name')} />
      <div className={classes['pair']}>
        <TextInput {...field('first_name')} />
        <TextInput {...field('last_name')} />
      </div>
      <div className={classes['pair']}>
        {scope.as === 'admin' ? (
          <TextInput {...field('email')} inputMode="email" description={subscriptionTexts.emailHelp} />
        ) : (
          <FixedField
            id={fieldId('email')}
            label={subscriptionTexts.email}
            value={team.email}
            help={subscriptionTexts.emailFixed}
          />
        )}
        <TextInput {...field('phone')} type="tel" />
      </div>
    </FormCard>
  );
}
