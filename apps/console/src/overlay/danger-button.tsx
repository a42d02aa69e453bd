import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Props of a button for an action that cannot be undone: filled dark red, with an icon next to the verb. */
export function dangerButton(icon: ReactNode): Pick<ButtonProps, 'color' | 'leftSection'> {
  return { color: 'danger.7', leftSection: icon };
}
