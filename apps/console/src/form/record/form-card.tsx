import type { ReactNode } from 'react';
import { conflictHeading } from '../../texts/fields.ts';
import classes from '../form.module.css';
import type { Form } from '../use-form.ts';
import { SaveFailureNote } from './save-failure.tsx';
import { ProblemSummary } from './problem-summary.tsx';

interface FormCardProps {
  form: Pick<Form<object>, 'problems' | 'note' | 'failure' | 'onSubmit'>;
  /** The submit button first. */
  buttons: ReactNode;
  children: ReactNode;
}

/** A form on its own card: what must be corrected, the fields, the buttons. */
export function FormCard({ form, buttons, children }: FormCardProps) {
  return (
    // The browser's own bubbles would show only the first problem.
    <form noValidate onSubmit={form.onSubmit} className={classes['card']}>
      <div className={classes['fields']}>
        <ProblemSummary problems={form.problems} heading={conflictHeading(form.problems)} />
        {children}
        <SaveFailureNote failure={form.failure} />
        <div className={classes['buttons']}>
          {buttons}
          <output className={classes['note']}>{form.note}</output>
        </div>
      </div>
    </form>
  );
}

/** Two fields next to each other if there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={classes['pair']}>{children}</div>;
}
