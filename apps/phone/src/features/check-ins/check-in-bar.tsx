import { IconAlertTriangle } from '@tabler/icons-react';
import { useOnline } from '../../device/online.ts';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { href } from '../../links/route.ts';
import { phaseOf, raiseTime, type Phase } from '../../reports/check-in.ts';
import { confirmCheckIn, reports } from '../../reports/reports.ts';
import { useNow } from '../../store/use-now.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { timeText } from '../../texts/times.ts';
import { CheckInState, Headline, type StateProps } from './check-in-state.tsx';
import classes from './check-ins.module.css';
import { useQuestion } from './use-question.ts';

/** On every screen, because the person must answer. */
const URGENT: readonly Phase[] = ['due', 'overdue'];

/** The server does not know something, or cannot be reached: the details are on their own screen. */
const PENDING: readonly Phase[] = ['starting', 'answered', 'ending'];

/**
 * The check-ins in progress, above the buttons; on another screen only the question, and on their own nothing.
 * @param props.on where it is
 */
export function CheckInBar({ on }: { on: 'home' | 'check-ins' | 'other' }) {
  const checkIn = useStore(reports)?.checkIn ?? null;
  const now = useNow();
  const phase = phaseOf(checkIn, now);
  useQuestion(checkIn, phase);
  const isUrgent = URGENT.includes(phase);
  const isRead = checkIn?.is_read && (phase === 'raised' || phase === 'rejected');
  if (!checkIn || phase === 'none' || isRead || on === 'check-ins' || (on === 'other' && !isUrgent)) {
    return null;
  }
  return (
    <section
      className={`${classes['bar']} ${on === 'other' ? classes['onTop'] : ''}`}
      data-phase={phase}
      aria-label={responseTexts.checkIn.title}
    >
      {isUrgent || phase === 'running' ? (
        <Answer checkIn={checkIn} phase={phase} now={now} />
      ) : (
        <CheckInState checkIn={checkIn} phase={phase} now={now} />
      )}
      {PENDING.includes(phase) && (
        <a className={controls['linkRow']} href={href('/check-ins')}>
          {responseTexts.checkIn.title}
        </a>
      )}
    </section>
  );
}

/** The time, and the answer next to it: low, so that the emergency button stays in view. */
function Answer({ checkIn, phase, now }: StateProps) {
  const isOnline = useOnline();
  const raiseAt = timeText(raiseTime(checkIn) ?? '');
  const headline = <Headline checkIn={checkIn} phase={phase} now={now} />;
  return (
    <div className={classes['answer']}>
      {phase === 'due' && headline}
      {phase === 'running' && (
        <a className={controls['linkRow']} href={href('/check-ins')}>
          {isOnline ? (
            headline
          ) : (
            <p className={classes['raises']}>{responseTexts.checkIn.raisesOffline(raiseAt)}</p>
          )}
        </a>
      )}
      {phase === 'overdue' && (
        <p role="alert" className={classes['overdue']}>
          <IconAlertTriangle aria-hidden />
          {responseTexts.checkIn.overdue(raiseAt)}
        </p>
      )}
      <Button kind="primary" onClick={() => void confirmCheckIn(checkIn)}>
        {responseTexts.checkIn.ok}
      </Button>
    </div>
  );
}
