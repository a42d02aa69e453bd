import type { PressIncident } from '@callpoint/contract/submissions';
import type { ReactNode } from 'react';
import { isOverdue, withEta } from '../../../display/eta-text.ts';
import { Status } from '../../../display/status.tsx';
import { useNow } from '../../../display/use-now.ts';
import { incidentStateTexts as texts } from '../../../texts/incident-states.ts';
import classes from '../submissions.module.css';

interface IncidentStatusProps {
  incident: PressIncident | null | undefined;
  /** The status of the messages. */
  children?: ReactNode;
}

/** The state of the incident of a press, or how it ended; below it the status of the messages, in a table. */
export function IncidentStatus({ incident, children }: IncidentStatusProps) {
  if (!incident) return children;
  if (incident.state !== 'closed')
    return <OpenIncidentStatus incident={incident}>{children}</OpenIncidentStatus>;
  return (
    <span className={classes['lines']}>
      <Status kind="skipped" more={incident.outcome && texts.endedAs[incident.outcome]}>
        {texts.states.closed}{' '}
      </Status>
      {children}
    </span>
  );
}

/** `Acknowledged by Maria Ortiz, ETA 9:25 AM`, or `Overdue` after that time, and below it the status of the messages. */
function OpenIncidentStatus({ incident, children }: { incident: PressIncident; children: ReactNode }) {
  const now = useNow();
  const text = withEta(incident.owner ?? texts.somebody, incident, now);
  const isLate = isOverdue(incident, now);
  const isOpen = incident.state === 'open';
  return (
    <span className={classes['lines']} title={isOpen ? undefined : texts.acknowledgedBy(text)}>
      {isOpen ? (
        <Status kind={incident.is_drill ? 'pending' : 'failed'}>{texts.states.open}</Status>
      ) : (
        <Status kind={isLate ? 'warning' : 'acknowledged'}>
          <span className={classes['owner']}>
            {isLate ? texts.overdue : texts.states.acknowledged} <bdi>{isLate ? text : texts.by(text)}</bdi>
          </span>
        </Status>
      )}
      {children}
    </span>
  );
}

/** In front of a press to practice. */
export function DrillMark({ incident }: { incident: PressIncident | null | undefined }) {
  return incident?.is_drill ? <strong className={classes['drill']}>{texts.drill} </strong> : null;
}
