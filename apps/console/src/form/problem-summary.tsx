import { AlertBox } from '../feedback/alerts-list.tsx';
import { formTexts } from '../lib/texts/form.ts';
import { focusField } from './focus-field.ts';
import classes from './form.module.css';

export interface FieldProblem {
  /** The id of the field's control. */
  id: string;
  msg: string;
}

interface ProblemSummaryProps {
  problems: readonly FieldProblem[];
  /** What came of the last attempt, where part of it succeeded. */
  outcome?: string | null;
}

/** All that is to be mended before a form can be saved, each a link to its field. */
export function ProblemSummary({ problems, outcome = null }: ProblemSummaryProps) {
  return (
    <div role="alert" className={classes['summary']}>
      {problems.length > 0 && (
        <AlertBox kind="error" word={outcome ? formTexts.error : formTexts.notSaved}>
          {outcome && <p>{outcome}</p>}
          <p>{formTexts.toMend(problems.length)}</p>
          <ul>
            {problems.map(({ id, msg }) => (
              <li key={`${id} ${msg}`}>
                <a
                  href={`#${id}`}
                  className={classes['summaryLink']}
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(id);
                  }}
                >
                  {msg}
                </a>
              </li>
            ))}
          </ul>
        </AlertBox>
      )}
    </div>
  );
}
