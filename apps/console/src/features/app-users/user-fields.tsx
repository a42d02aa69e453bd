import { PasswordInput, TextInput } from '@mantine/core';
import { FIELD_LAYOUT } from '../../form/fields/field-props.ts';
import { FixedField } from '../../form/fields/fixed-field.tsx';
import { fieldId, type Form } from '../../form/use-form.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import type { UserValues } from './user-values.ts';

export type UserLabels = Readonly<Record<keyof UserValues, string>>;

interface UserFieldsProps {
  form: Pick<Form<UserValues>, 'field'>;
  labels: UserLabels;
  teamId: number;
  passwordHelp: string;
  passwordRequired: boolean;
}

/** The fields that a new user and an edited one have in common. */
export function UserFields({ form, ...props }: UserFieldsProps) {
  const { labels, passwordRequired } = props;
  const field = (name: keyof UserValues) => ({
    ...FIELD_LAYOUT,
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
      <TextInput {...field('phone')} type="tel" autoComplete="off" description={appUserTexts.phoneHelp} />
      <PasswordInput
        {...field('password')}
        required={passwordRequired}
        autoComplete="new-password"
        description={props.passwordHelp}
        visibilityToggleButtonProps={{ 'aria-label': appUserTexts.showPassword }}
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
