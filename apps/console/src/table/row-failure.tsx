import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './table.module.css';

interface RowFailureProps {
  id: string;
  /** The action was for this row alone: a screen reader says it immediately. */
  isNew: boolean;
  children: string;
}

/** Why an action failed for a row. */
export function RowFailure({ id, isNew, children }: RowFailureProps) {
  return (
    <span id={id} role={isNew ? 'alert' : undefined} className={classes['failure']}>
      <IconAlertTriangle aria-hidden size={16} stroke={1.75} /> {children}
    </span>
  );
}
