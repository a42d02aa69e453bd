import { TextInput } from '@mantine/core';
import { PasswordInput } from '../../form/fields/password-input.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { createTeamBody } from '@callpoint/contract/subscribers';
import { TEXTS } from '@callpoint/contract/texts';
import { formTexts } from '../../texts/form.ts';
import { useIdempotencyKey } from '../../net/use-idempotency-key.ts';
import { navigate } from '../../links/navigation.ts';
import { alerts } from '../../states/alerts.ts';
import { Page } from '../../page/page.tsx';
import { SmsNote } from '../../form/fields/sms-note.tsx';
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
  const queries = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const form = useForm({
    initialValues: EMPTY_SUBSCRIBER,
    validate: (values) =>
      schemaErrors(createTeamBody.shape.data, subscriberTexts.fields, toNewSubscriber(values)),
    labels: subscriberTexts.fields,
    save: async (values) => {
      const { id, repeated } = await createSubscriber(toNewSubscriber(values), idempotencyKey);
      await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
      alerts.success(repeated ? [TEXTS.subscriberCreated, formTexts.savedBefore] : TEXTS.subscriberCreated);
      // A row that an earlier attempt created is not where the person expects it.
      leave(() => void navigate(repeated ? `/subscriber/profile/${id}` : '/subscribers'));
    },
    failed: TEXTS.subscriberCreateFailed,
  });
  useFormDraft(form, 'subscriber new', (values) => ({ ...values, password: '' }));
  const leave = useLeaveGuard(form.isDirty);
  const field = (name: keyof NewSubscriber) => ({
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
        <TextInput
          {...field('phone')}
          type="tel"
          description={
            <>
              {subscriberTexts.phoneHelp}{' '}
              {form.values.phone !== '' && <SmsNote typed={form.values.phone} numbersOf="server" />}
            </>
          }
        />
        <PasswordInput
          {...field('password')}
          autoComplete="new-password"
          description={subscriberTexts.passwordHelp}
        />
      </FormCard>
    </Page>
  );
}
