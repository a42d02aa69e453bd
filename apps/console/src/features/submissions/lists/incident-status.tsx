import type { PressIncident } from '@callpoint/contract/submissions';
import type { ReactNode } from 'react';
import { Status } from '../../../display/status.tsx';
import { agreedTimeText } from '../../../display/timestamp-text.ts';
import { useNow } from '../../../display/use-now.ts';
import { incidentStateTexts as texts } from '../../../texts/incident-states.ts';
import classes from '../submissions.module.css';

interface IncidentStatusProps {
  incident: PressIncident | null;
  /** The status of the messages, for a press without an open incident. */
  children: ReactNode;
}

/** `Acknowledged by Maria Ortiz, ETA 9:25 AM`, while the incident of a press is open. */
export function IncidentStatus({ incident, children }: IncidentStatusProps) {
  const now = useNow();
  if (!incident || incident.state === 'closed') return children;
  const { state, owner, eta_at } = incident;
  if (state === 'open') return <Status kind="failed">{texts.states.open}</Status>;
  const by = texts.acknowledgedBy(owner ?? texts.somebody);
  const text = eta_at === null ? by : texts.withEta(by, agreedTimeText(eta_at, now));
  return (
    <span title={text}>
      <Status kind="acknowledged">
        <bdi className={classes['owner']}>{text}</bdi>
      </Status>
    </span>
  );
}

/** In front of a press to practice. */
export function DrillMark({ incident }: { incident: PressIncident | null }) {
  return incident?.is_drill ? <strong className={classes['drill']}>{texts.drill} </strong> : null;
}
