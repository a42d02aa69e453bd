import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from '../form.module.css';

interface SectionCardProps {
  title: string;
  /** Shown next to the title, also when the card is closed, e.g. how much is unsaved. */
  aside?: ReactNode;
  /** While true the card stays open: something in it must be fixed. */
  keepOpen?: boolean;
  children: ReactNode;
}

/** A collapsible part of a page. Its fields keep the typed texts. */
export function SectionCard({ title, aside, keepOpen = false, children }: SectionCardProps) {
  const [wanted, setWanted] = useState(true);
  const id = useId();
  const open = wanted || keepOpen;
  return (
    <section className={classes['section']} aria-labelledby={`${id}title`}>
      <h2 className={classes['sectionHead']}>
        <button
          type="button"
          className={classes['sectionToggle']}
          aria-expanded={open}
          aria-controls={`${id}body`}
          onClick={() => setWanted(!open)}
        >
          <IconChevronDown aria-hidden size={20} stroke={1.75} className={classes['chevron']} />
          <span id={`${id}title`}>{title}</span>
        </button>
        {aside && <span className={classes['sectionAside']}>{aside}</span>}
      </h2>
      <div id={`${id}body`} className={classes['sectionBody']} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
