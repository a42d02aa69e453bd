import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createAppUserBody as createCall } from '@callpoint/contract/app-users';
import { TEXTS } from '@callpoint/contract/texts';
import { formTexts } from '../../texts/form.ts';
import { useIdempotencyKey } from '../../net/use-idempotency-key.ts';
import { navigate } from '../../links/navigation.ts';
import { alerts } from '../../states/alerts.ts';
import { Page } from '../../page/page.tsx';
import { schemaErrors } from '../../form/fields/validate.ts';
import { useFormDraft } from '../../form/edits/use-form-draft.ts';
import { FormCard } from '../../form/record/form-card.tsx';
import { RecordButtons } from '../../form/record/record-buttons.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { useForm } from '../../form/use-form.ts';
import { useSignedIn } from '../../session/session.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { APP_USERS } from '../../net/query-keys.ts';
import { createAppUser } from './app-users.api.ts';
import { UserFields, type UserLabels } from './user-fields.tsx';
import { EMPTY_USER, toNewUser, withoutPassword } from './user-values.ts';

const LABELS: UserLabels = {
  name: appUserTexts.name,
  email: appUserTexts.email,
  phone: appUserTexts.phone,
  password: appUserTexts.password,
};

/** Creates an app user of the signed-in team. */
export function Component() {
  const teamId = useSignedIn().user.id;
  const queries = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const form = useForm({
    initialValues: EMPTY_USER,
    labels: { ...LABELS, consent: appUserTexts.consent },
    validate: (values) => ({
      ...schemaErrors(createCall.shape.data, LABELS, toNewUser(values, teamId)),
      ...(values.consent ? {} : { consent: appUserTexts.consentMissing }),
    }),
    save: async (values) => {
      const { id, repeated } = await createAppUser(toNewUser(values, teamId), idempotencyKey);
      await queries.invalidateQueries({ queryKey: APP_USERS });
      alerts.success(repeated ? [TEXTS.appUserCreated, formTexts.savedBefore] : TEXTS.appUserCreated);
      // A row that an earlier attempt created is not where the person expects it.
      leave(() => void navigate(repeated ? `/users/edit/${id}` : '/users'));
    },
    failed: TEXTS.appUserCreateFailed,
  });
  useFormDraft(form, 'app-user new', withoutPassword);
  const leave = useLeaveGuard(form.isDirty);

  return (
    <Page
      title={appUserTexts.newUser}
      description={appUserTexts.newUserDescription}
      parent={{ label: appUserTexts.users, to: '/users' }}
      width="form"
    >
      <FormCard
        form={form}
        buttons={
          <RecordButtons
            save={appUserTexts.create}
            saving={form.saving}
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
        <Checkbox label={appUserTexts.consentDescription} required {...form.checkbox('consent')} />
      </FormCard>
    </Page>
  );
}
