import type { IncidentDetails } from '@callpoint/contract/incidents';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconHandStop,
  IconSpeakerphone,
  IconUrgent,
} from '@tabler/icons-react';
import { useState } from 'react';
import { PhoneLink } from '../../../display/cells.tsx';
import { durationText } from '../../../display/duration-text.ts';
import { etaText } from '../../../display/eta-text.ts';
import { agreedTimeText, timestampText } from '../../../display/timestamp-text.ts';
import { useSeconds } from '../../../display/use-seconds.ts';
import { withName } from '../../../display/with-name.tsx';
import { ProblemNote } from '../../../states/problem-note.tsx';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { incidentStateTexts } from '../../../texts/incident-states.ts';
import { incidentPageTexts as pageTexts } from '../../../texts/incident-page.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import { currentResponder, isOfCheckIn, itemLabel, stateText, stateWithEta } from '../describe-incident.ts';
import { nextStepText, startsEarly } from '../next-step.ts';
import type { IncidentBase } from '../incident-changes.ts';
import { toneOf } from '../tone.ts';
import { IncidentActions } from './incident-actions.tsx';
import classes from './incident.module.css';

const CloseDialog = lazyPart(async () => (await import('./close-dialog.tsx')).CloseDialog, {
  before: 'input',
});

const ICONS = {
  unanswered: IconUrgent,
  drill: IconSpeakerphone,
  overdue: IconAlertTriangle,
  answered: IconHandStop,
  closed: IconCircleCheck,
};

interface IncidentBandProps {
  base: IncidentBase;
  incident: IncidentDetails;
}

/** The state in large words, since when, what happens next, and the actions. Red only while no one has acknowledged a real one. */
export function IncidentBand({ base, incident }: IncidentBandProps) {
  const now = useSeconds();
  // Here, because the actions disappear when someone else closes the incident: what was typed must not.
  const [closing, setClosing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const tone = toneOf(incident, now);
  const Icon = ICONS[tone];
  const { opened_at, closed_at, next_step_at, safe_at, is_drill, app_user } = incident;
  const isLate = tone === 'overdue';
  // What is announced must not change each minute.
  const state = isLate ? stateText(incident, now) : stateWithEta(incident, now);
  const isRunning = closed_at === null;
  const isRaised = isOfCheckIn(incident);
  const closedBy = incident.events.findLast(({ kind }) => kind === 'closed')?.actor;
  return (
    <section
      className={classes['band']}
      data-tone={tone}
      aria-label={incidentStateTexts.states[incident.state]}
    >
      <div className={classes['bandState']}>
        <Icon aria-hidden size={32} />
        <div>
          <p className={classes['stateText']}>
            {is_drill && <span className={classes['drill']}>{incidentStateTexts.drill}</span>}
            <span dir="auto">{state}</span>
          </p>
          {isLate && <Overdue incident={incident} now={now} />}
          <p>
            {isRaised ? texts.raised(itemLabel(incident)) : texts.pressed(itemLabel(incident))}{' '}
            <time dateTime={opened_at}>{timestampText(opened_at)}</time>{' '}
            {withName(isRaised ? texts.because : texts.by, app_user.name || incidentStateTexts.somebody)}
          </p>
          {isRunning && <p className={classes['nextText']}>{nextStepText(incident, now)}</p>}
          {isRunning && safe_at !== null && <p>{texts.saidSafe(agreedTimeText(safe_at, now))}</p>}
          {closed_at !== null && (
            <p>
              {withName(pageTexts.closedBy, closedBy?.name ?? incidentStateTexts.somebody)}{' '}
              <time dateTime={closed_at}>{timestampText(closed_at)}</time>
            </p>
          )}
          {incident.note && <p className={classes['written']}>{incident.note}</p>}
        </div>
      </div>
      <dl className={classes['figures']}>
        <div>
          <dd>{durationText((closed_at === null ? now : Date.parse(closed_at)) - Date.parse(opened_at))}</dd>
          <dt>{isRunning ? texts.age : texts.lasted}</dt>
        </div>
        {next_step_at !== null && !startsEarly(incident) && (
          <div>
            <dd>{durationText(Date.parse(next_step_at) - now)}</dd>
            <dt>{texts.nextIn}</dt>
          </div>
        )}
      </dl>
      {isRunning && (
        <IncidentActions
          base={base}
          incident={incident}
          onClose={() => setClosing(true)}
          onProblem={setProblem}
        />
      )}
      {problem !== null && (
        <div className={classes['failed']} data-unprinted>
          <ProblemNote>{problem}</ProblemNote>
        </div>
      )}
      {closing && <CloseDialog base={base} incident={incident} onClose={() => setClosing(false)} />}
      <Announcement state={state} />
    </section>
  );
}

/** When the responder was expected, and the number to call. */
function Overdue({ incident, now }: { incident: IncidentDetails; now: number }) {
  const responder = currentResponder(incident);
  return (
    <p className={classes['nextText']}>
      {texts.expected(etaText(incident, now) ?? '')}{' '}
      {responder?.phone && <PhoneLink number={responder.phone} />}
    </p>
  );
}

/** Announces a new state or owner; what is shown first is read with the page. */
function Announcement({ state }: { state: string }) {
  const [first] = useState(state);
  const [changed, setChanged] = useState(false);
  if (!changed && state !== first) setChanged(true);
  return <output className="visually-hidden">{changed && texts.announced(state)}</output>;
}
