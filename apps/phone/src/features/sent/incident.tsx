import { IconAlertTriangle, IconCircleCheck, IconClock, IconFlag, IconHandStop } from '@tabler/icons-react';
import {
  expectedAt,
  incidentDetails,
  incidentHeadline,
  type OwnIncident,
} from '../../texts/response/incident-text.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { useIsPast } from '../../store/use-is-past.ts';
import classes from './incident.module.css';

const ICONS = {
  open: IconClock,
  acknowledged: IconHandStop,
  on_the_way: IconHandStop,
  arrived: IconHandStop,
  overdue: IconAlertTriangle,
  closed: IconCircleCheck,
} as const;

/** The room of an incident that is not read yet: nothing below moves when its state appears. */
export function AwaitedIncident() {
  return (
    <div className={classes['incident']} data-state="awaited" aria-hidden>
      <IconClock />
      <p className={classes['headline']}>{responseTexts.incident.states.open}</p>
    </div>
  );
}

/** Who has it, and since when; a screen reader reads each change. */
export function Incident({ incident }: { incident: OwnIncident }) {
  const { is_drill } = incident;
  const state = useIsPast(expectedAt(incident)) ? 'overdue' : incident.state;
  const isUnnotified = state === 'open' && incident.is_unnotified;
  const Icon = isUnnotified ? IconAlertTriangle : ICONS[state];
  return (
    <output
      className={classes['incident']}
      data-state={state}
      data-drill={is_drill}
      role={isUnnotified && !is_drill ? 'alert' : undefined}
      aria-label={responseTexts.incident.title}
    >
      <Icon aria-hidden />
      <div>
        {is_drill && (
          <p className={classes['drill']}>
            <IconFlag aria-hidden />
            {responseTexts.incident.drill}
          </p>
        )}
        <p className={classes['headline']}>{incidentHeadline(incident)}</p>
        {incidentDetails(incident).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </output>
  );
}
