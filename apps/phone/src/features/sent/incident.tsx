import { IconCircleCheck, IconClock, IconFlag, IconHandStop } from '@tabler/icons-react';
import { incidentDetails, incidentHeadline, type OwnIncident } from '../../texts/response/incident-text.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { useIsPast } from '../../store/use-is-past.ts';
import classes from './incident.module.css';

/** Who has it, and since when; a screen reader reads each change. */
export function Incident({ incident }: { incident: OwnIncident }) {
  const { state, eta_at, is_drill } = incident;
  // The text changes when the person should have arrived.
  useIsPast(eta_at === null ? null : Date.parse(eta_at));
  const Icon = state === 'open' ? IconClock : state === 'closed' ? IconCircleCheck : IconHandStop;
  return (
    <output
      className={classes['incident']}
      data-state={state}
      data-drill={is_drill}
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
