import { BUTTON_IDS, BUTTON_LABELS, FORM_IDS, FORM_LABELS } from '@callpoint/contract/catalogue';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { shellTexts } from '../texts/shell.ts';

export type MenuEntry = {
  label: string;
  to: string;
  icon: MenuIcon;
  /** Pages that belong to this entry without lying under its address. */
  alsoAt?: readonly string[];
};
export type MenuSection = { heading: string | null; entries: readonly MenuEntry[] };

export type MenuIcon =
  | 'dashboard'
  | 'users'
  | 'profile'
  | 'subscribers'
  | 'contacts'
  | 'plans'
  | 'configuration'
  | 'overview'
  | 'audit'
  | 'deliveries'
  | 'account'
  | 'logout'
  | `button-${(typeof BUTTON_IDS)[number]}`
  | `form-${(typeof FORM_IDS)[number]}`;

function itemEntries(buttonPath: string, formPath: string): MenuEntry[] {
  return [
    ...BUTTON_IDS.map((id): MenuEntry => {
      return { label: BUTTON_LABELS[id], to: `/${buttonPath}/${id}`, icon: `button-${id}` };
    }),
    ...FORM_IDS.map((id): MenuEntry => {
      return { label: FORM_LABELS[id], to: `/${formPath}/${id}`, icon: `form-${id}` };
    }),
  ];
}

const deliveries: MenuEntry = { label: shellTexts.deliveries, to: '/deliveries', icon: 'deliveries' };

const logout: MenuEntry = { label: shellTexts.logout, to: '/logout', icon: 'logout' };

/** The side menu of each role. Add an entry when its page exists. */
export const MENUS: Readonly<Record<ConsoleRole, readonly MenuSection[]>> = {
  team: [
    {
      heading: shellTexts.configuration,
      entries: [
        { label: shellTexts.dashboard, to: '/app_main_page', icon: 'dashboard' },
        { label: shellTexts.users, to: '/users', icon: 'users', alsoAt: ['/add-user'] },
        {
          label: shellTexts.profile,
          to: '/my-profile',
          icon: 'profile',
          alsoAt: ['/profile', '/purchase'],
        },
      ],
    },
    { heading: shellTexts.customization, entries: itemEntries('button_press_settings', 'form_settings') },
    {
      heading: shellTexts.safetyPerson,
      entries: [{ label: shellTexts.contacts, to: '/safety-contacts', icon: 'contacts' }],
    },
    {
      heading: shellTexts.records,
      entries: [...itemEntries('button_data', 'form_data'), deliveries],
    },
    { heading: null, entries: [logout] },
  ],
  admin: [
    {
      heading: null,
      entries: [
        {
          label: shellTexts.subscribers,
          to: '/subscribers',
          icon: 'subscribers',
          alsoAt: ['/subscriber', '/new-subscriber'],
        },
        { label: shellTexts.configuration, to: '/configuration', icon: 'configuration' },
        { label: shellTexts.contacts, to: '/SafetyContacts', icon: 'contacts', alsoAt: ['/safetyContacts'] },
        deliveries,
        { label: shellTexts.plans, to: '/plans', icon: 'plans', alsoAt: ['/new-plan', '/plan'] },
      ],
    },
    {
      heading: shellTexts.monitoring,
      entries: [
        { label: shellTexts.overview, to: '/overview', icon: 'overview' },
        { label: shellTexts.audit, to: '/audit', icon: 'audit' },
      ],
    },
    {
      heading: null,
      entries: [{ label: shellTexts.account, to: '/account', icon: 'account' }, logout],
    },
  ],
};

/** The entry that an address belongs to, with its section's heading. */
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

function isAtOrUnder(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}
