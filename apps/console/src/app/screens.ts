import type { ConsoleRole } from '@callpoint/contract/permissions';
import type { ComponentType } from 'react';
import type { MENU_ENTRIES } from '../texts/menu-entries.ts';

/** `anyone`: signed in or not. `signedIn`: each role. */
export type Audience = ConsoleRole | 'signedOut' | 'anyone' | 'signedIn';

/** An entry of the side menu. `buttons` and `forms` are one entry for each item of the catalog. */
export type EntryId = keyof typeof MENU_ENTRIES | 'buttons' | 'forms';

/** A section of the side menu; `main` and `end` have no heading. */
export type MenuSectionId =
  | 'configuration'
  | 'customization'
  | 'safetyPerson'
  | 'records'
  | 'main'
  | 'monitoring'
  | 'end';

export interface Screen {
  /** The address for each audience that may see it, a pattern of `matchPath`. */
  at: Partial<Record<Audience, string>>;
  /** A literal import of the module that exports the screen as `Component`: build tools read the path. */
  load: () => Promise<{ Component: ComponentType }>;
  /** Its entry in the side menu and the search, and the sections that show it; each role's menu has its own sections. */
  entry?: EntryId;
  section?: MenuSectionId | readonly MenuSectionId[];
  /** The entry of another screen that it belongs to. */
  under?: EntryId;
  /** The role that starts here. */
  home?: ConsoleRole;
  /** A stricter limit on what it loads (scripts/budget/budgets.ts). */
  budget?: 'login' | 'register' | 'contact' | 'records' | 'dashboard' | 'settings' | 'overview';
}

/** The sections of each menu from top to bottom. */
export const MENU_SECTIONS: Readonly<Record<ConsoleRole, readonly MenuSectionId[]>> = {
  team: ['configuration', 'customization', 'safetyPerson', 'records', 'end'],
  admin: ['main', 'monitoring', 'end'],
};

