import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Team } from '@callpoint/contract/subscribers';
import { Link } from '../../../links/link.ts';
import { ConflictNote } from '../../../form/edits/conflict-note.tsx';
import { FixedField } from '../../../form/fields/fixed-field.tsx';
import { FieldPair, FormCard } from '../../../form/record/form-card.tsx';
import { useLeaveGuard } from '../../../form/edits/use-leave-guard.ts';
import { SmsNote } from '../../../form/fields/sms-note.tsx';
import { fieldId } from '../../../form/use-form.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import type { AccountField } from './account-values.ts';
import type { ProfileScope } from '../profile-scope.ts';
import { timeZoneChoices } from './time-zone-choices.ts';
import { UnconfirmedEmail } from './unconfirmed-email.tsx';
import { ACCOUNT_LABELS, useAccountForm } from './use-account-form.ts';

/** Changes the account's names and contact data; only an administrator changes the address to log in with. */
export function AccountForm({ team, scope }: { team: Team; scope: ProfileScope }) {
  const { form, conflict, takeTheirs } = useAccountForm(team, scope);
  useLeaveGuard(form.isDirty);
  const field = (name: AccountField) => ({
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
            help={
              <>
                {subscriptionTexts.emailFixed} <Link to="/contact">{subscriptionTexts.askUs}</Link>
              </>
            }
          />
        )}
        <TextInput
          {...field('phone')}
          type="tel"
          description={
            form.values.phone !== team.phone && <SmsNote typed={form.values.phone} numbersOf="subscriber" />
          }
        />
      </FieldPair>
      <NativeSelect
        {...field('time_zone')}
        required={false}
        description={subscriptionTexts.timeZoneHelp}
        data={timeZoneChoices(form.values.time_zone)}
      />
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
