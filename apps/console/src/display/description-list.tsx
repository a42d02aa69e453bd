import type { ReactNode } from 'react';
import classes from './description-list.module.css';

/** The facts of a record, one below the other. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className={classes['facts']}>{children}</dl>;
}

export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
