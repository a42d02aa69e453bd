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

interface RecordIncidentProps extends PressIncidentProps {
  /** The press has one: its room is kept while it loads. */
  isExpected: boolean;
  /** An alarm already shows that no one has acknowledged it. */
  isAlarmed: boolean;
}

interface PressIncidentProps {
  base: IncidentBase;
  pressId: number;
}

/** Above the record of a press: the state of its incident, and a link to it. */
export function RecordIncident({ base, pressId, isExpected, isAlarmed }: RecordIncidentProps) {
  const incident = usePressIncident(base, pressId);
  const now = useSeconds();
  if (incident === undefined && isExpected && !isAlarmed) return <div className={classes['room']} />;
  if (!incident || (isAlarmed && incident.state === 'open')) return null;
  const state = stateWithEta(incident, now);
  return (
    <section
      className={classes['incident']}
      data-tone={toneOf(incident, now)}
      aria-label={texts.incidentTitle(incident.id)}
    >
      <strong>{incident.is_drill ? incidentStateTexts.drillOf(state) : state}</strong>
      <IncidentLink id={incident.id} />
    </section>
  );
}

/** The link to the incident of a press, while no one has acknowledged it. */
export function UnacknowledgedIncidentLink({ base, pressId }: PressIncidentProps) {
  const incident = usePressIncident(base, pressId);
  return incident?.state === 'open' ? <IncidentLink id={incident.id} /> : null;
}

function IncidentLink({ id }: { id: number }) {
  return (
    <Link to={`/incidents/${id}`} className={classes['link']}>
      {texts.seeIncident}
      <IconChevronRight aria-hidden size={16} />
    </Link>
  );
}
