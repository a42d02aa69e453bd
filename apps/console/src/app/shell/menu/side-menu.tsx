import type { ConsoleRole } from '@callpoint/contract/permissions';
import { useDeferredValue } from 'react';
import { Link } from '../../../links/link.ts';
import { frameTexts } from '../../../texts/frame.ts';
import classes from '../frame.module.css';
import { Logo } from '../logo.tsx';
import { Sidebar } from './sidebar.tsx';
import { useHasRoom } from './use-has-room.ts';

/** The side menu beside the page. The page is painted first: the menu is a third of its elements. */
export function SideMenu({ role }: { role: ConsoleRole }) {
  const isShown = useDeferredValue(useHasRoom(), false);
  return (
    <div className={classes['sidebar']}>
      {isShown && (
        <Sidebar
          role={role}
          top={
            <Link to="/" className={classes['home']} aria-label={frameTexts.home}>
              <Logo />
            </Link>
          }
        />
      )}
    </div>
  );
}
