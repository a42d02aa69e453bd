import type { PressIncident } from '@callpoint/contract/submissions';
import type { ReactNode } from 'react';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { incidentStateTexts as texts } from '../../../texts/incident-states.ts';
import classes from '../submissions.module.css';

/** Most lists have no open incident: its code loads with the first one. */
const OpenIncidentStatus = lazyPart(
  async () => (await import('./open-incident-status.tsx')).OpenIncidentStatus,
);

interface IncidentStatusProps {
  incident: PressIncident | null;
  /** The status of the messages, for a press without an open incident. */
  children: ReactNode;
}

/** The status of a press: of its incident while that is open, otherwise of its messages. */
export function IncidentStatus({ incident, children }: IncidentStatusProps) {
  if (!incident || incident.state === 'closed') return children;
  return <OpenIncidentStatus incident={incident} />;
}

/** In front of a press to practice. */
export function DrillMark({ incident }: { incident: PressIncident | null }) {
  return incident?.is_drill ? <strong className={classes['drill']}>{texts.drill} </strong> : null;
}
