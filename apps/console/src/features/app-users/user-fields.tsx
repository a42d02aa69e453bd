import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { PasswordInput } from '../../form/fields/password-input.tsx';
import { FixedField } from '../../form/fields/fixed-field.tsx';
import { SmsNote } from '../../form/fields/sms-note.tsx';
import { fieldId, type Form } from '../../form/use-form.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import type { UserValues } from './user-values.ts';

export type UserLabels = Readonly<Record<keyof UserValues, string>>;

interface UserFieldsProps {
  form: Pick<Form<UserValues>, 'field' | 'values'>;
  labels: UserLabels;
  teamId: number;
  passwordHelp: string;
  passwordRequired: boolean;
}

/** The fields that a new user and an edited one have in common. */
export function UserFields({ form, ...props }: UserFieldsProps) {
  const { labels, passwordRequired } = props;
  const { phone } = form.values;
  const [saved] = useState(phone);
  const field = (name: keyof UserValues) => ({
    label: labels[name],
    required: true,
    ...form.field(name),
  });
  return (
    <>
      <TextInput {...field('name')} autoComplete="off" />
      <TextInput
        {...field('email')}
        inputMode="email"
        autoComplete="off"
        description={appUserTexts.emailHelp}
      />
      <TextInput
        {...field('phone')}
        type="tel"
        autoComplete="off"
        description={
          <>
            {appUserTexts.phoneHelp} {phone !== saved && <SmsNote typed={phone} numbersOf="subscriber" />}
          </>
        }
      />
      <PasswordInput
        {...field('password')}
        required={passwordRequired}
        autoComplete="new-password"
        description={props.passwordHelp}
      />
      <FixedField
        id={fieldId('team_id')}
        label={appUserTexts.teamId}
        value={String(props.teamId)}
        help={appUserTexts.teamIdHelp}
      />
    </>
  );
}
