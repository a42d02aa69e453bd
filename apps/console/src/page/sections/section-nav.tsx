import { useEffect, useRef } from 'react';
import { scrollToSection } from '../scroll-to-section.ts';
import { feedbackTexts } from '../../texts/feedback.ts';
import { UnsavedDot } from './unsaved-dot.tsx';
import { useCurrentSection } from './use-current-section.ts';
import classes from './section-nav.module.css';

export interface NavSection {
  /** The element id of its heading or of its toggle. */
  id: string;
  title: string;
  isChanged?: boolean;
}

/** Links to the sections of a screen, visible while it scrolls: the current one is marked, a dot marks unsaved changes. */
export function SectionNav({ sections }: { sections: readonly NavSection[] }) {
  const [current, choose] = useCurrentSection(sections.map(({ id }) => id));
  const nav = useRef<HTMLElement>(null);

  // On a phone the bar scrolls: its current link is in view.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (link && nav.current) nav.current.scrollLeft = link.offsetLeft - MARGIN;
  }, [current]);

  return (
    <nav ref={nav} aria-label={feedbackTexts.sections} className={classes['nav']}>
      {sections.map((section) => (
        <SectionLink
          key={section.id}
          {...section}
          isCurrent={section.id === current}
          onShow={() => choose(section.id)}
        />
      ))}
    </nav>
  );
}

/** Of the link before the current one, this many CSS pixels stay in view. */
const MARGIN = 40;

interface SectionLinkProps extends NavSection {
  isCurrent: boolean;
  onShow: () => void;
}

function SectionLink({ id, title, isChanged = false, isCurrent, onShow }: SectionLinkProps) {
  return (
    <a
      href={`#${id}`}
      className={classes['link']}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        event.preventDefault();
        showSection(id);
        onShow();
      }}
    >
      {title}
      {isChanged && <UnsavedDot />}
    </a>
  );
}

/** Expands a section, scrolls to it, and moves the focus there. */
function showSection(id: string): void {
  const target = document.getElementById(id);
  if (target?.getAttribute('aria-expanded') === 'false') target.click();
  target?.focus({ preventScroll: true });
  if (target) scrollToSection(target);
}
