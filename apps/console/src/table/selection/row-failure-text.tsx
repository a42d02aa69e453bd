import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './bulk-bar.module.css';

/** Why a bulk action failed for a row. */
export function RowFailureText({ id, children }: { id: string; children: string }) {
  return (
    <span id={id} className={classes['failure']}>
      <IconAlertTriangle aria-hidden size={16} stroke={1.75} />
      {children}
    </span>
  );
}
