import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from '../../../links/location.ts';
import { alerts } from '../../../states/alerts.ts';
import { findEntry, MENUS } from '../../menus.ts';
import { shellTexts } from '../../../texts/shell.ts';
import { SidebarSection } from './sidebar-section.tsx';
import classes from './sidebar.module.css';
import { useMenuCounts } from './use-menu-counts.ts';

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
  const countOf = useMenuCounts(role);
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
        <SidebarSection
          key={section.id}
          section={section}
          current={current}
          countOf={countOf}
          onChosen={chosen}
        />
      ))}
    </nav>
  );
}
