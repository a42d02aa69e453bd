import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './row-failure.module.css';

/** Why a bulk action failed for a row. */
export function RowFailure({ id, children }: { id: string; children: string }) {
  return (
    <span id={id} className={classes['failure']}>
      <IconAlertTriangle aria-hidden size={16} stroke={1.75} />
      {children}
    </span>
  );
}
