import { focusField } from '../fields/focus-field.ts';
import classes from './problems.module.css';

export interface ProblemLink {
  /** The id of the field's control. */
  id: string;
  msg: string;
}

/** The problems of fields, each a link to its field. */
export function ProblemLinks({ problems }: { problems: readonly ProblemLink[] }) {
  return (
    <ul className={classes['links']}>
      {problems.map(({ id, msg }) => (
        <li key={`${id} ${msg}`}>
          <a
            href={`#${id}`}
            className={classes['link']}
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
  );
}
