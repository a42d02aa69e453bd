import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createAppUser as createCall } from '@callpoint/contract/app-users';
import { TEXTS } from '@callpoint/contract/texts';
import { useNavigate } from 'react-router';
import { alerts } from '../../states/alerts.ts';
import { Page } from '../../page/page.tsx';
import { FormCard } from '../../form/record/form-card.tsx';
import { RecordButtons } from '../../form/record/record-buttons.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { fieldId, useRecordForm } from '../../form/record/use-record-form.ts';
import { useSignedIn } from '../../session/session.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { APP_USERS, createAppUser } from './app-users.api.ts';
import { UserFields, type UserLabels } from './user-fields.tsx';
import { EMPTY_USER, toNewUser, withoutPassword, type NewUserValues } from './user-values.ts';

const LABELS: UserLabels = {
  name: appUserTexts.name,
  email: appUserTexts.email,
  phone: appUserTexts.phone,
  password: appUserTexts.password,
};

/** Makes an app user of the signed-in team. */
export function Component() {
  const teamId = useSignedIn().user.id;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { form, saving, problems, onSubmit } = useRecordForm<NewUserValues, ReturnType<typeof toNewUser>>({
    initialValues: EMPTY_USER,
    name: 'app-user new',
    keep: withoutPassword,
    convert: (values) => toNewUser(values, teamId),
    schema: createCall.shape.data,
    labels: { ...LABELS, consent: appUserTexts.consent },
    check: ({ consent }) => (consent ? {} : { consent: appUserTexts.consentMissing }),
    save: async (data) => {
      await createAppUser(data);
      await queries.invalidateQueries({ queryKey: APP_USERS });
      alerts.success(TEXTS.appUserCreated);
      leave(() => void navigate('/users'));
    },
    failed: TEXTS.appUserCreateFailed,
  });
  const leave = useLeaveGuard(form.isDirty());

  return (
    <Page
      title={appUserTexts.newUser}
      description={appUserTexts.newUserMeans}
      parent={{ label: appUserTexts.users, to: '/users' }}
      width="form"
    >
      <FormCard
        problems={problems}
        onSubmit={onSubmit}
        buttons={
          <RecordButtons
            save={appUserTexts.create}
            saving={saving}
            back={{ label: appUserTexts.cancel, to: '/users' }}
          />
        }
      >
        <UserFields
          form={form}
          labels={LABELS}
          teamId={teamId}
          passwordHelp={appUserTexts.newPasswordHelp}
          passwordRequired
        />
        <Checkbox
          id={fieldId('consent')}
          label={appUserTexts.consentMeans}
          required
          {...form.getInputProps('consent', { type: 'checkbox' })}
        />
      </FormCard>
    </Page>
  );
}
