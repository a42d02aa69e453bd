import {
  IconAddressBook,
  IconAdjustments,
  IconAlertTriangle,
  IconBuilding,
  IconHeadset,
  IconHelpCircle,
  IconLayoutDashboard,
  IconLogout,
  IconMessageReport,
  IconPackage,
  IconReceipt,
  IconShieldCheck,
  IconUrgent,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { MenuIcon } from '../menus.ts';

/** The drawing beside each menu entry's word. */
export const MENU_ICONS: Readonly<Record<MenuIcon, typeof IconUsers>> = {
  dashboard: IconLayoutDashboard,
  users: IconUsers,
  profile: IconUserCircle,
  subscribers: IconBuilding,
  contacts: IconAddressBook,
  plans: IconReceipt,
  configuration: IconAdjustments,
  logout: IconLogout,
  'button-1': IconShieldCheck,
  'button-2': IconAlertTriangle,
  'button-4': IconMessageReport,
  'button-5': IconUrgent,
  'form-1': IconHelpCircle,
  'form-3': IconPackage,
  'form-2': IconHeadset,
};
