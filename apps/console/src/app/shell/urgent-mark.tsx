import { IconUrgent } from '@tabler/icons-react';
import { URGENT_BAR_ID } from '../../features/alarms/urgent-bar-id.ts';
import { useUrgentCount } from '../../features/alarms/urgent-count.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import classes from './urgent-mark.module.css';

/** In the top bar of a small screen, where the bar of open emergencies scrolls away with the page: leads back to it. */
export function UrgentMark() {
  const count = useUrgentCount();
  if (count === 0) return null;
  const show = () => {
    window.scrollTo(0, 0);
    document.getElementById(URGENT_BAR_ID)?.focus();
  };
  return (
    <button
      type="button"
      className={classes['mark']}
      aria-label={emergencyTexts.waiting(count)}
      onClick={show}
    >
      <IconUrgent aria-hidden size={16} />
      {count}
    </button>
  );
}
