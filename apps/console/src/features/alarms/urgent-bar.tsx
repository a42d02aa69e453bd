import { MAX_URGENT } from '@callpoint/contract/frame-queries';
import type { ButtonClick } from '@callpoint/contract/submissions';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useDeviceAlertSettings } from '../../device/device-alerts.ts';
import { lazyPart } from '../../states/lazy-part.tsx';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { useOpenAlarms } from './alarms.api.ts';
import { UrgentAnnouncement } from './urgent-announcement.tsx';
import { URGENT_BAR_ID } from './urgent-bar-id.ts';
import classes from './urgent-bar.module.css';
import { urgentCount } from './urgent-count.ts';
import { UrgentRow } from './urgent-row.tsx';
import { useBarHeight } from './use-bar-height.ts';
import { listUrgentItems, type UrgentItem } from './urgent-items.ts';

/** For people who switched it on. */
const loadSoundAlert = async () => (await import('./sound-alert.tsx')).SoundAlert;
const SoundAlert = lazyPart(loadSoundAlert);

interface TeamUrgentBarProps {
  /** Unopened emergencies, newest first. */
  unopened: readonly ButtonClick[];
  /** There may be more of them. */
  moreUnopened: boolean;
}

/** For a team: unopened emergencies, and records that notified no one. */
export function TeamUrgentBar({ unopened, moreUnopened }: TeamUrgentBarProps) {
  const alarms = useOpenAlarms('/tapi/v1');
  const waiting = listUrgentItems(unopened, alarms, 'own');
  return <UrgentBar waiting={waiting} orMore={moreUnopened || alarms.length >= MAX_URGENT} alertsOnDevice />;
}

/** For an administrator: the records of any subscriber that notified no one. */
export function AdminUrgentBar() {
  const alarms = useOpenAlarms('/api/v1');
  return <UrgentBar waiting={listUrgentItems([], alarms, 'all')} orMore={alarms.length >= MAX_URGENT} />;
}

interface UrgentBarProps {
  waiting: readonly UrgentItem[];
  /** There may be more than `waiting` contains. */
  orMore: boolean;
  /** Sounds and notifications, as set in this browser. */
  alertsOnDevice?: boolean;
}

/**
 * What waits on every screen, above the page: the newest item with place, person, number and age, the others on request.
 * It takes its own room and pushes the page down, so that it never covers anything, however long its texts are.
 */
function UrgentBar({ waiting, orMore, alertsOnDevice = false }: UrgentBarProps) {
  const [expanded, setExpanded] = useState(false);
  const [{ sound, notification }] = useDeviceAlertSettings();
  const isLoud = alertsOnDevice && (sound || notification);
  // Before something waits: the network may be bad then.
  useEffect(() => {
    if (isLoud) loadSoundAlert().catch(() => {});
  }, [isLoud]);
  const list = useId();
  const bar = useRef<HTMLElement>(null);
  useBarHeight(bar, waiting.length > 0);
  useLayoutEffect(() => {
    urgentCount.set(waiting.length);
    return () => urgentCount.set(0);
  }, [waiting.length]);
  const others = waiting.length - 1;
  const shown = expanded ? waiting : waiting.slice(0, 1);
  return (
    <>
      {waiting.length > 0 && (
        <section
          ref={bar}
          id={URGENT_BAR_ID}
          tabIndex={-1}
          data-urgent
          data-unprinted
          aria-label={emergencyTexts.region}
          className={classes['bar']}
        >
          <ul id={list} className={classes['list']}>
            {shown.map((one, index) => (
              <UrgentRow key={one.key} one={one}>
                {index === 0 && others > 0 && (
                  <button
                    type="button"
                    className={classes['more']}
                    aria-expanded={expanded}
                    aria-controls={list}
                    onClick={() => setExpanded((now) => !now)}
                  >
                    {expanded ? emergencyTexts.fewer : emergencyTexts.more(others, orMore)}
                    <IconChevronDown aria-hidden size={16} />
                  </button>
                )}
              </UrgentRow>
            ))}
          </ul>
          {isLoud && <SoundAlert waiting={waiting} />}
        </section>
      )}
      <div role="alert" className="visually-hidden">
        <UrgentAnnouncement waiting={waiting} />
      </div>
    </>
  );
}
