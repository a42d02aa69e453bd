import { IconVolumeOff } from '@tabler/icons-react';
import { soundAlertTexts } from '../../texts/sound-alert.ts';
import classes from './urgent-bar.module.css';
import { useDeviceAlerts } from './use-device-alerts.ts';
import type { UrgentItem } from './urgent-items.ts';

/** Sounds and notifies about waiting items; shows a button where the browser mutes the page. */
export function SoundAlert({ waiting }: { waiting: readonly UrgentItem[] }) {
  const { blocked, play } = useDeviceAlerts(waiting);
  if (!blocked) return null;
  return (
    <div className={classes['foot']}>
      <button type="button" className={classes['more']} onClick={() => void play()}>
        <IconVolumeOff aria-hidden size={16} />
        {soundAlertTexts.soundBlocked}
      </button>
    </div>
  );
}
