import { MAX_URGENT } from '@callpoint/contract/frame-queries';
import type { Incident } from '@callpoint/contract/incidents';
import type { ButtonClick } from '@callpoint/contract/submissions';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useDeviceAlertSettings } from '../../device/device-alerts.ts';
import { isOverdue } from '../../display/eta-text.ts';
import { useNow } from '../../display/use-now.ts';
import { useLocation } from '../../links/location.ts';
import { lazyPart } from '../../states/lazy-part.tsx';
import { useStore } from '../../store/use-store.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { useOpenAlarms } from './alarms.api.ts';
import { AcknowledgedItems } from './acknowledged-items.tsx';
import { pressesOnBoard } from './presses-on-board.ts';
import { UrgentAnnouncement } from './urgent-announcement.tsx';
import { URGENT_BAR_ID } from './urgent-bar-id.ts';
import classes from './urgent-bar.module.css';
import { urgentCount, urgentEmergencies } from './urgent-count.ts';
import { UrgentRows } from './urgent-rows.tsx';
import { useBarHeight } from './use-bar-height.ts';
import { isLate, listUrgentItems, type UrgentItem } from './urgent-items.ts';

/** For people who switched it on. */
const loadSoundAlert = async () => (await import('./sound-alert.tsx')).SoundAlert;
const SoundAlert = lazyPart(loadSoundAlert);

interface TeamUrgentBarProps {
  /** Unopened emergencies, newest first. */
  unopened: readonly ButtonClick[];
  /** Open incidents. */
  incidents: readonly Incident[];
  /** There may be more of them. */
  orMore: boolean;
  /** The open incidents could not be read: no item does not mean that nothing is open. */
  isIncomplete: boolean;
}

/** For a team: open incidents, unopened emergencies, and records that notified no one. */
export function TeamUrgentBar({ unopened, incidents, orMore, isIncomplete }: TeamUrgentBarProps) {
  const alarms = useOpenAlarms('/tapi/v1');
  const items = listUrgentItems({ unopened, alarms, incidents }, 'own');
  return (
    <UrgentBar
      items={items}
      orMore={orMore || alarms.length >= MAX_URGENT}
      isIncomplete={isIncomplete}
      alertsOnDevice
    />
  );
}

interface AdminUrgentBarProps {
  /** Open incidents to which someone is expected. */
  expected: readonly Incident[];
  isIncomplete: boolean;
}

/** For an administrator: the records of any subscriber that notified no one, and incidents whose responder is overdue. */
export function AdminUrgentBar({ expected, isIncomplete }: AdminUrgentBarProps) {
  const alarms = useOpenAlarms('/api/v1');
  const now = useNow();
  const incidents = expected.filter((incident) => isOverdue(incident, now));
  const items = listUrgentItems({ unopened: [], alarms, incidents }, 'all');
  return <UrgentBar items={items} orMore={alarms.length >= MAX_URGENT} isIncomplete={isIncomplete} />;
}

interface UrgentBarProps {
  items: readonly UrgentItem[];
  /** There may be more than `items` contains. */
  orMore: boolean;
  isIncomplete: boolean;
  /** Sounds and notifications, as set in this browser. */
  alertsOnDevice?: boolean;
}

/**
 * What waits on every screen, above the page: the newest item with place, person, number and age, the others on request.
 * Below it, or above it if it is no emergency, the same of incidents whose responder is overdue. It takes its own room and
 * pushes the page down, so that it never covers anything, however long its texts are.
 */
function UrgentBar({ items, orMore, isIncomplete, alertsOnDevice = false }: UrgentBarProps) {
  const { pathname } = useLocation();
  const unanswered = items.filter(({ acknowledged }) => acknowledged === null);
  // A drill is no emergency: it is neither red nor counted.
  const waiting = unanswered.filter(({ drill }) => !drill);
  const onBoard = useStore(pressesOnBoard);
  // The page of an incident shows it in large type, and so does the board.
  const others = items.filter(({ to, press }) => to !== pathname && !onBoard.has(press));
  const [{ sound, notification }] = useDeviceAlertSettings();
  const isLoud = alertsOnDevice && (sound || notification);
  // Before something waits: the network may be bad then.
  useEffect(() => {
    if (isLoud) loadSoundAlert().catch(() => {});
  }, [isLoud]);
  const bar = useRef<HTMLElement>(null);
  const isShown = items.length > 0 || isIncomplete;
  useBarHeight(bar, isShown);
  const emergencies = waiting.filter(({ emergency }) => emergency).length;
  useLayoutEffect(() => {
    urgentCount.set(waiting.length);
    urgentEmergencies.set(emergencies);
    return () => {
      urgentCount.set(0);
      urgentEmergencies.set(0);
    };
  }, [waiting.length, emergencies]);
  const now = useNow();
  const unhandled = others.filter(({ acknowledged, drill }) => !acknowledged && !drill);
  const late = others.filter((one) => isLate(one, now));
  // A responder who did not arrive is worse news than anything that is no emergency.
  const lists =
    unhandled[0]?.emergency === false && late[0]?.emergency ? [late, unhandled] : [unhandled, late];
  const urgent = lists.flat();
  // There, and above the list of incidents, the others take one line.
  const isOneLine = pathname.startsWith('/incidents');
  const hasUrgent = urgent.length > 0;
  const isBelow = isOneLine || hasUrgent;
  const drills = others.filter(({ drill }) => drill);
  const calm = others.filter((one) => !one.drill && !urgent.includes(one));
  return (
    <>
      {isShown && (
        <section
          ref={bar}
          id={URGENT_BAR_ID}
          tabIndex={-1}
          data-urgent
          data-unprinted
          aria-label={emergencyTexts.region}
          className={classes['bar']}
          data-calm={waiting.length === 0 || undefined}
        >
          {(isOneLine ? [urgent] : lists).map((list) => (
            <UrgentRows
              key={String(list === late)}
              items={list}
              orMore={orMore && list !== late}
              compact={isOneLine ? 'always' : list[0] !== urgent[0] && 'phone'}
            />
          ))}
          {!(isOneLine && hasUrgent) && (
            <>
              <AcknowledgedItems items={calm} compact={isBelow} />
              <AcknowledgedItems items={drills} compact={isBelow || calm.length > 0} />
            </>
          )}
          {isIncomplete && (
            <p className={classes['incomplete']}>
              <IconAlertTriangle aria-hidden size={18} />
              {emergencyTexts.incomplete}
            </p>
          )}
          {isLoud && <SoundAlert waiting={unanswered} />}
        </section>
      )}
      <div role="alert" className="visually-hidden">
        <UrgentAnnouncement waiting={unanswered} />
      </div>
    </>
  );
}
