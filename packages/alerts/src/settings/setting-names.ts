import {
  BUTTON_IDS,
  BUTTON_LABELS,
  DASHBOARD_SLOTS,
  FORM_IDS,
  itemLabel,
  type Item,
} from '@callpoint/contract/catalog';
import type { RecipientRole } from '@callpoint/contract/channels/channel';
import { CHANNEL, CHANNELS } from '@callpoint/contract/channels/channels';
import type { ConfigKey } from '@callpoint/contract/configuration';
import { escalationKey, VOICE_RULES } from '@callpoint/contract/escalation-terms';
import {
  CONTACT_PERSON,
  HOME_PAGE_TOP_TEXT,
  notificationKey,
  iconColorKey,
  modeKey,
  type NotificationField,
} from '@callpoint/contract/setting-keys';
import { capitalize } from '../escalation/policy-words.ts';
import { listRoutes, screenField, type Route } from '../plan/routes.ts';

/**
 * The names of settings and configuration values in the audit: the console shows them, and the search finds them. A test
 * of the console compares them with the labels of the screens.
 */

const RECIPIENTS: Readonly<Record<RecipientRole, string>> = {
  team: 'the safety team',
  user: 'the user',
  consultancy: 'the safety consultancy',
};

const ITEMS: readonly Item[] = [
  ...BUTTON_IDS.map((id) => ({ kind: 'button', id }) as const),
  ...FORM_IDS.map((id) => ({ kind: 'form', id }) as const),
];

export const SETTING_NAMES: ReadonlyMap<string, string> = new Map([
  [CONTACT_PERSON, 'Safety Contacts For App Users'],
  [HOME_PAGE_TOP_TEXT, 'Main screen top text'],
  [VOICE_RULES, 'Quiet hours and agreements for voice calls'],
  ...BUTTON_IDS.map((id): [string, string] => [escalationKey(id), `${BUTTON_LABELS[id]}: Escalation steps`]),
  ...DASHBOARD_SLOTS.flatMap(({ slot, label }): [string, string][] => [
    [modeKey(slot), `${label}: mode`],
    [iconColorKey(slot), `${label}: icon color`],
  ]),
  ...ITEMS.flatMap(itemNames),
]);

export const CONFIG_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    CHANNELS.map((channel) => {
      const { dailyLimit, nouns } = CHANNEL[channel];
      return [dailyLimit.key, `${capitalize(nouns.many)} a day to external recipients`];
    }),
  ),
  ...({
    daily_voice_limit: 'Voice calls a day to external recipients',
    user_submission_emails: 'Email addresses of the safety consultancy',
    user_submission_phones: 'Phone numbers of the safety consultancy',
    support_emails: 'Email addresses for the contact form',
    contact_person: 'Safety contacts',
    terms_text: 'Terms and conditions',
    privacy_text: 'Privacy notice',
    payment_secret_key: 'Secret key of the payment provider',
    payment_publishable_key: 'Publishable key of the payment provider',
    payment_grace_days: 'Grace period for an overdue payment, in days',
    emergency_number: 'Emergency number',
  } satisfies Partial<Record<ConfigKey, string>>),
};

function itemNames(item: Item): [string, string][] {
  const screen: [NotificationField, string] = [screenField(item), 'Message on the user’s screen'];
  return [screen, ...listRoutes(item).flatMap(routeNames)].map(([field, label]) => [
    notificationKey(field, item),
    `${itemLabel(item)}: ${label}`,
  ]);
}

function routeNames({
  channel,
  role,
  list,
  switchedBy,
  subject,
  text,
}: Route): [NotificationField, string][] {
  const { label, nouns } = CHANNEL[channel];
  const recipient = RECIPIENTS[role];
  const fields: [NotificationField | null, string][] = [
    [list, `Safety team members who get the ${nouns.inSentence}`],
    [switchedBy, `Notify ${recipient} by ${nouns.inSentence}`],
    [subject, `Subject for ${recipient}`],
    [text, `${label} to ${recipient}`],
  ];
  return fields.filter((entry): entry is [NotificationField, string] => entry[0] !== null);
}
