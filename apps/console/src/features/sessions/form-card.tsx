import type { ReactNode, SubmitEvent } from 'react';
import classes from './form-card.module.css';

type FormCardProps = {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** A sign-in form on its card. The fields' own rules are checked by us, in our words. */
export function FormCard({ onSubmit, children }: FormCardProps) {
  return (
    <form noValidate className={classes['card']} onSubmit={onSubmit}>
      {children}
    </form>
  );
}

/** Links below a card, each with room for a finger. */
export function LinkList({ children }: { children: ReactNode }) {
  return <div className={classes['links']}>{children}</div>;
}

/** Two fields beside each other where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={classes['pair']}>{children}</div>;
}
