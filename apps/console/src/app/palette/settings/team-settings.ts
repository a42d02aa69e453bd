import { BUTTON_IDS, EMERGENCY_BUTTON_ID, FORM_IDS, itemLabel, type Item } from '@callpoint/contract/catalog';
import { CHANNEL, CHANNELS, isRouted } from '@callpoint/contract/channels/channels';
import { channelGroups, screenGroups } from '../../../features/settings/cards/channel-groups.ts';
import { dashboardGroups, type FieldGroup } from '../../../features/settings/fields/field-specs.ts';
import { escalationGroups } from '../../../features/settings/escalation/escalation-groups.ts';
import { fieldId } from '../../../form/use-form.ts';
import type { PagePath } from '../../../links/page-path.ts';
import { channelSettingsTexts } from '../../../texts/channel-settings.ts';
import { BUTTON_ICONS, FORM_ICONS, MENU_ENTRIES, type MenuIcon } from '../../../texts/menu-entries.ts';
import { passwordTexts } from '../../../texts/password.ts';
import { recipientTexts } from '../../../texts/recipients.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { DEVICE_SETTINGS } from './device-settings.ts';
import type { SettingEntry } from './setting-entry.ts';
import { createSettingSearch } from './setting-search.ts';

interface Section {
  page: { to: PagePath; label: string; icon: MenuIcon };
  /** Omitted for a page without sections. */
  section?: string;
  also: readonly string[];
}

const { dashboard, profile } = MENU_ENTRIES;

/** Every setting of a subscriber: of its buttons and forms, the app's main screen, its account, and this browser. */
export const SETTING_ENTRIES: readonly SettingEntry[] = [
  ...groupEntries(dashboardGroups(), {
    page: { to: '/app_main_page', ...dashboard },
    also: [settingsTexts.dashboardCard],
  }),
  ...BUTTON_IDS.flatMap((id) => itemEntries({ kind: 'button', id })),
  ...FORM_IDS.flatMap((id) => itemEntries({ kind: 'form', id })),
  ...accountEntries(),
  ...DEVICE_SETTINGS,
];

export const settingSearch = createSettingSearch(SETTING_ENTRIES);

function itemEntries(item: Item): SettingEntry[] {
  const page =
    item.kind === 'button'
      ? { to: `/button_press_settings/${item.id}` as const, icon: BUTTON_ICONS[item.id] }
      : { to: `/form_settings/${item.id}` as const, icon: FORM_ICONS[item.id] };
  const place = { page: { ...page, label: itemLabel(item) } };
  return [
    ...groupEntries(screenGroups(item), {
      ...place,
      section: recipientTexts.onScreen,
      also: [channelSettingsTexts.screenCard],
    }),
    ...CHANNELS.filter(isRouted)
      .filter((channel) => CHANNEL[channel].items.includes(item.kind))
      .flatMap((channel) =>
        groupEntries(channelGroups(channel, item), {
          ...place,
          section: CHANNEL[channel].label,
          also: [channelSettingsTexts.channels[channel].card],
        }),
      ),
    ...(item.kind === 'button'
      ? groupEntries(escalationGroups(item.id).slice(0, item.id === EMERGENCY_BUTTON_ID ? 2 : 1), {
          ...place,
          section: settingsTexts.escalation.card,
          also: [],
        })
      : []),
  ];
}

function groupEntries(groups: readonly FieldGroup[], { page, section, also }: Section): SettingEntry[] {
  return groups.flatMap(({ heading, fields }) =>
    fields.map(({ key, fullLabel }) => ({
      key,
      label: fullLabel,
      where: [page.label, section].filter((text) => text !== undefined),
      also: [...also, heading].filter((text) => text !== null),
      icon: page.icon,
      opens: { to: page.to, field: key },
    })),
  );
}

function accountEntries(): SettingEntry[] {
  const fields = {
    account_name: subscriptionTexts.accountName,
    first_name: subscriptionTexts.firstName,
    last_name: subscriptionTexts.lastName,
    phone: subscriptionTexts.phone,
    time_zone: subscriptionTexts.timeZone,
    password: passwordTexts.change,
  };
  return Object.entries(fields).map(([name, label]) => ({
    key: `account ${name}`,
    label,
    where: [profile.label],
    also: [subscriptionTexts.account],
    icon: profile.icon,
    opens: { to: '/my-profile', field: fieldId(name) },
  }));
}
