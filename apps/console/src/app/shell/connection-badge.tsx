import { IconCloudOff, IconRefreshAlert, IconWifiOff } from '@tabler/icons-react';
import type { ConnectionState } from '../../net/connection-store.ts';
import { useConnection } from '../../net/connection.ts';
import { frameTexts } from '../../texts/frame.ts';
import classes from './connection-badge.module.css';

const ICONS: Record<Exclude<ConnectionState, 'online'>, typeof IconWifiOff> = {
  offline: IconWifiOff,
  unreachable: IconCloudOff,
  reconnecting: IconRefreshAlert,
};

interface ConnectionText {
  label: string;
  /** Not shown on a phone. */
  more?: string;
  detail: string;
}

type ConnectionBadgeProps = {
  /** True: nothing is shown while everything works. */
  onlyTrouble?: boolean;
};

/** Whether the shown data can be current and changes can reach the server; announced when it changes. */
export function ConnectionBadge({ onlyTrouble = false }: ConnectionBadgeProps) {
  const state = useConnection();
  const Icon = state === 'online' ? null : ICONS[state];
  const { label, more, detail }: ConnectionText = frameTexts.connection[state];
  const silent = onlyTrouble && state === 'online';
  return (
    <output className={classes['slot']}>
      {!silent && (
        <span className={classes['badge']} data-state={state} title={detail}>
          {Icon ? <Icon aria-hidden size={16} /> : <span aria-hidden className={classes['dot']} />}
          <span className={classes['label']}>
            {label}
            <span className={classes['more']}>{more}</span>
          </span>
        </span>
      )}
    </output>
  );
}
