import type { PagePath } from '../../../links/page-path.ts';
import type { MenuIcon } from '../../../texts/menu-entries.ts';

/** One setting as the search knows it. */
export interface SettingEntry {
  key: string;
  label: string;
  /** Its page, and its section there if it has one; shown with the label. */
  where: readonly string[];
  /** Further words that find it, e.g. the heading of its group. */
  also?: readonly string[];
  icon: MenuIcon;
  /** The page and the element id of its field, or what shows it in a dialog. */
  opens: { to: PagePath; field: string | null } | { show: () => void };
}
