import controls from '../../display/controls.module.css';
import { href } from '../../links/route.ts';
import { phaseOf, type Phase } from '../../reports/check-in.ts';
import { reports } from '../../reports/reports.ts';
import { useStore } from '../../store/use-store.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { CheckInState } from './check-in-state.tsx';
import classes from './check-ins.module.css';
import { useNow } from './use-now.ts';
import { useQuestion } from './use-question.ts';

/** On every screen, because the person must answer. */
const URGENT: readonly Phase[] = ['due', 'overdue'];

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
      data-urgent={isUrgent}
      aria-label={responseTexts.checkIn.title}
    >
      <CheckInState checkIn={checkIn} phase={phase} now={now} />
      {on === 'home' && !isUrgent && (
        <a className={controls['linkRow']} href={href('/check-ins')}>
          {responseTexts.checkIn.title}
        </a>
      )}
    </section>
  );
}
