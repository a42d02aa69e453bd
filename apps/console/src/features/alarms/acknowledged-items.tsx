import { IconHandStop, IconPhone, IconSpeakerphone } from '@tabler/icons-react';
import { withEta } from '../../display/eta-text.ts';
import { LocationLink } from '../../display/location-link.tsx';
import { useReadableNumber } from '../../display/readable-number.ts';
import { agreedTimeText, listTimeText, relativeText } from '../../display/timestamp-text.ts';
import { useNow } from '../../display/use-now.ts';
import { Link } from '../../links/link.ts';
import { emergencyTexts } from '../../texts/emergencies.ts';
import { incidentStateTexts } from '../../texts/incident-states.ts';
import classes from './urgent-bar.module.css';
import type { UrgentItem } from './urgent-items.ts';

interface AcknowledgedItemsProps {
  items: readonly UrgentItem[];
  /** On a phone it takes one line. */
  compact: boolean;
}

/**
 * Incidents that someone has, or drills, without red: who, and when they will be there, with the place, the age and the
 * number.
 */
export function AcknowledgedItems({ items, compact }: AcknowledgedItemsProps) {
  const now = useNow();
  const readable = useReadableNumber();
  const [first] = items;
  if (!first) return null;
  const { item, name, at, phone, location, acknowledged, drill, safe, to } = first;
  const who = name ?? emergencyTexts.somebody;
  const by = incidentStateTexts.acknowledgedBy(acknowledged?.owner ?? emergencyTexts.somebody);
  const Icon = drill ? IconSpeakerphone : IconHandStop;
  return (
    <div
      className={classes['acknowledged']}
      data-drill={drill || undefined}
      data-compact={compact || undefined}
    >
      <Icon aria-hidden size={20} className={classes['icon']} />
      <span className={classes['text']}>
        <strong data-brief={drill}>{item}</strong>
        <bdi>{who}</bdi>
        <time dateTime={at}>{relativeText(at, now)}</time>
        <bdi>{acknowledged ? withEta(by, acknowledged, now) : incidentStateTexts.states.open}</bdi>
        {safe !== null && <bdi>{incidentStateTexts.reportedSafe(agreedTimeText(safe, now))}</bdi>}
        <span className={classes['place']}>
          <LocationLink location={location} />
        </span>
      </span>
      {phone !== null && (
        <a
          href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
          className={classes['number']}
          aria-label={emergencyTexts.call(who, readable(phone))}
        >
          <IconPhone aria-hidden size={16} />
          {readable(phone)}
        </a>
      )}
      {items.length > 1 && <Link to="/incidents">{emergencyTexts.more(items.length - 1)}</Link>}
      <Link to={to} aria-label={emergencyTexts.openIncidentOf(who, listTimeText(at))}>
        {emergencyTexts.open}
      </Link>
    </div>
  );
}
