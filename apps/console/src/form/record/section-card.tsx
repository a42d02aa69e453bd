import { IconChevronDown } from '@tabler/icons-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useReveal } from '../fields/use-reveal.ts';
import { isCollapsed, rememberCollapsed } from './remembered-sections.ts';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  /** One line about the content, shown while the card is closed. */
  summary?: ReactNode;
  /** Shown at the end of the title's line, also when the card is closed, e.g. how much is unsaved. */
  aside?: ReactNode;
  /** While true the card stays open: something in it must be fixed. */
  keepOpen?: boolean;
  /** The name under which the browser remembers whether it is collapsed. */
  remember?: string;
  /** The element id of its toggle, for links to the section. */
  toggleId?: string;
  children: ReactNode;
}

/** A collapsible part of a page. Its fields keep the typed texts. */
export function SectionCard({
  title,
  summary,
  aside,
  keepOpen = false,
  remember,
  toggleId,
  children,
}: SectionCardProps) {
  const [wanted, setWanted] = useState(() => remember === undefined || !isCollapsed(remember));
  const id = useId();
  const open = wanted || keepOpen;
  const section = useRef<HTMLElement>(null);
  useReveal(section, () => show(true));

  function show(shown: boolean) {
    setWanted(shown);
    if (remember !== undefined) rememberCollapsed(remember, !shown);
  }
  return (
    <section ref={section} className={classes['section']} aria-labelledby={`${id}title`}>
      <div className={classes['sectionHead']}>
        <h2 className={classes['sectionTitle']}>
          <button
            type="button"
            className={classes['sectionToggle']}
            aria-expanded={open}
            aria-controls={`${id}body`}
            id={toggleId}
            onClick={() => show(!open)}
          >
            <IconChevronDown aria-hidden size={20} className={classes['chevron']} />
            <span id={`${id}title`}>{title}</span>
          </button>
        </h2>
        {summary && !open && <p className={classes['sectionSummary']}>{summary}</p>}
        {aside && <span className={classes['sectionAside']}>{aside}</span>}
      </div>
      <div id={`${id}body`} className={classes['sectionBody']} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
