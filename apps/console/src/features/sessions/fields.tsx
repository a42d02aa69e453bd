import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { loginTexts } from '../../texts/login.ts';

interface FieldProps {
  id: string;
  /** Password managers recognize a field by it. */
  name: string;
  value: string;
  error: string | true | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
}

/** No field is marked as required: all are. */
const ALL_REQUIRED = { required: true, withAsterisk: false } as const;

export function EmailField(props: FieldProps) {
  return (
    <TextInput
      {...ALL_REQUIRED}
      {...props}
      label={loginTexts.email}
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** Whether the account is a subscriber's or a platform administrator's. */
export function LoginAsField(props: FieldProps) {
  return (
    <NativeSelect
      {...ALL_REQUIRED}
      {...props}
      label={loginTexts.loginAs}
      data={[
        { value: '', label: loginTexts.choose },
        { value: 'team', label: loginTexts.roles.team },
        { value: 'admin', label: loginTexts.roles.admin },
      ]}
    />
  );
}

interface PasswordFieldProps extends FieldProps {
  label: string;
  isNew?: boolean;
  description?: string;
}

export function PasswordField({ label, isNew = false, description, ...props }: PasswordFieldProps) {
  return (
    <PasswordInput
      {...ALL_REQUIRED}
      {...props}
      label={label}
      description={description}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': loginTexts.showPassword, tabIndex: 0 }}
    />
  );
}

interface TextFieldProps extends FieldProps {
  label: string;
  type?: 'text' | 'tel';
  autoComplete: string;
}

export function RequiredTextField({ label, type = 'text', autoComplete, ...props }: TextFieldProps) {
  return <TextInput {...ALL_REQUIRED} {...props} label={label} type={type} autoComplete={autoComplete} />;
}
