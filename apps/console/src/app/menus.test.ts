import { expect, test } from 'vitest';
import { MENU_ENTRIES } from '../texts/menu-entries.ts';
import { findEntry, MENUS } from './menus.ts';
import { SCREENS } from './screens.ts';

test('a subscriber’s menu has the entries of the specification in their sections and order', () => {
  const items = [
    'OSHA On-Site',
    'Report an Incident/Accident',
    'Report a Safety Complaint',
    'Lone Worker Emergency',
    'Ask a Safety Question',
    'Need a Safety Product',
    'Request Safety Consultation',
  ];
  const specified: [heading: string | null, labels: string[]][] = [
    ['Configuration', ['Dashboard Settings', 'Users', 'My Profile']],
    ['Customization', items],
    ['Safety Person', ['Safety Contacts']],
    ['Notification Records', [...items, 'Deliveries']],
    [null, ['Logout']],
  ];
  const labels = new Set(specified.flatMap(([, names]) => names));
  // Further resources have entries of their own.
  const menu = MENUS.team.map(({ heading, entries }) => [
    heading,
    entries.map(({ label }) => label).filter((label) => labels.has(label)),
  ]);
  expect(menu).toEqual(specified);
});

test('an administrator’s menu ends with the own account and the logout', () => {
  expect(MENUS.admin.at(-1)?.entries.map(({ label, to }) => [label, to])).toEqual([
    ['My account', '/account'],
    ['Logout', '/logout'],
  ]);
});

test('an address belongs to the entry of its screen, also on its subpages and related pages', () => {
  const label = (path: string) => {
    const found = findEntry('team', path);
    return found && `${found.heading}: ${found.entry.label}`;
  };
  expect(label('/users')).toBe('Configuration: Users');
  expect(label('/users/edit/7')).toBe('Configuration: Users');
  expect(label('/add-user')).toBe('Configuration: Users');
  expect(label('/profile')).toBe('Configuration: My Profile');
  expect(label('/purchase')).toBe('Configuration: My Profile');
  expect(label('/button_data/5')).toBe('Notification Records: Lone Worker Emergency');
  expect(label('/form_settings/2')).toBe('Customization: Request Safety Consultation');
  expect(findEntry('admin', '/safetyContacts')?.entry.label).toBe('Safety Contacts');
  expect(findEntry('admin', '/subscriber/form_data/7/1/3')?.entry.label).toBe('Subscribers');
  expect(label('/users-of-others')).toBeNull();
  expect(label('/reset')).toBeNull();
});

test('every entry of the menu has a screen', () => {
  const used = new Set<string | undefined>(SCREENS.map(({ entry }) => entry));
  const missing = Object.keys(MENU_ENTRIES).filter((entry) => !used.has(entry));
  expect(missing.map((entry) => `${entry} of menu-entries.ts has no screen in screens.ts (SCREENS)`)).toEqual(
    [],
  );
});
