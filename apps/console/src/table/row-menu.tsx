import { MenuDivider, MenuItem } from '../overlay/menu-items.ts';
import { Menu } from '../overlay/menu.tsx';
import { tableTexts } from '../texts/table.ts';
import classes from './table.module.css';
import type { RowAction } from './table-types.ts';

/** The actions of one row; destructive ones last and separate. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const safe = actions.filter(({ danger }) => !danger);
  const dangerous = actions.filter(({ danger }) => danger);
  if (actions.length === 0) return null;
  return (
    <Menu
      renderButton={(props) => (
        // Not the component library's menu: a table has up to 500 of these, and they cost most of a row.
        <button
          type="button"
          className={classes['menuButton']}
          aria-label={tableTexts.actionsFor(name)}
          {...props}
        />
      )}
    >
      {safe.map(({ label, ...action }) => (
        <MenuItem key={label} {...action}>
          {label}
        </MenuItem>
      ))}
      {safe.length > 0 && dangerous.length > 0 && <MenuDivider />}
      {dangerous.map(({ label, ...action }) => (
        <MenuItem key={label} {...action}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
