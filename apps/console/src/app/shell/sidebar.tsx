import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../../links/link.ts';
import { alerts } from '../../states/alerts.ts';
import { findEntry, MENUS, type MenuEntry, type MenuSection } from '../menus.ts';
import { shellTexts } from '../../texts/shell.ts';
import classes from './sidebar.module.css';

type SidebarProps = {
  role: ConsoleRole;
  /** Shown above the sections. */
  top?: ReactNode;
  /** Called when someone chose an entry, so that a drawer can close. */
  onChosen?: () => void;
};

/** The side menu: sections of links, the current one marked by bar and weight. */
export function Sidebar({ role, top, onChosen }: SidebarProps) {
  const current = findEntry(role, useLocation().pathname)?.entry;
  const menu = useRef<HTMLElement>(null);

  // The menu is longer than most screens.
  useEffect(() => {
    const link = menu.current?.querySelector(`a[href$="${current?.to ?? ''}"][aria-current]`);
    link?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const chosen = () => {
    alerts.clear();
    window.scrollTo(0, 0);
    onChosen?.();
  };
  return (
    <nav ref={menu} aria-label={shellTexts.mainMenu} className={classes['menu']}>
      {top}
      {MENUS[role].map((section) => (
        <Section
          key={section.heading ?? section.entries[0]?.to}
          section={section}
          current={current}
          onChosen={chosen}
        />
      ))}
    </nav>
  );
}

type SectionProps = { section: MenuSection; current: MenuEntry | undefined; onChosen: () => void };

function Section({ section: { heading, entries }, current, onChosen }: SectionProps) {
  const headingId = useId();
  return (
    <div className={classes['section']}>
      {heading && (
        <h2 id={headingId} className={classes['heading']}>
          {heading}
        </h2>
      )}
      <ul className={classes['list']} {...(heading ? { 'aria-labelledby': headingId } : {})}>
        {entries.map((entry) => {
          const Icon = entry.icon;
          return (
            <li key={entry.to}>
              <Link
                to={entry.to}
                className={classes['entry']}
                aria-current={entry === current ? 'page' : undefined}
                onClick={onChosen}
              >
                <Icon aria-hidden size={18} stroke={1.75} />
                {entry.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
