import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Props of a button for what cannot be undone: filled dark red, with an icon beside the verb. */
export function dangerButton(icon: ReactNode): Pick<ButtonProps, 'color' | 'leftSection'> {
  return { color: 'danger', leftSection: icon };
}
