import { IconAlertTriangle, IconPhone, IconUrgent } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { withEta } from '../../display/eta-text.ts';
import { LocationLink } from '../../display/location-link.tsx';
import { useReadableNumber } from '../../display/readable-number.ts';
import { agreedTimeText, listTimeText, relativeText, timestampText } from '../../display/timestamp-text.ts';
import { useNow } from '../../display/use-now.ts';
import { Link } from '../../links/link.ts';
import { alarmTexts } from '../../texts/alarms.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { incidentStateTexts } from '../../texts/incident-states.ts';
import { urgentHeadline } from './alarm-headline.ts';
import type { UrgentItem } from './urgent-items.ts';
import classes from './urgent-bar.module.css';

/** Where a row takes one line: on every screen, or on a phone alone. */
export type Compact = 'always' | 'phone' | false;

interface UrgentRowProps {
  one: UrgentItem;
  compact?: Compact;
  /** A button for the entire list. */
  children?: ReactNode;
}

/** One waiting item, or one whose responder is overdue: what, who, where, the number to call, how long ago, and its record. */
export function UrgentRow({ one, compact, children }: UrgentRowProps) {
  const { item, name, organization, phone, location, alarm, acknowledged, unnotified, safe, at, to, key } =
    one;
  const now = useNow();
  const headline = acknowledged
    ? incidentStateTexts.overdueOf(acknowledged.owner ?? emergencyTexts.somebody)
    : urgentHeadline(one);
  const isRed = one.emergency && !acknowledged;
  const Icon = isRed ? IconUrgent : IconAlertTriangle;
  // How long it has waited. A record that notified no one may have been opened.
  const age = relativeText(at, now);
  const isIncident = key.startsWith('incident');
  const readable = useReadableNumber();
  const who = name ?? emergencyTexts.somebody;
  const time = listTimeText(at);
  return (
    <li className={classes['row']} data-amber={!isRed || undefined} data-compact={compact || undefined}>
      <Icon aria-hidden size={20} className={classes['icon']} />
      <div className={classes['text']}>
        <strong className={classes['item']} data-brief={!acknowledged}>
          {item}
        </strong>
        <span className={classes['who']}>
          <strong dir="auto">{who}</strong>
          {organization && (
            <span dir="auto">{emergencyTexts.organization(organization.name, organization.id)}</span>
          )}
        </span>
        <span className={classes['facts']}>
          <span className={classes['place']}>
            <LocationLink location={location} />
          </span>
          <time
            dateTime={at}
            className={classes['age']}
            onPointerEnter={({ currentTarget }) => (currentTarget.title = timestampText(at))}
          >
            {alarm || acknowledged ? age : emergencyTexts[isIncident ? 'notAcknowledged' : 'notOpened'](age)}
          </time>
          {safe !== null && <strong>{incidentStateTexts.reportedSafe(agreedTimeText(safe, now))}</strong>}
        </span>
        {headline !== null && (
          <span className={classes['reason']} data-brief={acknowledged !== null}>
            <strong>{headline}</strong>
            {acknowledged && withEta('', acknowledged, now)}. {alarm && alarmTexts.why[alarm.reason]}{' '}
            {phone === null && alarmTexts.callUnknown}
          </span>
        )}
      </div>
      {children}
      <span className={classes['actions']}>
        {phone !== null && (
          <a
            className={classes['call']}
            href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
            aria-label={emergencyTexts.call(who, readable(phone))}
          >
            <IconPhone aria-hidden size={16} />
            {readable(phone)}
          </a>
        )}
        <Link
          to={to}
          className={classes['open']}
          aria-label={
            isIncident
              ? emergencyTexts.openIncidentOf(who, time)
              : unnotified
                ? alarmTexts.openOf(who, time)
                : emergencyTexts.openOf(who, time)
          }
        >
          {emergencyTexts.open}
        </Link>
      </span>
    </li>
  );
}
