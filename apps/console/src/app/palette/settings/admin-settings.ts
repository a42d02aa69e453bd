import { fieldId } from '../../../form/use-form.ts';
import { accountTexts } from '../../../texts/account.ts';
import { configurationTexts } from '../../../texts/configuration.ts';
import { MENU_ENTRIES } from '../../../texts/menu-entries.ts';
import { passwordTexts } from '../../../texts/password.ts';
import { DEVICE_SETTINGS } from './device-settings.ts';
import type { SettingEntry } from './setting-entry.ts';
import { createSettingSearch } from './setting-search.ts';

const { configuration, account } = MENU_ENTRIES;

/** Every setting of an administrator: the values of the platform, the own account, and this browser. */
export const SETTING_ENTRIES: readonly SettingEntry[] = [
  ...Object.entries(configurationTexts.labels).map(([key, label]) =>
    configEntry(key, label, { to: '/configuration', field: key }),
  ),
  configEntry('contact_person', configurationTexts.contacts, { to: '/SafetyContacts', field: null }),
  ...accountEntries(),
  ...DEVICE_SETTINGS,
];

export const settingSearch = createSettingSearch(SETTING_ENTRIES);

function configEntry(key: string, label: string, opens: SettingEntry['opens']): SettingEntry {
  // People who know the key find its row, too.
  const also = [key.replaceAll('_', ' ')];
  return { key, label, where: [configuration.label], also, icon: configuration.icon, opens };
}

function accountEntries(): SettingEntry[] {
  const fields = {
    first_name: accountTexts.firstName,
    last_name: accountTexts.lastName,
    email: accountTexts.email,
    password: passwordTexts.change,
  };
  return Object.entries(fields).map(([name, label]) => ({
    key: `account ${name}`,
    label,
    where: [account.label],
    also: [accountTexts.details],
    icon: account.icon,
    opens: { to: '/account', field: fieldId(name) },
  }));
}
