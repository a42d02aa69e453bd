import { IconAlertTriangle, IconCircleCheck, IconClock, IconHandStop } from '@tabler/icons-react';
import { href } from '../../links/route.ts';
import { isOpenNow, type KnownPress } from '../../reports/open-emergencies.ts';
import { reports } from '../../reports/reports.ts';
import { isUnsent } from '../../reports/safe-reports.ts';
import { useReading } from '../../reports/use-reading.ts';
import { useIsPast } from '../../store/use-is-past.ts';
import { useStore } from '../../store/use-store.ts';
import { itemName } from '../../texts/items.ts';
import { expectedAt, incidentHeadline } from '../../texts/response/incident-text.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { texts } from '../../texts/texts.ts';
import { timeText, whenText } from '../../texts/times.ts';
import classes from './open-emergencies.module.css';

/** The newest of the person's open emergencies, above the buttons: who has it, and "I am safe now". */
export function OpenEmergencies({ presses }: { presses: readonly KnownPress[] }) {
  useReading(presses.some(isOpenNow));
  const [first] = presses;
  if (!first) return null;
  return (
    <section aria-label={responseTexts.open.title} data-is-closed={!isOpenNow(first)}>
      <OpenEmergency key={first.client_id} press={first} />
    </section>
  );
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