const DECLARED = [
  {
    at: { signedOut: 'login' },
    load: () => import('../features/sessions/login-page.tsx'),
    budget: 'login',
  },
  {
    at: { signedOut: 'register' },
    load: () => import('../features/sessions/register-page.tsx'),
    budget: 'register',
  },
  { at: { signedOut: 'forgot' }, load: () => import('../features/sessions/forgot-page.tsx') },

  // Where emailed links lead.
  { at: { anyone: 'reset' }, load: () => import('../features/sessions/reset-page.tsx') },
  { at: { anyone: 'confirm' }, load: () => import('../features/sessions/confirm-email-page.tsx') },
  { at: { anyone: 'unlock' }, load: () => import('../features/sessions/unlock-page.tsx') },

  // Signed in or not.
  { at: { anyone: 'terms' }, load: () => import('../features/support/terms-page.tsx') },
  { at: { anyone: 'privacy' }, load: () => import('../features/support/privacy-page.tsx') },
  {
    at: { anyone: 'contact' },
    load: () => import('../features/support/contact-page.tsx'),
    budget: 'contact',
  },

  // A subscriber's configuration.
  {
    at: { team: 'app_main_page' },
    load: () => import('./pages/main-page.tsx'),
    entry: 'dashboard',
    section: 'configuration',
    home: 'team',
    budget: 'dashboard',
  },
  {
    at: { team: 'users' },
    load: () => import('../features/app-users/users-page.tsx'),
    entry: 'users',
    section: 'configuration',
  },
  {
    at: { team: 'add-user' },
    load: () => import('../features/app-users/add-user-page.tsx'),
    under: 'users',
  },
  {
    at: { team: 'import-users' },
    load: () => import('../features/app-users/import/import-page.tsx'),
    under: 'users',
  },
  {
    at: { team: 'users/edit/:userId' },
    load: () => import('../features/app-users/edit-user-page.tsx'),
    under: 'users',
  },
  {
    at: { team: 'my-profile' },
    load: () => import('./pages/my-profile-page.tsx'),
    entry: 'profile',
    section: 'configuration',
  },
  {
    at: { team: 'profile' },
    load: () => import('./pages/my-profile-page.tsx'),
    under: 'profile',
  },
  {
    at: { team: 'purchase' },
    load: () => import('../features/subscriptions/purchase/purchase-page.tsx'),
    under: 'profile',
  },
  {
    at: { team: 'payment-card' },
    load: () => import('../features/subscriptions/card/payment-card-page.tsx'),
    under: 'profile',
  },
  {
    at: { team: 'button_press_settings/:formId' },
    load: () => import('./pages/button-settings-page.tsx'),
    entry: 'buttons',
    section: 'customization',
    budget: 'settings',
  },
  {
    at: { team: 'form_settings/:formId' },
    load: () => import('./pages/form-settings-page.tsx'),
    entry: 'forms',
    section: 'customization',
  },
  {
    at: { team: 'safety-contacts' },
    load: () => import('../features/safety-contacts/contacts-page.tsx'),
    entry: 'contacts',
    section: 'safetyPerson',
  },

  // Subscribers, and the platform's configuration.
  {
    at: { admin: 'subscribers' },
    load: () => import('../features/subscribers/subscribers-page.tsx'),
    entry: 'subscribers',
    section: 'main',
    home: 'admin',
  },
  {
    at: { admin: 'new-subscriber' },
    load: () => import('../features/subscribers/new-subscriber-page.tsx'),
    under: 'subscribers',
  },
  {
    at: { admin: 'subscriber/profile/:teamId' },
    load: () => import('./pages/subscriber-profile-page.tsx'),
    under: 'subscribers',
  },
  {
    at: { admin: 'subscriber/users/:teamId' },
    load: () => import('../features/app-users/team-users-page.tsx'),
    under: 'subscribers',
  },
  {
    at: { admin: 'subscriber/data/:teamId' },
    load: () => import('../features/submissions/lists/items-page.tsx'),
    under: 'subscribers',
  },
  {
    at: { admin: 'configuration' },
    load: () => import('../features/configuration/configuration-page.tsx'),
    entry: 'configuration',
    section: 'main',
  },
  {
    // Paths match in any case: this is safetyContacts too.
    at: { admin: '/SafetyContacts' },
    load: () => import('../features/safety-contacts/platform-contacts-page.tsx'),
    entry: 'contacts',
    section: 'main',
  },

  // Records and messages.
  {
    at: { team: 'records', admin: 'records' },
    load: () => import('../features/submissions/lists/records-page.tsx'),
    entry: 'records',
    section: ['records', 'main'],
  },
  {
    at: { team: 'incidents', admin: 'incidents' },
    load: () => import('../features/incidents/list/incidents-page.tsx'),
    entry: 'incidents',
    section: ['records', 'main'],
  },
  {
    at: { team: 'incidents/:incidentId', admin: 'incidents/:incidentId' },
    load: () => import('../features/incidents/page/incident-page.tsx'),
    under: 'incidents',
  },
  {
    at: { team: 'response-times', admin: 'response-times/:teamId' },
    load: () => import('../features/incidents/metrics/metrics-page.tsx'),
    under: 'incidents',
  },
  {
    at: { team: 'board', admin: 'board' },
    load: () => import('./pages/board-page.tsx'),
    under: 'incidents',
  },
  {
    at: { team: 'button_data/:btnId', admin: 'subscriber/button_data/:teamId/:btnId' },
    load: () => import('../features/submissions/lists/button-data-page.tsx'),
    entry: 'buttons',
    section: 'records',
    under: 'subscribers',
    budget: 'records',
  },
  {
    at: { team: 'form_data/:formId', admin: 'subscriber/form_data/:teamId/:formId' },
    load: () => import('../features/submissions/lists/form-data-page.tsx'),
    entry: 'forms',
    section: 'records',
    under: 'subscribers',
  },
  {
    at: {
      team: 'button_data/:btnId/:recordId',
      admin: 'subscriber/button_data/:teamId/:btnId/:recordId',
    },
    load: () => import('./records/button-record-page.tsx'),
    under: 'subscribers',
  },
  {
    at: { team: 'form_data/:formId/:recordId', admin: 'subscriber/form_data/:teamId/:formId/:recordId' },
    load: () => import('./records/form-record-page.tsx'),
    under: 'subscribers',
  },
  {
    // Where the links of messages lead.
    at: { team: 'r/:recordKey', admin: 'r/:recordKey' },
    load: () => import('../features/submissions/record/record-link-page.tsx'),
    under: 'subscribers',
  },
  {
    at: { team: 'deliveries', admin: 'deliveries' },
    load: () => import('../features/deliveries/deliveries-page.tsx'),
    entry: 'deliveries',
    section: ['records', 'main'],
  },
  {
    at: { team: 'deliveries/:deliveryId', admin: 'deliveries/:deliveryId' },
    load: () => import('../features/deliveries/delivery-page.tsx'),
    under: 'deliveries',
  },

  {
    at: { team: 'recently-deleted', admin: 'recently-deleted' },
    load: () => import('../features/deleted/deleted-page.tsx'),
    entry: 'deleted',
    section: ['records', 'monitoring'],
  },

  // Plans, monitoring, and the own account.
  {
    at: { admin: 'plans' },
    load: () => import('../features/plans/plans-page.tsx'),
    entry: 'plans',
    section: 'main',
  },
  {
    at: { admin: 'new-plan' },
    load: () => import('../features/plans/new-plan-page.tsx'),
    under: 'plans',
  },
  {
    at: { admin: 'plan/edit/:planId' },
    load: () => import('../features/plans/edit-plan-page.tsx'),
    under: 'plans',
  },
  {
    at: { admin: 'overview' },
    load: () => import('../features/overview/overview-page.tsx'),
    entry: 'overview',
    section: 'monitoring',
    budget: 'overview',
  },
  {
    at: { admin: 'audit' },
    load: () => import('../features/audit/audit-page.tsx'),
    entry: 'audit',
    section: 'monitoring',
  },
  {
    at: { admin: 'account' },
    load: () => import('../features/account/account-page.tsx'),
    entry: 'account',
    section: 'end',
  },
  {
    at: { signedIn: 'logout' },
    load: () => import('../features/sessions/logout-page.tsx'),
    entry: 'logout',
    section: 'end',
  },
] as const satisfies readonly Screen[];

/**
 * Every screen of the console, in the order of the menus. The router, the menus, the search, the types of links, the
 * preloads and the size budget read this list; a screen that is not in it cannot be reached. Build tools run this file:
 * it must not import anything but types.
 */
export const SCREENS: readonly Screen[] = DECLARED;

declare module '../links/page-path.ts' {
  interface Declared {
    screens: typeof DECLARED;
  }
}
