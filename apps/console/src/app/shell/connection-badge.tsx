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

type ConnectionBadgeProps = {
  /** True: nothing is shown while everything works. */
  onlyTrouble?: boolean;
};

/** Whether the shown data can be current and changes can reach the server; announced when it changes. */
export function ConnectionBadge({ onlyTrouble = false }: ConnectionBadgeProps) {
  const state = useConnection();
  const Icon = ICONS[state === 'online' ? 'offline' : state];
  const { label, detail } = frameTexts.connection[state];
  const silent = onlyTrouble && state === 'online';
  return (
    <output className={classes['slot']}>
      {!silent && (
        <span className={classes['badge']} data-state={state} title={detail}>
          {state === 'online' ? (
            <span aria-hidden className={classes['dot']} />
          ) : (
            <Icon aria-hidden size={16} />
          )}
          <span className={classes['label']}>{label}</span>
        </span>
      )}
    </output>
  );
}
