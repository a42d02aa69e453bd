import {
  IconAddressBook,
  IconAdjustments,
  IconAlertTriangle,
  IconAmbulance,
  IconBuilding,
  IconChartBar,
  IconHeadset,
  IconHelpCircle,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLogout,
  IconMailCheck,
  IconMessageReport,
  IconPackage,
  IconReceipt,
  IconShieldCheck,
  IconTrash,
  IconUrgent,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { BUTTON_IDS, FORM_IDS } from '@callpoint/contract/catalog';
import { inLanguage } from './language.ts';

export type MenuIcon = typeof IconUsers;

const labels = inLanguage({
  en: {
    dashboard: 'Dashboard Settings',
    users: 'Users',
    profile: 'My Profile',
    subscribers: 'Subscribers',
    contacts: 'Safety Contacts',
    plans: 'Plan Types',
    configuration: 'Configuration',
    overview: 'Overview',
    audit: 'Audit',
    records: 'All records',
    incidents: 'Incidents',
    deliveries: 'Deliveries',
    deleted: 'Recently deleted',
    account: 'My account',
    logout: 'Logout',
  },
});

/** The label and the icon of each entry of the side menu that a screen can have. */
export const MENU_ENTRIES = {
  dashboard: { label: labels.dashboard, icon: IconLayoutDashboard },
  users: { label: labels.users, icon: IconUsers },
  profile: { label: labels.profile, icon: IconUserCircle },
  subscribers: { label: labels.subscribers, icon: IconBuilding },
  contacts: { label: labels.contacts, icon: IconAddressBook },
  plans: { label: labels.plans, icon: IconReceipt },
  configuration: { label: labels.configuration, icon: IconAdjustments },
  overview: { label: labels.overview, icon: IconChartBar },
  audit: { label: labels.audit, icon: IconHistory },
  records: { label: labels.records, icon: IconInbox },
  incidents: { label: labels.incidents, icon: IconAmbulance },
  deliveries: { label: labels.deliveries, icon: IconMailCheck },
  deleted: { label: labels.deleted, icon: IconTrash },
  account: { label: labels.account, icon: IconUserCircle },
  logout: { label: labels.logout, icon: IconLogout },
} as const satisfies Record<string, { label: string; icon: MenuIcon }>;

/** The icons of the buttons, which are one entry each. */
export const BUTTON_ICONS: Readonly<Record<(typeof BUTTON_IDS)[number], MenuIcon>> = {
  1: IconShieldCheck,
  2: IconAlertTriangle,
  4: IconMessageReport,
  5: IconUrgent,
};

/** The icons of the forms, which are one entry each. */
export const FORM_ICONS: Readonly<Record<(typeof FORM_IDS)[number], MenuIcon>> = {
  1: IconHelpCircle,
  2: IconHeadset,
  3: IconPackage,
};
