import type { ConsoleRole } from '@callpoint/contract/permissions';
import { IconChevronRight } from '@tabler/icons-react';
import { useLocation } from '../../links/location.ts';
import { Link } from '../../links/link.ts';
import { useCurrentPage } from '../../page/current-page.ts';
import { findEntry } from '../menus.ts';
import { shellTexts } from '../../texts/shell.ts';
import classes from './breadcrumb.module.css';

/** The current location: the menu's section, the parent page if there is one, the page itself. */
export function Breadcrumb({ role }: { role: ConsoleRole }) {
  const { title, parent } = useCurrentPage();
  const heading = findEntry(role, useLocation().pathname)?.heading;
  return (
    <nav aria-label={shellTexts.breadcrumb} className={classes['nav']}>
      <ol className={classes['list']}>
        {heading && (
          <li className={classes['above']}>
            <span>{heading}</span>
            <Separator />
          </li>
        )}
        {parent && (
          <li className={classes['above']}>
            <Link to={parent.to}>{parent.label}</Link>
            <Separator />
          </li>
        )}
        <li className={classes['current']} aria-current="page">
          {title}
        </li>
      </ol>
    </nav>
  );
}

function Separator() {
  return <IconChevronRight aria-hidden size={14} className={classes['separator']} />;
}
