import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconEye,
  IconHandStop,
  IconMinus,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './status.module.css';

/** The states that the console colors. `sent` is also success in general, and `failed` any error. */
export type StatusKind =
  | 'sent'
  | 'pending'
  | 'held'
  | 'warning'
  | 'failed'
  | 'skipped'
  | 'opened'
  | 'acknowledged';

const ICONS: Readonly<Record<StatusKind, typeof IconClock>> = {
  sent: IconCircleCheck,
  pending: IconClock,
  held: IconPlayerPause,
  warning: IconAlertTriangle,
  failed: IconCircleX,
  skipped: IconMinus,
  opened: IconEye,
  acknowledged: IconHandStop,
};

interface StatusProps {
  kind: StatusKind;
  /** The words, e.g. `1 failed`: a status is never only a color or an icon. */
  children: ReactNode;
  /** Quiet words after them, e.g. `of 7`; on a second line where there is no room. */
  more?: ReactNode;
}

/** A status in words, with its icon and its color; the same everywhere. */
export function Status({ kind, children, more }: StatusProps) {
  const Icon = ICONS[kind];
  return (
    <span className={classes['status']} data-status={kind}>
      <Icon aria-hidden size={16} />
      {more === undefined ? (
        children
      ) : (
        <span className={classes['parts']}>
          <span>{children}</span>
          <span className={classes['more']}>{more}</span>
        </span>
      )}
    </span>
  );
}
