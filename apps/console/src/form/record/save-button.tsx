import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { keepFocus } from '../fields/keep-focus.ts';

interface SaveButtonProps extends Pick<ButtonProps, 'variant'> {
  /** Whether there is something to save; the form checks it too. */
  canSave: boolean;
  saving: boolean;
  /** The name, where the text alone would be ambiguous. */
  name?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Saves a card or a row. Afterwards it keeps the focus although nothing is left to save: the person continues from here. */
export function SaveButton({ canSave, saving, name, className = '', children, ...props }: SaveButtonProps) {
  const off = canSave ? {} : { 'data-disabled': true, 'aria-disabled': true };
  return (
    <Button
      type="submit"
      {...props}
      {...off}
      className={className}
      loading={saving}
      aria-label={name}
      onMouseDown={keepFocus}
    >
      {children}
    </Button>
  );
}
