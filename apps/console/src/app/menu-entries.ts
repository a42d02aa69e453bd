import {
  IconAddressBook,
  IconAdjustments,
  IconAlertTriangle,
  IconBuilding,
  IconChartBar,
  IconHeadset,
  IconHelpCircle,
  IconHistory,
  IconLayoutDashboard,
  IconLogout,
  IconMailCheck,
  IconMessageReport,
  IconPackage,
  IconReceipt,
  IconShieldCheck,
  IconUrgent,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { BUTTON_IDS, FORM_IDS } from '@callpoint/contract/catalogue';
import { shellTexts } from '../texts/shell.ts';

export type MenuIcon = typeof IconUsers;

/** The label and the icon of each entry of the side menu that a screen can have. */
export const MENU_ENTRIES = {
  dashboard: { label: shellTexts.dashboard, icon: IconLayoutDashboard },
  users: { label: shellTexts.users, icon: IconUsers },
  profile: { label: shellTexts.profile, icon: IconUserCircle },
  subscribers: { label: shellTexts.subscribers, icon: IconBuilding },
  contacts: { label: shellTexts.contacts, icon: IconAddressBook },
  plans: { label: shellTexts.plans, icon: IconReceipt },
  configuration: { label: shellTexts.configuration, icon: IconAdjustments },
  overview: { label: shellTexts.overview, icon: IconChartBar },
  audit: { label: shellTexts.audit, icon: IconHistory },
  deliveries: { label: shellTexts.deliveries, icon: IconMailCheck },
  account: { label: shellTexts.account, icon: IconUserCircle },
  logout: { label: shellTexts.logout, icon: IconLogout },
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
