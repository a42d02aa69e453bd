import type { ReactNode, SubmitEvent } from 'react';
import classes from './signed-out-form.module.css';

type FormCardProps = {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** A sign-in form on its card. We check the fields' rules ourselves and show our own texts. */
export function SignedOutForm({ onSubmit, children }: FormCardProps) {
  return (
    <form noValidate className={classes['card']} onSubmit={onSubmit}>
      {children}
    </form>
  );
}

/** Links below a card, each large enough for a finger. */
export function LinkList({ children }: { children: ReactNode }) {
  return <div className={classes['links']}>{children}</div>;
}

/** Two fields next to each other if there is room. */
export function FieldsInRow({ children }: { children: ReactNode }) {
  return <div className={classes['pair']}>{children}</div>;
}
