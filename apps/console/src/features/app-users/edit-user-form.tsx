import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import type { AppUser } from '@callpoint/contract/app-users';
import { ConflictNote } from '../../form/edits/conflict-note.tsx';
import { FormCard } from '../../form/record/form-card.tsx';
import { RecordButtons } from '../../form/record/record-buttons.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { SmsStatus } from './sms-status.tsx';
import { useEditUser } from './use-edit-user.ts';
import { UserFields, type UserLabels } from './user-fields.tsx';
import { isConsentMissing } from './user-values.ts';

const LABELS: UserLabels & { consent: string } = {
  name: appUserTexts.fullName,
  email: appUserTexts.email,
  phone: appUserTexts.phoneNumber,
  password: appUserTexts.password,
  consent: appUserTexts.consent,
};

/** Changes one app user. The password is sent only when one was typed. */
export function EditUserForm({ user }: { user: AppUser }) {
  const { form, conflict, takeTheirs } = useEditUser(user, LABELS);
  useLeaveGuard(form.isDirty);

  return (
    <FormCard
      form={form}
      buttons={
        <RecordButtons
          save={appUserTexts.update}
          saving={form.saving}
          back={{ label: appUserTexts.backToUsers, to: '/users' }}
        />
      }
    >
      <UserFields
        form={form}
        labels={LABELS}
        teamId={user.team_id}
        passwordHelp={appUserTexts.changedPasswordHelp}
        passwordRequired={false}
      />
      <SmsStatus user={user} />
      {isConsentMissing(user, form.values.phone) && (
        <Checkbox label={appUserTexts.consentDescription} {...form.checkbox('consent')} />
      )}
      <ConflictNote record={user.name} labels={LABELS} conflict={conflict} onTake={takeTheirs} />
    </FormCard>
  );
}
