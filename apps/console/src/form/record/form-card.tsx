import type { FormEventHandler, ReactNode } from 'react';
import classes from '../form.module.css';
import type { FieldProblem } from './problem-links.tsx';
import { ProblemSummary } from './problem-summary.tsx';

interface FormCardProps {
  problems: readonly FieldProblem[];
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Appears beside the buttons: the outcome of the last attempt where nothing is wrong. */
  note?: string | null;
  /** The submit button first. */
  buttons: ReactNode;
  children: ReactNode;
}

/** A form of its own on a card: what is to be mended, the fields, the buttons. */
export function FormCard({ problems, note, onSubmit, buttons, children }: FormCardProps) {
  return (
    // The browser's own bubbles would hide all but the first problem.
    <form noValidate onSubmit={onSubmit} className={classes['card']}>
      <div className={classes['fields']}>
        <ProblemSummary problems={problems} />
        {children}
        <div className={classes['buttons']}>
          {buttons}
          <output className={classes['note']}>{note}</output>
        </div>
      </div>
    </form>
  );
}

/** Two fields beside each other where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={classes['pair']}>{children}</div>;
}
