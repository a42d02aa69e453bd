import { IconAlertTriangle, IconCircleCheck, IconClock, IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { href } from '../../links/route.ts';
import { outbox } from '../../outbox/outbox.ts';
import {
  isOpen,
  knownPresses,
  newestFirst,
  openEmergencies,
  ownItems,
  type KnownPress,
} from '../../reports/open-emergencies.ts';
import { reports } from '../../reports/reports.ts';
import { isUnsent } from '../../reports/safe-reports.ts';
import { session } from '../../session/session.ts';
import { useIsPast } from '../../store/use-is-past.ts';
import { useStore } from '../../store/use-store.ts';
import { itemName } from '../../texts/items.ts';
import { expectedAt, incidentHeadline } from '../../texts/response/incident-text.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { texts } from '../../texts/texts.ts';
import { timeText, whenText } from '../../texts/times.ts';
import classes from './open-emergencies.module.css';
import { useReading } from './use-reading.ts';

/** The person's newest open emergency, above the buttons: who has it, and "I am safe now". Others are in the history. */
export function OpenEmergencies() {
  const presses = useOpenPresses();
  useReading(presses.some(isOpenNow));
  const [first, ...others] = presses;
  const more = others.filter(isOpenNow);
  const [next] = more;
  if (!first) return null;
  return (
    <section aria-label={responseTexts.open.title} data-is-closed={!isOpenNow(first)}>
      <OpenEmergency key={first.client_id} press={first} />
      {next && (
        <a
          className={classes['more']}
          href={href(more.length === 1 ? `/sent/${next.client_id}` : '/history')}
        >
          {responseTexts.open.more(more.length)}
        </a>
      )}
    </section>
  );
}

/** Those that are open, then those that were closed while this screen is shown: what is shown does not just disappear. */
function useOpenPresses(): KnownPress[] {
  const userId = useStore(session)?.user.id;
  const state = useStore(knownPresses);
  const known = state?.userId === userId ? (state?.presses ?? []) : [];
  useStore(outbox);
  const checkIn = useStore(reports)?.checkIn;
  // The notice of a missed check-in has its own links.
  const ofNotice = checkIn && !checkIn.is_read ? checkIn.known?.press_client_id : null;
  const open = openEmergencies(known, ownItems(userId));
  const [seen] = useState(() => new Set<string>());
  for (const { client_id } of open) seen.add(client_id);
  const closed = known.filter(
    ({ client_id, incident }) => seen.has(client_id) && incident?.state === 'closed',
  );
  return [...open, ...newestFirst(closed)].filter(({ client_id }) => client_id !== ofNotice);
}

function isOpenNow(press: KnownPress): boolean {
  return press.read_at === null || isOpen(press);
}

function StateIcon({ incident, isOverdue }: Pick<KnownPress, 'incident'> & { isOverdue: boolean }) {
  if (isOverdue) return <IconAlertTriangle aria-hidden />;
  if (incident === null) return <IconClock aria-hidden />;
  if (incident.state === 'closed') return <IconCircleCheck aria-hidden />;
  if (incident.state !== 'open') return <IconHandStop aria-hidden />;
  return incident.is_unnotified ? <IconAlertTriangle aria-hidden /> : <IconClock aria-hidden />;
}

function OpenEmergency({ press }: { press: KnownPress }) {
  const { client_id, item_id, incident, pressed_at, read_at } = press;
  const report = useStore(reports)?.safe.find((one) => one.client_id === client_id);
  const isOverdue = useIsPast(incident && expectedAt(incident));
  const state = incident?.state ?? 'sent';
  const safeAt = incident?.safe_at ?? report?.accepted_at ?? null;
  const isWaiting = safeAt === null && report !== undefined && isUnsent(report);
  return (
    <div className={classes['bar']} data-state={isOverdue ? 'overdue' : state}>
      <a className={classes['status']} href={href(`/sent/${client_id}`)}>
        <span className={classes['headline']}>
          <StateIcon incident={incident} isOverdue={isOverdue} />
          <span aria-live="polite">{headlineOf(incident)}</span>
        </span>
        <span className={classes['facts']}>
          <span>
            {itemName('button', item_id)}, <span className={classes['time']}>{timeText(pressed_at)}</span>
          </span>
          {isWaiting && <strong>{responseTexts.safe.waiting}</strong>}
          {safeAt !== null && <span>{responseTexts.safe.reported(whenText(report?.made_at ?? safeAt))}</span>}
          <span>
            {read_at === null ? responseTexts.open.notRead : responseTexts.open.readAt(whenText(read_at))}
          </span>
        </span>
      </a>
      {state !== 'closed' && safeAt === null && !isWaiting && (
        <a className={classes['safe']} href={href(`/safe/${client_id}`)}>
          {responseTexts.safe.title}
        </a>
      )}
    </div>
  );
}

/** Without a status, the server has it, and nothing more is known. */
function headlineOf(incident: KnownPress['incident']): string {
  if (incident === null) return texts.sent.received;
  return incidentHeadline({ ...incident, owner: incident.owner && shorten(incident.owner) });
}

/** Characters of a name: the buttons must stay in view. The page of the emergency shows all of it. */
const LONGEST_NAME = 20;

function shorten(name: string): string {
  const characters = [...name];
  return characters.length > LONGEST_NAME
    ? `${characters
        .slice(0, LONGEST_NAME - 1)
        .join('')
        .trimEnd()}…`
    : name;
}
