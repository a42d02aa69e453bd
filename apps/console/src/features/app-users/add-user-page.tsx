import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createAppUser as createCall } from '@callpoint/contract/app-users';
import { TEXTS } from '@callpoint/contract/texts';
import { Link, useNavigate } from 'react-router';
import { alerts } from '../../feedback/alerts.ts';
import { Page } from '../../feedback/page.tsx';
import { FormCard } from '../../form/form-card.tsx';
import { useLeaveGuard } from '../../form/use-leave-guard.ts';
import { fieldId, useRecordForm } from '../../form/use-record-form.ts';
import { useSignedIn } from '../../lib/session.ts';
import { APP_USERS, createAppUser } from './app-users.api.ts';
import { UserFields, type UserLabels } from './user-fields.tsx';
import { EMPTY_USER, toNewUser, withoutPassword, type NewUserValues } from './user-values.ts';

const LABELS: UserLabels = { name: 'Name', email: 'Email', phone: 'Phone', password: 'Password' };

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
    labels: { ...LABELS, consent: 'Consent' },
    check: ({ consent }) => (consent ? {} : { consent: 'Confirm that the user agrees to text messages.' }),
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
      title="New User"
      description="Somebody who carries the app and can press its buttons."
      parent={{ label: 'Users', to: '/users' }}
      width="form"
    >
      <FormCard
        problems={problems}
        onSubmit={onSubmit}
        buttons={
          <>
            <Button type="submit" loading={saving}>
              Create User
            </Button>
            <Button component={Link} to="/users" variant="default">
              Cancel
            </Button>
          </>
        }
      >
        <UserFields
          form={form}
          labels={LABELS}
          teamId={teamId}
          passwordHelp="At least 8 characters. Tell it to the user; they log in with it."
          passwordRequired
        />
        <Checkbox
          id={fieldId('consent')}
          label="This user agrees to receive text messages (SMS) at this number."
          required
          {...form.getInputProps('consent', { type: 'checkbox' })}
        />
      </FormCard>
    </Page>
  );
}
