import { PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createTeam } from '@callpoint/contract/subscribers';
import { TEXTS } from '@callpoint/contract/texts';
import { useNavigate } from 'react-router';
import { alerts } from '../../states/alerts.ts';
import { Page } from '../../page/page.tsx';
import { LAYOUT } from '../../form/fields/field-props.ts';
import { FormCard } from '../../form/record/form-card.tsx';
import { RecordButtons } from '../../form/record/record-buttons.tsx';
import { useLeaveGuard } from '../../form/edits/use-leave-guard.ts';
import { fieldId, useRecordForm } from '../../form/record/use-record-form.ts';
import { subscriberTexts } from '../../texts/subscribers.ts';
import { EMPTY_SUBSCRIBER, toNewSubscriber, type NewSubscriber } from './new-subscriber-values.ts';
import { createSubscriber, SUBSCRIBERS } from './subscribers.api.ts';

/** Makes a subscriber. */
export function Component() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { form, saving, problems, onSubmit } = useRecordForm<NewSubscriber, NewSubscriber>({
    initialValues: EMPTY_SUBSCRIBER,
    name: 'subscriber new',
    keep: (values) => ({ ...values, password: '' }),
    convert: toNewSubscriber,
    schema: createTeam.shape.data,
    labels: subscriberTexts.fields,
    save: async (data) => {
      await createSubscriber(data);
      await queries.invalidateQueries({ queryKey: SUBSCRIBERS });
      alerts.success(TEXTS.subscriberCreated);
      leave(() => void navigate('/subscribers'));
    },
    failed: TEXTS.subscriberCreateFailed,
  });
  const leave = useLeaveGuard(form.isDirty());
  const field = (name: keyof NewSubscriber) => ({
    ...LAYOUT,
    id: fieldId(name),
    label: subscriberTexts.fields[name],
    required: true,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });

  return (
    <Page
      title={subscriberTexts.newSubscriber}
      description={subscriberTexts.newMeans}
      parent={{ label: subscriberTexts.title, to: '/subscribers' }}
      width="form"
    >
      <FormCard
        problems={problems}
        onSubmit={onSubmit}
        buttons={
          <RecordButtons
            save={subscriberTexts.create}
            saving={saving}
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
