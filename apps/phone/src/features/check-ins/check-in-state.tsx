import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useOnline } from '../../device/online.ts';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Note } from '../../display/note.tsx';
import { raiseTime, type Phase, type StoredCheckIn } from '../../reports/check-in.ts';
import { confirmCheckIn, dismissCheckIn, reports } from '../../reports/reports.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { serverText } from '../../texts/server-text.ts';
import { timeText, whenText } from '../../texts/times.ts';
import classes from './check-ins.module.css';
import { Raised } from './raised.tsx';
import { countdown } from './until-time.ts';

export type StateProps = { checkIn: StoredCheckIn; phase: Phase; now: number };

/** What is known of the person's check-ins, and the answer: one large button. */
export function CheckInState({ checkIn, phase, now }: StateProps) {
  if (phase === 'none') return null;
  if (phase === 'raised') return <Raised checkIn={checkIn} />;
  if (phase === 'starting') return <Starting />;
  if (phase === 'rejected') {
    return (
      <Note alert>
        <p>
          {responseTexts.checkIn.rejected} {serverText(checkIn.rejection)}
        </p>
        <Button onClick={() => void dismissCheckIn(checkIn)}>{responseTexts.checkIn.done}</Button>
      </Note>
    );
  }
  const isAsked = phase === 'due' || phase === 'overdue';
  return (
    <div className={classes['state']}>
      <Headline checkIn={checkIn} phase={phase} now={now} />
      {!isAsked && <Truth checkIn={checkIn} phase={phase} />}
      {phase !== 'ending' && (
        <div className={classes['ok']}>
          <Button kind="primary" onClick={() => void confirmCheckIn(checkIn)}>
            {responseTexts.checkIn.ok}
          </Button>
        </div>
      )}
      {/* Below the answer, so that the answer is on the smallest screen. */}
      {isAsked && <Truth checkIn={checkIn} phase={phase} />}
    </div>
  );
}

export function Headline({ checkIn, phase, now }: StateProps) {
  const raiseAt = raiseTime(checkIn) ?? '';
  if (phase === 'due') {
    return (
      <div role="alert">
        <p className={classes['headline']}>
          <IconAlertTriangle aria-hidden />
          {responseTexts.checkIn.due}
        </p>
        <p className={classes['answerBy']}>
          {responseTexts.checkIn.answerBy(timeText(raiseAt))}
          {/* A screen reader must not read each second. */}
          <span aria-hidden>
            {', '}
            <span className={classes['left']}>
              {responseTexts.checkIn.left(countdown(Date.parse(raiseAt) - now))}
            </span>
          </span>
        </p>
      </div>
    );
  }
  if (phase !== 'running') return null;
  return (
    <p className={classes['headline']}>
      <IconClock aria-hidden />
      {responseTexts.checkIn.running(timeText(checkIn.known?.due_at ?? ''))}
    </p>
  );
}

/** Whether the server knows it, and what it does otherwise. */
function Truth({ checkIn, phase }: Omit<StateProps, 'now'>) {
  const isOnline = useOnline();
  const isFailing = useStore(reports)?.isFailing || !isOnline;
  const raises = raiseTime(checkIn);
  // Unknown only of check-ins that ended before the server had them.
  const raiseAt = raises === null ? '' : timeText(raises);
  if (phase === 'overdue') return <Note alert>{responseTexts.checkIn.overdue(raiseAt)}</Note>;
  if (phase === 'answered') {
    const when = whenText(checkIn.confirmed_at ?? '');
    return isFailing ? (
      <Note alert>{responseTexts.checkIn.unsent(when, raiseAt)}</Note>
    ) : (
      <output>{responseTexts.checkIn.sending}</output>
    );
  }
  if (phase === 'ending') {
    return isFailing ? (
      <Note alert>
        {responseTexts.checkIn.ending}
        {raises !== null && ` ${responseTexts.checkIn.serverRaises(raiseAt)}`}
      </Note>
    ) : null;
  }
  if (!isOnline) return <p>{responseTexts.checkIn.offline(raiseAt)}</p>;
  return <p className={controls['soft']}>{responseTexts.checkIn.serverRaises(raiseAt)}</p>;
}

function Starting() {
  const isOnline = useOnline();
  const isFailing = useStore(reports)?.isFailing || !isOnline;
  if (!isFailing) return <output>{responseTexts.checkIn.starting}</output>;
  return (
    <Note alert>
      <p className={classes['headline']}>{responseTexts.checkIn.notStarted}</p>
      <p>{responseTexts.checkIn.notStartedHint}</p>
    </Note>
  );
}
