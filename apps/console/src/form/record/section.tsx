import { useId, type ReactNode } from 'react';
import { SectionCard } from './section-card.tsx';
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

interface CollapsibleSectionProps {
  title: string;
  /** The element id of its toggle; the browser remembers under it whether it is collapsed. */
  id: string;
  /** One line about the content, shown while it is collapsed. */
  summary?: ReactNode;
  children: ReactNode;
}

/** A part of a long page that people can collapse. The cards in it have no frame of their own. */
export function CollapsibleSection({ title, id, summary, children }: CollapsibleSectionProps) {
  return (
    <SectionCard title={title} remember={id} toggleId={id} {...(summary ? { summary } : {})}>
      <div className={classes['parts']} data-parts>
        {children}
      </div>
    </SectionCard>
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
