import { useId, type ReactNode } from 'react';
import classes from '../subscriptions.module.css';

/** Fields that belong together, with a heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['group']}>
      <h2 id={id} className={classes['subheading']}>
        {title}
      </h2>
      {children}
    </section>
  );
}
