import type { ButtonClick } from '@callpoint/contract/submissions';
import { IconUrgent, IconVolumeOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from '../../links/link.ts';
import { alarmTexts } from '../../texts/alarms.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { PhoneLink } from '../../display/cells.tsx';
import { timestampText, relativeText } from '../../display/timestamp-text.ts';
import { useNow } from '../../display/use-now.ts';
import { MAX_ALARMS, useOpenAlarms } from './alarms.api.ts';
import { LocationLink } from '../../display/location-link.tsx';
import classes from './urgent-banner.module.css';
import { useDeviceAlerts } from './use-device-alerts.ts';
import { listUrgentItems, type UrgentItem } from './urgent-items.ts';

type BannerFallback = {
  /** Shown while nothing waits. */
  fallback: ReactNode;
};

interface TeamBannerProps extends BannerFallback {
  /** Unopened emergencies, newest first. */
  unopened: readonly ButtonClick[];
  /** There may be more of them. */
  moreUnopened: boolean;
}

/** For a team: unopened emergencies, and records that notified no one. */
export function TeamBanner({ unopened, moreUnopened, fallback }: TeamBannerProps) {
  const alarms = useOpenAlarms('/tapi/v1');
  const waiting = listUrgentItems(unopened, alarms, 'own');
  const { blocked, play } = useDeviceAlerts(waiting);
  const orMore = moreUnopened || alarms.length >= MAX_ALARMS;
  return (
    <UrgentBanner
      waiting={waiting}
      orMore={orMore}
      fallback={fallback}
      onAllowSound={blocked ? () => void play() : undefined}
    />
  );
}

/** For an administrator: the records of any subscriber that notified no one. */
export function AdminBanner({ fallback }: BannerFallback) {
  const alarms = useOpenAlarms('/api/v1');
  const orMore = alarms.length >= MAX_ALARMS;
  return <UrgentBanner waiting={listUrgentItems([], alarms, 'all')} orMore={orMore} fallback={fallback} />;
}

interface UrgentBannerProps extends BannerFallback {
  waiting: readonly UrgentItem[];
  /** There may be more than `waiting` contains. */
  orMore: boolean;
  /** Set if the browser mutes the page: unmutes it. */
  onAllowSound?: (() => void) | undefined;
}

/**
 * One waiting item, the newest first: an emergency in the top bar instead of the breadcrumb; longer items, and every item
 * if the bar has no room, at the bottom of the window. There it is visible on every screen at any scroll position, and
 * the page does not move when it appears or disappears.
 */
function UrgentBanner({ waiting, orMore, fallback, onAllowSound }: UrgentBannerProps) {
  const [selected, setSelected] = useState<string | null>(null);
  const index = Math.max(
    0,
    waiting.findIndex(({ key }) => key === selected),
  );
  const one = waiting[index];
  const next = waiting[(index + 1) % waiting.length];
  const others = waiting.length - 1;
  return (
    <>
      {one && (
        <Banner one={one}>
          {onAllowSound && (
            <button type="button" className={classes['sound']} onClick={onAllowSound}>
              <IconVolumeOff aria-hidden size={20} stroke={1.75} />
              {emergencyTexts.soundBlocked}
            </button>
          )}
          {others > 0 && (
            <button
              type="button"
              className={classes['more']}
              aria-label={emergencyTexts.moreDescription(others, orMore)}
              onClick={() => setSelected(next?.key ?? null)}
            >
              <span className={classes['short']}>{emergencyTexts.more(others, orMore)}</span>
              <span className={classes['long']}>{emergencyTexts.moreDescription(others, orMore)}</span>
            </button>
          )}
        </Banner>
      )}
      <div className={classes['fallback']} data-behind={one !== undefined && !one.unnotified}>
        {fallback}
      </div>
      <div role="alert" className={classes['announcement']}>
        <Announced waiting={waiting} />
      </div>
    </>
  );
}

function Banner({ one, children }: { one: UrgentItem; children: ReactNode }) {
  const name = one.name ?? emergencyTexts.somebody;
  const time = timestampText(one.at);
  return (
    <section
      data-urgent
      data-unnotified={one.unnotified ? true : undefined}
      aria-label={one.unnotified ? alarmTexts.region : emergencyTexts.region}
      className={classes['banner']}
    >
      <IconUrgent aria-hidden size={22} stroke={1.75} className={classes['icon']} />
      {one.emergency && <strong className={classes['label']}>{emergencyTexts.emergency}</strong>}
      <div className={classes['facts']}>
        <TimeText one={one} />
        <div className={classes['person']}>
          <span className={classes['name']}>{one.unnotified ? `${name}, ${one.item}` : name}</span>
          <span className={classes['location']}>
            <Below one={one} />
          </span>
        </div>
      </div>
      {children}
      <Link
        to={one.to}
        className={classes['open']}
        aria-label={one.unnotified ? alarmTexts.openOf(name, time) : emergencyTexts.openOf(name, time)}
      >
        {emergencyTexts.open}
      </Link>
    </section>
  );
}

/** For an emergency its location; for an alarm why no one was notified, whom to call, and the location. */
function Below({ one }: { one: UrgentItem }) {
  const location = one.location && <LocationLink location={one.location} />;
  if (!one.unnotified) return location;
  return (
    <>
      {alarmTexts.why[one.unnotified]}{' '}
      {one.phone === null ? (
        alarmTexts.callThem
      ) : (
        <>
          {alarmTexts.call} <PhoneLink number={one.phone} />
        </>
      )}{' '}
      {location}
    </>
  );
}

/** The time if it was today, else the day, and how long ago that was; the link's name has the full moment. */
function TimeText({ one: { at, unnotified } }: { one: UrgentItem }) {
  const now = useNow();
  const [day, time] = timestampText(at).split(', ');
  const [today] = timestampText(new Date(now).toISOString()).split(', ');
  const shown = day === today ? time : day;
  return (
    <time dateTime={at} title={timestampText(at)} className={classes['time']}>
      <strong>{unnotified ? alarmTexts.noOneNotified : shown}</strong>
      <span>{unnotified ? shown : relativeText(at, now)}</span>
    </time>
  );
}

/** Each item is announced once, however often the lists are read again. */
function Announced({ waiting }: { waiting: readonly UrgentItem[] }) {
  const [announced, setAnnounced] = useState<{ keys: ReadonlySet<string>; text: string }>({
    keys: new Set(),
    text: '',
  });
  const fresh = waiting.filter(({ key }) => !announced.keys.has(key));
  if (fresh.length > 0) {
    setAnnounced({
      keys: new Set([...announced.keys, ...fresh.map(({ key }) => key)]),
      text: fresh.slice(0, 3).map(announcement).join(' '),
    });
  } else if (waiting.length === 0 && announced.text) setAnnounced({ ...announced, text: '' });
  return announced.text;
}

function announcement({ at, name, item, unnotified }: UrgentItem): string {
  const who = name ?? emergencyTexts.somebody;
  return unnotified
    ? alarmTexts.announced(item, who, timestampText(at), alarmTexts.why[unnotified])
    : emergencyTexts.announced(who, timestampText(at));
}
