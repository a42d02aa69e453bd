import { useId, type ReactNode } from 'react';
import classes from './section.module.css';

/** A part of a page with its heading. */
export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <h2 id={id} className={classes['heading']}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Read-only content. */
export function ReadOnlyCard({ children }: { children: ReactNode }) {
  return <div className={classes['card']}>{children}</div>;
}

/** Names and values, in two columns if there is room. */
export function DescriptionGrid({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
