import { AlertBox } from '../../states/alerts-list.tsx';
import { feedbackTexts } from '../../texts/feedback.ts';
import { problemTexts } from '../../texts/problems.ts';
import { ProblemLinks, type ProblemLink } from './problem-links.tsx';
import classes from './problems.module.css';

interface ProblemSummaryProps {
  problems: readonly ProblemLink[];
  /** The outcome of the last attempt, if part of it succeeded. */
  outcome?: string | null;
  /** What did not happen. */
  label?: string;
  /** The sentence above the links, if there is nothing wrong with the fields. */
  heading?: string | undefined;
}

/** Everything to fix before a form can be saved, each a link to its field. */
export function ProblemSummary({
  problems,
  outcome = null,
  label = problemTexts.notSaved,
  heading,
}: ProblemSummaryProps) {
  return (
    <div role="alert" className={classes['summary']}>
      {problems.length > 0 && (
        <AlertBox kind="error" label={outcome ? feedbackTexts.kinds.error : label}>
          {outcome && <p>{outcome}</p>}
          <p>{heading ?? problemTexts.toCorrect(problems.length)}</p>
          <ProblemLinks problems={problems} />
        </AlertBox>
      )}
    </div>
  );
}
