import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './controls.module.css';

/** A note in a box. `alert`: a warning; a screen reader says it immediately. */
export function Note({ children, alert = false }: { children: ReactNode; alert?: boolean }) {
  const Icon = alert ? IconAlertTriangle : IconInfoCircle;
  return (
    <div
      className={`${classes['note']} ${alert ? classes['warning'] : ''}`}
      role={alert ? 'alert' : undefined}
    >
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  );
}

/** What is wrong with a field, or why something failed. */
export function Problem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={classes['error']} role={id === undefined ? 'alert' : undefined}>
      <IconAlertTriangle aria-hidden />
      {children}
    </p>
  );
}
