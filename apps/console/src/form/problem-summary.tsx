import { AlertBox } from '../feedback/alerts-list.tsx';
import { focusField } from './focus-field.ts';
import classes from './form.module.css';

export interface FieldProblem {
  /** The id of the field's control. */
  id: string;
  msg: string;
}

/** All that is to be mended before a form can be saved, each a link to its field. */
export function ProblemSummary({ problems }: { problems: readonly FieldProblem[] }) {
  return (
    <div role="alert" className={classes['summary']}>
      {problems.length > 0 && (
        <AlertBox kind="error" word="Not saved">
          <p>{problems.length === 1 ? 'One thing to mend:' : `${problems.length} things to mend:`}</p>
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
