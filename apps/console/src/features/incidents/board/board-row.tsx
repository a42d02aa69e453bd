import type { Incident } from '@callpoint/contract/incidents';
import { IconAlertTriangle, IconHandStop, IconSpeakerphone, IconUrgent } from '@tabler/icons-react';
import { durationText } from '../../../display/duration-text.ts';
import { LocationLink } from '../../../display/location-link.tsx';
import { useReadableNumber } from '../../../display/readable-number.ts';
import { agreedTimeText } from '../../../display/timestamp-text.ts';
import { useSeconds } from '../../../display/use-seconds.ts';
import { Link } from '../../../links/link.ts';
import { incidentStateTexts } from '../../../texts/incident-states.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { itemLabel, stateWithEta } from '../describe-incident.ts';
import { toneOf } from '../tone.ts';
import classes from './board.module.css';

const ICONS = {
  unanswered: IconUrgent,
  drill: IconSpeakerphone,
  overdue: IconAlertTriangle,
  answered: IconHandStop,
  closed: IconHandStop,
};

interface BoardRowProps {
  incident: Incident;
  /** With the subscriber's name. */
  forAll: boolean;
}

/** One open incident: how long it has run, who, where, and who has it. */
export function BoardRow({ incident, forAll }: BoardRowProps) {
  const now = useSeconds();
  const readable = useReadableNumber();
  const { id, opened_at, safe_at, app_user, location, account_name, is_drill } = incident;
  const tone = toneOf(incident, now);
  const name = app_user.name || incidentStateTexts.somebody;
  const Icon = ICONS[tone];
  return (
    <li className={classes['row']} data-tone={tone} data-drill={is_drill || undefined}>
      <time className={classes['age']} dateTime={opened_at} role="timer" aria-live="off">
        {durationText(now - Date.parse(opened_at))}
      </time>
      <div className={classes['who']}>
        <p className={classes['item']}>{itemLabel(incident)}</p>
        <p className={classes['name']}>
          <Link to={`/incidents/${id}`} dir="auto" aria-label={texts.openOf(name, id)}>
            {name}
          </Link>
        </p>
        <p className={classes['facts']}>
          {safe_at !== null && (
            <strong>{incidentStateTexts.reportedSafe(agreedTimeText(safe_at, now))}</strong>
          )}
          {forAll && <bdi>{account_name}</bdi>}
          {app_user.phone && (
            <a
              href={`tel:${app_user.phone.replaceAll(/[^\d+]/g, '')}`}
              aria-label={texts.callNumber(name, readable(app_user.phone))}
            >
              {readable(app_user.phone)}
            </a>
          )}
          <LocationLink location={location} />
        </p>
      </div>
      <p className={classes['state']}>
        <Icon aria-hidden size={32} />
        <span dir="auto">{stateWithEta(incident, now)}</span>
      </p>
    </li>
  );
}
