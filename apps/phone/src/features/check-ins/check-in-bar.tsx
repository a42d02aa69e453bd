import { useOnline } from '../../device/online.ts';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { href } from '../../links/route.ts';
import { phaseOf, type Phase } from '../../reports/check-in.ts';
import { confirmCheckIn, reports } from '../../reports/reports.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { CheckInState, Headline, type StateProps } from './check-in-state.tsx';
import classes from './check-ins.module.css';
import { useNow } from './use-now.ts';
import { useQuestion } from './use-question.ts';

/** On every screen, because the person must answer. */
const URGENT: readonly Phase[] = ['due', 'overdue'];

/** The server does not know something, or cannot be reached: the details are on their own screen. */
const PENDING: readonly Phase[] = ['running', 'starting', 'answered', 'ending'];

/**
 * The check-ins in progress, above the buttons; on another screen only the question, and on their own nothing.
 * @param props.on where it is
 */
export function CheckInBar({ on }: { on: 'home' | 'check-ins' | 'other' }) {
  const checkIn = useStore(reports)?.checkIn ?? null;
  const now = useNow();
  const phase = phaseOf(checkIn, now);
  const isOnline = useOnline();
  useQuestion(checkIn, phase);
  const isUrgent = URGENT.includes(phase);
  const isRead = checkIn?.is_read && (phase === 'raised' || phase === 'rejected');
  if (!checkIn || phase === 'none' || isRead || on === 'check-ins' || (on === 'other' && !isUrgent)) {
    return null;
  }
  // What needs no action is small, so that the emergency button stays in view.
  const isQuiet = phase === 'running' && isOnline;
  return (
    <section
      className={`${isQuiet ? '' : classes['bar']} ${on === 'other' ? classes['onTop'] : ''}`}
      data-phase={phase}
      aria-label={responseTexts.checkIn.title}
    >
      {isQuiet ? (
        <Running checkIn={checkIn} phase={phase} now={now} />
      ) : (
        <CheckInState checkIn={checkIn} phase={phase} now={now} />
      )}
      {PENDING.includes(phase) && !isQuiet && (
        <a className={controls['linkRow']} href={href('/check-ins')}>
          {responseTexts.checkIn.title}
        </a>
      )}
    </section>
  );
}

function Running({ checkIn, phase, now }: StateProps) {
  return (
    <div className={`${classes['frame']} ${classes['running']}`}>
      <a className={controls['linkRow']} href={href('/check-ins')}>
        <Headline checkIn={checkIn} phase={phase} now={now} />
      </a>
      <Button kind="primary" onClick={() => void confirmCheckIn(checkIn)}>
        {responseTexts.checkIn.ok}
      </Button>
    </div>
  );
}
