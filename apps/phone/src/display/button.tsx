import type { ReactNode } from 'react';
import classes from './controls.module.css';

interface ButtonProps {
  children: ReactNode;
  onClick?: () => void;
  type?: 'button' | 'submit';
  /** `primary`: what most people do next; `danger`: what sends an alert. */
  kind?: 'plain' | 'primary' | 'danger';
  disabled?: boolean;
  describedBy?: string;
}

/** A large button: 64 px high, for gloves. */
export function Button({
  children,
  onClick,
  type = 'button',
  kind = 'plain',
  disabled,
  describedBy,
}: ButtonProps) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={`${classes['button']} ${kind === 'plain' ? '' : classes[kind]}`}
      onClick={onClick}
      disabled={disabled}
      aria-describedby={describedBy}
    >
      {children}
    </button>
  );
}
