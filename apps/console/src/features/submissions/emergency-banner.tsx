import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalogue';
import type { ButtonClick } from '@callpoint/contract/submissions';
import { IconUrgent } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { emergencyTexts } from '../../lib/texts/emergencies.ts';
import { momentText, relativeText } from '../../table/moment-text.ts';
import { useNow } from '../../table/use-now.ts';
import classes from './emergency-banner.module.css';
import { PlaceLink } from './place-link.tsx';
import { MOST_UNOPENED, useUnopened } from './unopened.api.ts';
import { useDeviceAlerts } from './use-device-alerts.ts';

const LIST = `/button_data/${EMERGENCY_BUTTON_ID}`;

/**
 * The newest emergency that nobody has opened, in the top bar's place for where one is: there it is on every screen,
 * however far it is scrolled, and moves nothing when it comes or goes.
 * @param otherwise what stands there while there is none
 */
export function EmergencyBanner({ otherwise }: { otherwise: ReactNode }) {
  const unopened = useUnopened();
  useDeviceAlerts(unopened);
  const [newest] = unopened;
  return (
    <>
      {newest ? <Banner click={newest} others={unopened.length - 1} /> : otherwise}
      <div role="alert" className={classes['said']}>
        <Announced unopened={unopened} />
      </div>
    </>
  );
}

function Banner({ click, others }: { click: ButtonClick; others: number }) {
  const name = nameOf(click);
  const orMore = others + 1 >= MOST_UNOPENED;
  return (
    <section data-urgent aria-label={emergencyTexts.region} className={classes['banner']}>
      <IconUrgent aria-hidden size={22} stroke={1.75} className={classes['icon']} />
      <strong className={classes['word']}>{emergencyTexts.emergency}</strong>
      <div className={classes['facts']}>
        <When at={click.created_at} />
        <div className={classes['who']}>
          <span className={classes['name']}>{name}</span>
          {click.location && (
            <span className={classes['place']}>
              <PlaceLink location={click.location} />
            </span>
          )}
        </div>
      </div>
      {others > 0 && (
        <Link to={LIST} className={classes['more']} aria-label={emergencyTexts.moreMeans(others, orMore)}>
          {emergencyTexts.more(others, orMore)}
        </Link>
      )}
      <Link
        to={`${LIST}/${click.id}`}
        className={classes['open']}
        aria-label={emergencyTexts.openOf(name, momentText(click.created_at))}
      >
        {emergencyTexts.open}
      </Link>
    </section>
  );
}

/** The time where it was today, else the day, and how long ago that is; the whole moment is in the link's name. */
function When({ at }: { at: string }) {
  const now = useNow();
  const [day, time] = momentText(at).split(', ');
  const [today] = momentText(new Date(now).toISOString()).split(', ');
  return (
    <time dateTime={at} title={momentText(at)} className={classes['when']}>
      <strong>{day === today ? time : day}</strong>
      <span>{relativeText(at, now)}</span>
    </time>
  );
}

/** Each emergency is said once, however often the list is read again. */
function Announced({ unopened }: { unopened: readonly ButtonClick[] }) {
  const [newest] = unopened;
  const [said, setSaid] = useState<{ latest: number; text: string }>({ latest: 0, text: '' });
  if (newest && newest.id > said.latest) {
    setSaid({
      latest: newest.id,
      text: emergencyTexts.said(nameOf(newest), momentText(newest.created_at)),
    });
  } else if (!newest && said.text) setSaid({ ...said, text: '' });
  return said.text;
}

function nameOf(click: ButtonClick): string {
  return click.app_user?.name ?? emergencyTexts.somebody;
}
