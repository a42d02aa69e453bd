import { AlertBox } from '../../states/alerts-list.tsx';
import { formTexts } from '../../texts/form.ts';
import { ProblemLinks, type ProblemLink } from './problem-links.tsx';
import classes from '../form.module.css';

interface ProblemSummaryProps {
  problems: readonly ProblemLink[];
  /** The outcome of the last attempt, if part of it succeeded. */
  outcome?: string | null;
  /** What did not happen. */
  label?: string;
}

/** Everything to fix before a form can be saved, each a link to its field. */
export function ProblemSummary({
  problems,
  outcome = null,
  label = formTexts.notSaved,
}: ProblemSummaryProps) {
  return (
    <div role="alert" className={classes['summary']}>
      {problems.length > 0 && (
        <AlertBox kind="error" label={outcome ? formTexts.error : label}>
          {outcome && <p>{outcome}</p>}
          <p>{formTexts.toCorrect(problems.length)}</p>
          <ProblemLinks problems={problems} />
        </AlertBox>
      )}
    </div>
  );
}
