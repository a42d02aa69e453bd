import { BUTTON_IDS, BUTTON_LABELS, FORM_IDS, FORM_LABELS, type Item } from '@callpoint/contract/catalog';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import type { PagePath } from '../links/page-path.ts';
import { shellTexts } from '../texts/shell.ts';
import { BUTTON_ICONS, FORM_ICONS, MENU_ENTRIES, type MenuIcon } from '../texts/menu-entries.ts';
import { MENU_SECTIONS, SCREENS, type EntryId, type MenuSectionId, type Screen } from './screens.ts';

export type MenuEntry = {
  label: string;
  to: PagePath;
  icon: MenuIcon;
  /** The button or form that the entry is about. */
  item?: Item;
  /** Addresses that belong to this entry without being below its address. */
  alsoAt?: readonly string[];
};
export type MenuSection = {
  id: MenuSectionId;
  heading: string | null;
  /** One line below the heading: two sections have entries of the same names, and differ in this. */
  note: string | null;
  entries: readonly MenuEntry[];
};

/** The side menu of each role, from the list of screens. */
export const MENUS: Readonly<Record<ConsoleRole, readonly MenuSection[]>> = {
  team: sectionsOf('team'),
  admin: sectionsOf('admin'),
};

function sectionsOf(role: ConsoleRole): MenuSection[] {
  return MENU_SECTIONS[role].map((section) => ({
    id: section,
    note: section === 'customization' || section === 'records' ? shellTexts.notes[section] : null,
    heading: section === 'main' || section === 'end' ? null : shellTexts[section],
    entries: SCREENS.flatMap(({ at, entry, section: own = [] }) => {
      const address = getAddress(at, role);
      return entry && address && [own].flat().includes(section) ? entriesAt(role, entry, address) : [];
    }),
  }));
}

function entriesAt(role: ConsoleRole, entry: EntryId, address: string): MenuEntry[] {
  if (entry === 'buttons') {
    return BUTTON_IDS.map((id) => ({
      label: BUTTON_LABELS[id],
      to: toPagePath(`${address}/${id}`),
      icon: BUTTON_ICONS[id],
      item: { kind: 'button', id },
    }));
  }
  if (entry === 'forms') {
    return FORM_IDS.map((id) => ({
      label: FORM_LABELS[id],
      to: toPagePath(`${address}/${id}`),
      icon: FORM_ICONS[id],
      item: { kind: 'form', id },
    }));
  }
  const alsoAt = SCREENS.flatMap(({ at, under }) => (under === entry && getAddress(at, role)) || []);
  return [{ ...MENU_ENTRIES[entry], to: toPagePath(address), alsoAt }];
}

/** A screen's address up to its first parameter; undefined where the role does not see it. */
function getAddress(at: Screen['at'], role: ConsoleRole): string | undefined {
  const path = at[role] ?? at.signedIn;
  return path?.replace(/^\/?/, '/').replace(/\/:.*/, '');
}

/** An address that was built from the list of screens; its type does not show that. */
function toPagePath(address: string): PagePath {
  return address as PagePath;
}

/** The entry that an address belongs to, with the heading of its section. */
export function findEntry(
  role: ConsoleRole,
  pathname: string,
): { entry: MenuEntry; heading: string | null } | null {
  for (const { heading, entries } of MENUS[role]) {
    const entry = entries.find(({ to, alsoAt = [] }) =>
      [to, ...alsoAt].some((path) => isAtOrUnder(pathname, path)),
    );
    if (entry) return { entry, heading };
  }
  return null;
}

/** Case-insensitive, like the router. */
function isAtOrUnder(pathname: string, path: string): boolean {
  return `${pathname}/`.toLowerCase().startsWith(`${path}/`.toLowerCase());
}
