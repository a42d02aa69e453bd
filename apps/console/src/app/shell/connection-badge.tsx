import { IconCircleCheck, IconCloudOff, IconWifiOff } from '@tabler/icons-react';
import type { ConnectionState } from '../../lib/connection-store.ts';
import { useConnection } from '../../lib/connection.ts';
import classes from './connection-badge.module.css';

const SAID: Record<ConnectionState, { icon: typeof IconWifiOff; word: string; detail: string }> = {
  online: { icon: IconCircleCheck, word: 'Connected', detail: 'The server answers.' },
  offline: { icon: IconWifiOff, word: 'Offline', detail: 'This device has no network.' },
  unreachable: {
    icon: IconCloudOff,
    word: 'Offline – reconnecting',
    detail: 'The server does not answer. We keep trying.',
  },
};

type ConnectionBadgeProps = {
  /** True: nothing is said while all is well. */
  onlyTrouble?: boolean;
};

/** Whether what is shown can be current and what is done can arrive; announced when it changes. */
export function ConnectionBadge({ onlyTrouble = false }: ConnectionBadgeProps) {
  const state = useConnection();
  const { icon: Icon, word, detail } = SAID[state];
  const silent = onlyTrouble && state === 'online';
  return (
    <output className={classes['place']}>
      {!silent && (
        <span className={classes['badge']} data-state={state} title={detail}>
          <Icon aria-hidden size={18} stroke={1.75} />
          <span className={classes['word']}>{word}</span>
        </span>
      )}
    </output>
  );
}
