import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { updateAppUser as updateCall, type AppUser } from '@callpoint/contract/app-users';
import { TEXTS } from '@callpoint/contract/texts';
import { Link } from 'react-router';
import { alerts } from '../../feedback/alerts.ts';
import { FormCard } from '../../form/form-card.tsx';
import { useLeaveGuard } from '../../form/use-leave-guard.ts';
import { useRecordForm } from '../../form/use-record-form.ts';
import { appUserTexts } from '../../lib/texts/app-users.ts';
import { APP_USERS, updateAppUser } from './app-users.api.ts';
import { UserFields, type UserLabels } from './user-fields.tsx';
import { toUserChange, withoutPassword, type UserValues } from './user-values.ts';

const LABELS: UserLabels = {
  name: appUserTexts.fullName,
  email: appUserTexts.email,
  phone: appUserTexts.phoneNumber,
  password: appUserTexts.password,
};

/** Changes one app user. The password is sent only when one was typed. */
export function EditUserForm({ user }: { user: AppUser }) {
  const queries = useQueryClient();
  const saved: UserValues = { name: user.name, email: user.email, phone: user.phone, password: '' };
  const { form, saving, problems, onSubmit } = useRecordForm<UserValues, ReturnType<typeof toUserChange>>({
    initialValues: saved,
    name: `app-user ${user.id}`,
    keep: withoutPassword,
    convert: (values) => toUserChange(values, user.team_id),
    schema: updateCall.shape.data,
    labels: LABELS,
    save: async (data) => {
      await updateAppUser(user.id, data);
      const now = withoutPassword(form.getValues());
      form.setValues(now);
      form.resetDirty(now);
      alerts.success(TEXTS.appUserUpdated);
      await queries.invalidateQueries({ queryKey: APP_USERS, refetchType: 'none' });
    },
    failed: TEXTS.appUserUpdateFailed,
  });
  useLeaveGuard(form.isDirty());

  return (
    <FormCard
      problems={problems}
      onSubmit={onSubmit}
      buttons={
        <>
          <Button type="submit" loading={saving}>
            {appUserTexts.update}
          </Button>
          <Button component={Link} to="/users" variant="default">
            {appUserTexts.backToUsers}
          </Button>
        </>
      }
    >
      <UserFields
        form={form}
        labels={LABELS}
        teamId={user.team_id}
        passwordHelp={appUserTexts.changedPasswordHelp}
        passwordRequired={false}
      />
    </FormCard>
  );
}
