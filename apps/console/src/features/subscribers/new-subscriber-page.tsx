import { PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createTeamBody } from '@callpoint/contract/subscribers';
import { TEXTS } from '@callpoint/contract/texts';
import { useNavigate } from '../../links/link.ts';
import { alerts } from '../../states/alerts.ts';
import { Page } from '../../page/page.tsx';
import { FIELD_LAYOUT } from '../../form/fields/field-props.ts';
import { schemaErrors } from '../../form/fields/validate.ts';
import { useFormDraft } from '../../form/edits/use-form-draft.ts';
import { FormCard } from '../../form/record/form-card.tsx';
import { RecordButtons } from '../../form/record/record-buttons.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { useForm } from '../../form/use-form.ts';
import { subscriberTexts } from '../../texts/subscribers.ts';
import { SUBSCRIBERS } from '../../net/query-keys.ts';
import { EMPTY_SUBSCRIBER, toNewSubscriber, type NewSubscriber } from './new-subscriber-values.ts';
import { createSubscriber } from './subscribers.api.ts';

/** Creates a subscriber. */
export function Component() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: EMPTY_SUBSCRIBER,
    validate: (values) =>
      schemaErrors(createTeamBody.shape.data, subscriberTexts.fields, toNewSubscriber(values)),
    labels: subscriberTexts.fields,
    save: async (values) => {
      await createSubscriber(toNewSubscriber(values));
      await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
      alerts.success(TEXTS.subscriberCreated);
      leave(() => void navigate('/subscribers'));
    },
    failed: TEXTS.subscriberCreateFailed,
  });
  useFormDraft(form, 'subscriber new', (values) => ({ ...values, password: '' }));
  const leave = useLeaveGuard(form.isDirty);
  const field = (name: keyof NewSubscriber) => ({
    ...FIELD_LAYOUT,
    label: subscriberTexts.fields[name],
    required: true,
    autoComplete: 'off',
    ...form.field(name),
  });

  return (
    <Page
      title={subscriberTexts.newSubscriber}
      description={subscriberTexts.newDescription}
      parent={{ label: subscriberTexts.title, to: '/subscribers' }}
      width="form"
    >
      <FormCard
        form={form}
        buttons={
          <RecordButtons
            save={subscriberTexts.create}
            saving={form.saving}
            back={{ label: subscriberTexts.cancel, to: '/subscribers' }}
          />
        }
      >
        <TextInput {...field('account_name')} />
        <TextInput {...field('email')} inputMode="email" description={subscriberTexts.emailHelp} />
        <TextInput {...field('first_name')} />
        <TextInput {...field('last_name')} />
        <TextInput {...field('phone')} type="tel" description={subscriberTexts.phoneHelp} />
        <PasswordInput
          {...field('password')}
          autoComplete="new-password"
          description={subscriberTexts.passwordHelp}
          visibilityToggleButtonProps={{ 'aria-label': subscriberTexts.passwordShow }}
        />
      </FormCard>
    </Page>
  );
}
