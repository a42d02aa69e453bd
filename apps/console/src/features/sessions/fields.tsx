import { NativeSelect, TextInput } from '@mantine/core';
import { PasswordInput } from '../../form/fields/password-input.tsx';
import type { ChangeEvent, ReactNode } from 'react';
import { loginTexts } from '../../texts/login.ts';

interface FieldProps {
  id: string;
  /** Password managers recognize a field by it. */
  name: string;
  value: string;
  error: string | true | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
}

export function EmailField(props: FieldProps) {
  return (
    <TextInput
      required
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
      required
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
      required
      {...props}
      label={label}
      description={description}
      autoComplete={isNew ? 'new-password' : 'current-password'}
    />
  );
}

interface TextFieldProps extends FieldProps {
  label: string;
  type?: 'text' | 'tel';
  autoComplete: string;
  /** Shown below the field. */
  help?: ReactNode;
}

export function RequiredTextField({ label, help, type = 'text', autoComplete, ...props }: TextFieldProps) {
  return (
    <TextInput required {...props} description={help} label={label} type={type} autoComplete={autoComplete} />
  );
}
