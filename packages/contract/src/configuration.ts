import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_TIME, EXAMPLE_LATER_TIME, UPDATED_AT_NOTE } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { CHANNEL, CHANNELS, consultancyChannel, type ChannelConfigKey } from './channels/channels.ts';
import { updatedResponse } from './errors.ts';
import {
  callBody,
  createIdSchema,
  isEmailAddress,
  optionalText,
  createQueryIdSchema,
  expectedUpdatedAt,
  querySearch,
} from './fields.ts';
import { DEFAULT_GRACE_DAYS, LONGEST_GRACE_DAYS } from './overdue-days.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import { formatDailyLimits, parseDailyLimits } from './sending-allowances.ts';
import { settingValue, settingSentence } from './setting-values.ts';
import { isPhoneNumber, MAX_RECIPIENTS, splitList } from './split-list.ts';
import { TEXTS } from './texts.ts';

/** Values of the entire platform. */

const PLATFORM_KEYS = [
  'payment_secret_key',
  'payment_publishable_key',
  'payment_grace_days',
  'contact_person',
  'support_emails',
  'terms_text',
  'privacy_text',
  'emergency_number',
] as const;
/** Texts of several lines. */
export const LONG_CONFIG_KEYS: readonly string[] = ['terms_text', 'privacy_text'] satisfies ConfigKey[];
export type ConfigKey = ChannelConfigKey | (typeof PLATFORM_KEYS)[number];

export const CONFIG_KEYS = [
  ...new Set([
    ...CHANNELS.map((channel) => CHANNEL[channel].consultancyKey),
    ...PLATFORM_KEYS,
    ...CHANNELS.map((channel) => CHANNEL[channel].dailyLimit.key),
  ]),
] as readonly ConfigKey[];

/** The keys whose values are stored encrypted. */
export const SECRET_CONFIG_KEYS: readonly string[] = ['payment_secret_key'] satisfies ConfigKey[];

/** Secret keys: lists, the history and the audit have only the last four characters of their values. */
export const MASKED_CONFIG_KEYS: readonly string[] = [
  'payment_secret_key',
  'payment_publishable_key',
] satisfies ConfigKey[];

/** The number of the emergency services where nothing else is configured. */
export const DEFAULT_EMERGENCY_NUMBER = '911';
const EMERGENCY_NUMBER = /^\d{2,8}$/;

/** The days of a saved value; an empty or invalid one means the default. */
export function parseGraceDays(value: string): number {
  return isGraceDays(value) ? Number(value) : DEFAULT_GRACE_DAYS;
}

function isGraceDays(value: string): boolean {
  return /^\d{1,2}$/.test(value) && Number(value) <= LONGEST_GRACE_DAYS;
}

/** The value of a key on a new system. */
export function defaultConfigValue(key: string): string {
  if (key === 'contact_person') return '[]';
  if (key === 'emergency_number') return DEFAULT_EMERGENCY_NUMBER;
  if (key === 'payment_grace_days') return String(DEFAULT_GRACE_DAYS);
  const limit = CHANNELS.map((channel) => CHANNEL[channel].dailyLimit).find((one) => one.key === key);
  return limit ? formatDailyLimits(limit.defaults) : '';
}

/** Masks a secret: dots and its last four characters; '' for ''. */
export function maskedSecret(value: string): string {
  return value === '' ? '' : `••••${value.slice(-4)}`;
}

export const configList = {
  sort: ['id', 'config_key'],
  defaultOrder: 'asc',
  filters: {
    id: createQueryIdSchema('Only the configuration value with this id.'),
    config_key: optionalText(100).describe('Only the configuration value with this key.'),
    search: querySearch('Only values with this text in the key or the value; not in a secret.'),
  },
  filterIns: {},
} as const satisfies ListSpec;
const configQuery = listQuery(configList);

export const config = z.object({
  id: z.number().int(),
  config_key: z.string(),
  config_value: z.string(),
  updated_at: z.string(),
});
export type Config = z.infer<typeof config>;
const configResponse = listResponse(config);

const updateConfigBody = callBody({
  id: createIdSchema('the configuration value'),
  updated_at: expectedUpdatedAt,
  data: z.strictObject({
    config_value: z
      .string()
      .max(20_000)
      .describe(
        'Depends on the key. Recipients: email addresses, or phone numbers in any common format, separated by commas; each is stored once, and numbers with + and the country code. Payment keys: a key of the payment provider. contact_person: a JSON list of { name, phone, email }, as text. daily_email_limit and daily_sms_limit: messages a day to external recipients by plan, like free: 200, paid: 2000, upgraded: 2000; empty for the defaults. support_emails: who gets messages of the contact form. terms_text and privacy_text: the texts that are published; empty for the default. emergency_number: what phones dial for the emergency services, 2 to 8 digits; empty for 911. payment_grace_days: how many days after a payment is due nothing changes, 0 to 90; empty for 14. For other keys, an empty value turns the feature off.',
      ),
  }),
});

