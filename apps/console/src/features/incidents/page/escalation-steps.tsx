import type { IncidentDetails } from '@callpoint/contract/incidents';
import { useState } from 'react';
import { durationText } from '../../../display/duration-text.ts';
import { Status } from '../../../display/status.tsx';
import { ListTime } from '../../../display/timestamp.tsx';
import { useSeconds } from '../../../display/use-seconds.ts';
import { Link } from '../../../links/link.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { useIncidentBase } from '../incidents.api.ts';
import classes from './incident.module.css';
import { listSteps, type ShownStep } from './list-steps.ts';
import { Panel } from './panel.tsx';

/** Steps after the next one that are shown immediately. */
const SHOWN_LATER = 3;

/** The steps of the escalation: those that started, the current one, the next one, and later ones. */
export function EscalationSteps({ incident }: { incident: IncidentDetails }) {
  const [showAll, setShowAll] = useState(false);
  const steps = listSteps(incident);
  const isStopped = steps.at(-1)?.status === 'stopped';
  const started = steps.filter(({ run }) => run <= incident.run).length;
  const shown = showAll ? steps : steps.slice(0, started + (isStopped ? 0 : 1 + SHOWN_LATER));
  const more = steps.length - shown.length;
  return (
    <Panel title={texts.escalation}>
      <ol className={classes['steps']}>
        {shown.map((step) => (
          <Step key={step.run} step={step} openedAt={incident.opened_at} />
        ))}
      </ol>
      {more > 0 && (
        <button
          type="button"
          className={classes['more']}
          data-unprinted={!isStopped || undefined}
          onClick={() => setShowAll(true)}
        >
          {isStopped ? texts.stoppedSteps(more) : texts.moreSteps(more)}
        </button>
      )}
    </Panel>
  );
}

function Step({ step, openedAt }: { step: ShownStep; openedAt: string }) {
  const { status, at, heading, who, counts, early, problem, lacksContacts } = step;
  const isTeam = useIncidentBase() === '/tapi/v1';
  return (
    <li data-status={status} aria-current={status === 'current' ? 'step' : undefined}>
      <span className={classes['stepTime']}>{at && <ListTime at={at} after={openedAt} />}</span>
      <span aria-hidden className={classes['dot']} />
      <div className={classes['step']}>
        {heading && <span className={classes['soft']}>{heading}</span>}
        <strong>{who}</strong>
        {counts && <span className={classes['soft']}>{counts}</span>}
        {problem && (
          <span className={classes['unreachable']}>
            <Status kind="warning">{texts.unreachable}</Status>
            {problem}
            {lacksContacts && isTeam && <Link to="/safety-contacts">{texts.toContacts}</Link>}
          </span>
        )}
        {early && <span className={classes['soft']}>{early}</span>}
        <span className={status === 'done' ? 'visually-hidden' : classes['stepState']}>
          {texts.runStates[status]}
          {status === 'next' && at && <Countdown at={at} />}
        </span>
      </div>
    </li>
  );
}

function Countdown({ at }: { at: string }) {
  return <> · {durationText(Date.parse(at) - useSeconds())}</>;
}
