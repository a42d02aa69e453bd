import { IconChevronRight } from '@tabler/icons-react';
import { useSeconds } from '../../display/use-seconds.ts';
import { Link } from '../../links/link.ts';
import { incidentStateTexts } from '../../texts/incident-states.ts';
import { incidentTexts as texts } from '../../texts/incidents.ts';
import { stateWithEta } from './describe-incident.ts';
import type { IncidentBase } from './incident-changes.ts';
import { usePressIncident } from './incidents.api.ts';
import classes from './record-incident.module.css';
import { toneOf } from './tone.ts';

/** Above the record of a press: the state of its incident, and a link to it. */
export function RecordIncident({ base, pressId }: { base: IncidentBase; pressId: number }) {
  const incident = usePressIncident(base, pressId);
  const now = useSeconds();
  if (!incident) return null;
  const state = stateWithEta(incident, now);
  return (
    <section
      className={classes['incident']}
      data-tone={toneOf(incident)}
      aria-label={texts.incidentTitle(incident.id)}
    >
      <strong>{incident.is_drill ? incidentStateTexts.drillOf(state) : state}</strong>
      <Link to={`/incidents/${incident.id}`}>
        {texts.seeIncident}
        <IconChevronRight aria-hidden size={16} />
      </Link>
    </section>
  );
}
