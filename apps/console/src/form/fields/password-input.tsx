import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { passwordFieldTexts } from '../../texts/password-field.ts';

/** A password field with a button that shows the typed characters. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'rightSection'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  const toggle = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={passwordFieldTexts.show}
      aria-pressed={isShown}
      onClick={() => setIsShown(!isShown)}
    >
      <Icon aria-hidden size={18} />
    </ActionIcon>
  );
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      rightSection={toggle}
    />
  );
}
