import { useEffect, useRef } from 'react';
import { scrollToSection } from '../../../page/scroll-to-section.ts';
import { UnsavedDot } from './unsaved-dot.tsx';
import { recipientTexts } from '../../../texts/recipients.ts';
import { useCurrentSection } from './use-current-section.ts';
import classes from './section-nav.module.css';

/** The element id of the list of who would be notified. */
export const WHO_ID = 'who-would-be-notified';

/** The element id of the toggle of a card; `index` from 0. */
export function cardToggleId(index: number): string {
  return `settings-card-${index}`;
}

interface SectionNavProps {
  /** Whether the list of who would be notified is a section, too. */
  hasWho: boolean;
  cards: readonly { title: string; isChanged: boolean }[];
}

/** Links to the sections of a screen, visible while it scrolls: the current one is marked, a dot marks unsaved changes. */
export function SectionNav({ hasWho, cards }: SectionNavProps) {
  const sections = [
    ...(hasWho ? [{ id: WHO_ID, title: recipientTexts.title, isChanged: false }] : []),
    ...cards.map((card, index) => ({ id: cardToggleId(index), ...card })),
  ];
  const [current, choose] = useCurrentSection(sections.map(({ id }) => id));
  const nav = useRef<HTMLElement>(null);

  // On a phone the bar scrolls: its current link is in view.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (link && nav.current) nav.current.scrollLeft = link.offsetLeft - MARGIN;
  }, [current]);

  return (
    <nav ref={nav} aria-label={recipientTexts.sections} className={classes['nav']}>
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

interface SectionLinkProps {
  id: string;
  title: string;
  isChanged: boolean;
  isCurrent: boolean;
  onShow: () => void;
}

function SectionLink({ id, title, isChanged, isCurrent, onShow }: SectionLinkProps) {
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