/** The prefixes of the payment provider's keys. */
export const KEY_PREFIXES: Readonly<Partial<Record<ConfigKey, readonly string[]>>> = {
  payment_secret_key: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
  payment_publishable_key: ['pk_live_', 'pk_test_'],
};

/** The problems of a value for `key`, separately for each part of a list. An empty value is valid: it turns the feature off. */
export function configProblems(key: ConfigKey, value: string): string[] {
  if (key === 'payment_secret_key' || key === 'payment_publishable_key')
    return keyProblems(value, KEY_PREFIXES[key] ?? []);
  if (key === 'support_emails') return listProblems(value, isEmailAddress, 'is not an email address');
  if (key === 'terms_text' || key === 'privacy_text')
    return (optionalText(20_000).safeParse(value).error?.issues ?? []).map(({ message }) =>
      settingSentence(message),
    );
  if (key === 'emergency_number') {
    const isValid = value === '' || EMERGENCY_NUMBER.test(value);
    return isValid ? [] : ['The number must be 2 to 8 digits, like 911 or 112.'];
  }
  if (key === 'payment_grace_days') {
    const isValid = value === '' || isGraceDays(value);
    return isValid ? [] : [`The number of days must be a whole number from 0 to ${LONGEST_GRACE_DAYS}.`];
  }
  if (key !== 'contact_person') return channelProblems(key, value);
  return (settingValue({ type: 'contacts' }).safeParse(value).error?.issues ?? []).map(({ message }) =>
    settingSentence(message),
  );
}

/** A channel's list of the consultancy's recipients, or its limits by plan. */
function channelProblems(key: ChannelConfigKey, value: string): string[] {
  const listed = consultancyChannel(key);
  if (listed === null) return limitProblems(value);
  return CHANNEL[listed].addressKind === 'email'
    ? listProblems(value, isEmailAddress, 'is not an email address')
    : listProblems(value, isPhoneNumber, 'is not a phone number of 7 to 15 digits');
}

function listProblems(value: string, valid: (part: string) => boolean, wrong: string): string[] {
  const parts = splitList(value);
  return [
    ...(/[\r\n]/.test(value) ? ['The value must be one line.'] : []),
    ...(parts.length > MAX_RECIPIENTS ? [`There can be at most ${MAX_RECIPIENTS}.`] : []),
    ...parts
      .slice(0, MAX_RECIPIENTS)
      .filter((part) => !valid(part))
      .map((part) => `“${part}” ${wrong}.`),
  ];
}

/** An empty value means the defaults. */
function limitProblems(value: string): string[] {
  if (value.trim() === '') return [];
  const parsed = parseDailyLimits(value);
  return 'problems' in parsed ? parsed.problems : [];
}

function keyProblems(value: string, prefixes: readonly string[]): string[] {
  const isKey = prefixes.some(
    (prefix) => value.startsWith(prefix) && /^\w{8,200}$/.test(value.slice(prefix.length)),
  );
  if (value === '' || isKey) return [];
  const [live, test] = prefixes;
  return [
    `This is not a key of the payment provider. A key starts with ${live} or ${test}, followed by letters and digits.`,
  ];
}

export const configurationCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listConfiguration',
    method: 'GET',
    path: '/listPaged/config',
    bases: CONSOLE_BASES,
    permission: 'config.list',
    query: configQuery,
    response: configResponse,
    subject: 'config',
    summary: 'The platform’s values; of a secret, only the last four characters',
    example: {
      query: { page: '1', per_page: '100' },
      response: {
        ok: true,
        items: [
          {
            id: 1,
            config_key: 'user_submission_emails',
            config_value: 'help@example.com',
            updated_at: EXAMPLE_TIME,
          },
          {
            id: 3,
            config_key: 'payment_secret_key',
            config_value: '••••4711',
            updated_at: EXAMPLE_TIME,
          },
        ],
        pagination: { page: 1, pageSize: 100, pageCount: 1 },
      },
    },
  }),
  update: defineCall({
    name: 'updateConfiguration',
    method: 'POST',
    path: '/update/config',
    bases: CONSOLE_BASES,
    permission: 'config.update',
    body: updateConfigBody,
    response: updatedResponse,
    subject: 'config',
    summary: 'Change one of the platform’s values',
    description: UPDATED_AT_NOTE,
    example: {
      body: { id: 1, data: { config_value: 'help@example.com, desk@example.com' } },
      response: { ok: true, msg: TEXTS.updated, data: { updated_at: EXAMPLE_LATER_TIME } },
    },
  }),
}));
