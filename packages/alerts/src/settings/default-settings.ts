import {
  BUTTON_IDS,
  DASHBOARD_SLOTS,
  FORM_IDS,
  type DashboardSlot,
  type Item,
} from '@callpoint/contract/catalog';
import { DEFAULT_VOICE_RULES, defaultPolicy } from '@callpoint/contract/escalation';
import { escalationKey, VOICE_RULES } from '@callpoint/contract/escalation-terms';
import {
  CONTACT_PERSON,
  HOME_PAGE_TOP_TEXT,
  notificationKey,
  iconColorKey,
  modeKey,
} from '@callpoint/contract/setting-keys';
import type { NotificationField } from '@callpoint/contract/setting-keys';
import type { Contact as SafetyContact } from '@callpoint/contract/setting-values';
import { CHANNEL } from '@callpoint/contract/channels/channels';
import { getAddress, addressRules, type PersonAddresses } from '../plan/addresses.ts';
import { defaultButtonTexts, defaultFormTexts, type ItemTexts } from './default-texts.ts';
import { listRoutes, screenField } from '../plan/routes.ts';

const TOP_TEXT =
  'In immediate danger, call 911 first. Then press a button: your safety team is notified immediately.';

/** The default colors of the slots that have one; each is readable on light and dark backgrounds (at least 3:1). */
const ICON_COLORS: Partial<Record<DashboardSlot, string>> = {
  3: '#2F7DD1',
  4: '#B7791F',
  5: '#FF544F',
  7: '#2F8F5B',
  8: '#8B5FD6',
};

const EMPTY_CONTACTS: readonly SafetyContact[] = [1, 2, 3].map(() => ({ name: '', phone: '', email: '' }));

/**
 * Every setting of a new subscriber, key to value: all buttons on, the safety team is the subscriber, the channels
 * decide who else gets messages. `email` and `phone` are the subscriber's own, already checked by the contract.
 */
export function defaultSettings(subscriber: PersonAddresses): Map<string, string> {
  const settings = new Map<string, string>([
    [HOME_PAGE_TOP_TEXT, TOP_TEXT],
    [CONTACT_PERSON, JSON.stringify(EMPTY_CONTACTS)],
    [VOICE_RULES, JSON.stringify(DEFAULT_VOICE_RULES)],
    ...BUTTON_IDS.map((id) => [escalationKey(id), JSON.stringify(defaultPolicy(id))] as const),
  ]);
  for (const { slot, hasIconColor } of DASHBOARD_SLOTS) {
    settings.set(modeKey(slot), 'yes');
    if (hasIconColor) settings.set(iconColorKey(slot), ICON_COLORS[slot] ?? '#FF544F');
  }
  const items: Item[] = [
    ...BUTTON_IDS.map((id) => ({ kind: 'button', id }) as const),
    ...FORM_IDS.map((id) => ({ kind: 'form', id }) as const),
  ];
  for (const item of items)
    for (const [key, value] of itemSettings(item, subscriber)) settings.set(key, value);
  return settings;
}

/** The values of all channels' fields: recipients, switches and texts. */
function channelSettings(
  item: Item,
  texts: ItemTexts,
  account: PersonAddresses,
): [NotificationField, string][] {
  return listRoutes(item).flatMap(({ channel, role, switchedBy, isOnByDefault, list, subject, text }) => {
    const { [role]: content } = texts[CHANNEL[channel].contentKind === 'mail' ? 'mail' : 'text'];
    const values: [NotificationField | null, string][] = [
      [switchedBy, isOnByDefault ? 'yes' : 'no'],
      [list, addressRules(channel).listed(getAddress(channel, account))],
      [subject, texts.mail[role].subject],
      [text, typeof content === 'string' ? content : content.message],
    ];
    return values.filter((entry): entry is [NotificationField, string] => entry[0] !== null);
  });
}

function itemSettings(item: Item, account: PersonAddresses): [string, string][] {
  const texts = item.kind === 'button' ? defaultButtonTexts(item.id) : defaultFormTexts(item.id);
  const fields: [NotificationField, string][] = [
    [screenField(item), texts.screen],
    ...channelSettings(item, texts, account),
  ];
  return fields.map(([field, value]) => [notificationKey(field, item), value]);
}
