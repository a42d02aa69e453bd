import { Button, TextInput } from '@mantine/core';
import type { Team } from '@callpoint/contract/subscribers';
import { ConflictNote } from '../../form/edits/conflict-note.tsx';
import { FIELD_LAYOUT } from '../../form/fields/field-props.ts';
import { FixedField } from '../../form/fields/fixed-field.tsx';
import { FieldPair, FormCard } from '../../form/record/form-card.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { fieldId } from '../../form/use-form.ts';
import { subscriptionTexts } from '../../texts/subscriptions.ts';
import type { AccountField } from './account-values.ts';
import type { ProfileScope } from './profile-scope.ts';
import { UnconfirmedEmail } from './unconfirmed-email.tsx';
import { ACCOUNT_LABELS, useAccountForm } from './use-account-form.ts';

/** Changes the account's names and contact data; only an administrator changes the address to log in with. */
export function AccountForm({ team, scope }: { team: Team; scope: ProfileScope }) {
  const { form, conflict, takeTheirs } = useAccountForm(team, scope);
  useLeaveGuard(form.isDirty);
  const field = (name: AccountField) => ({
    ...FIELD_LAYOUT,
    label: ACCOUNT_LABELS[name],
    required: true,
    autoComplete: 'off',
    ...form.field(name),
  });
  return (
    <FormCard
      form={form}
      buttons={
        <Button type="submit" loading={form.saving} disabled={!form.isDirty}>
          {subscriptionTexts.save}
        </Button>
      }
    >
      <TextInput {...field('account_name')} />
      <FieldPair>
        <TextInput {...field('first_name')} />
        <TextInput {...field('last_name')} />
      </FieldPair>
      <FieldPair>
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
      </FieldPair>
      {!team.email_confirmed && <UnconfirmedEmail isOwn={scope.as === 'team'} />}
      <ConflictNote
        record={team.account_name}
        labels={ACCOUNT_LABELS}
        conflict={conflict}
        onTake={takeTheirs}
      />
    </FormCard>
  );
}
