import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PagePath } from '../links/page-path.ts';
import { Link } from '../links/link.ts';
import classes from './menu.module.css';

interface ItemProps {
  icon?: ReactNode;
  onSelect?: () => void;
  children: ReactNode;
}

/** An action. */
export function MenuItem({ icon, danger = false, onSelect, children }: ItemProps & { danger?: boolean }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classes['item']}
      data-danger={danger || undefined}
      onClick={onSelect}
    >
      {icon}
      {children}
    </button>
  );
}

/** A link to a page. */
export function MenuLink({ to, icon, onSelect, children }: ItemProps & { to: PagePath }) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={classes['item']} onClick={onSelect}>
      {icon}
      {children}
    </Link>
  );
}

/** One of several that exclude each other; in a `MenuGroup`. */
export function MenuChoice({ checked, icon, onSelect, children }: ItemProps & { checked: boolean }) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      className={classes['item']}
      onClick={onSelect}
    >
      <span aria-hidden className={classes['mark']} />
      {children}
      <span className={classes['end']}>{icon}</span>
    </button>
  );
}

/** An option that is on or off; the menu stays open. */
export function MenuCheck({ checked, onSelect, children }: ItemProps & { checked: boolean }) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={checked}
      tabIndex={-1}
      className={classes['item']}
      onClick={onSelect}
    >
      <span className={classes['tick']}>{checked && <IconCheck aria-hidden size={18} />}</span>
      {children}
    </button>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is no part of a menu
    <div role="group" aria-label={label}>
      <div aria-hidden className={classes['label']}>
        {label}
      </div>
      {children}
    </div>
  );
}

/** Separates what follows. */
export function MenuDivider() {
  return <hr className={classes['divider']} />;
}
