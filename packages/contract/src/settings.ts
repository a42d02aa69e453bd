import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_TIME, EXAMPLE_LATER_TIME, PAUSED_NOTE, UPDATED_AT_NOTE } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { updatedResponse } from './errors.ts';
import {
  BUTTON_IDS,
  DASHBOARD_SLOTS,
  FORM_IDS,
  type ButtonId,
  type Item,
  type SubmissionKind,
  type TextTarget,
} from './catalogue.ts';
import { BODY_TARGET, type TypedAddressKind } from './channels/channel.ts';
import { CHANNEL, CHANNELS, type Channel } from './channels/channels.ts';
import {
  callBody,
  email,
  createIdSchema,
  isEmailAddress,
  nameProblem,
  optionalLine,
  optionalText,
  phone,
  createQueryIdSchema,
  expectedUpdatedAt,
  requiredText,
} from './fields.ts';
import { escalationKey, VOICE_RULES } from './escalation-terms.ts';
import { policyProblems, voiceRulesProblems } from './escalation-problems.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import {
  CONTACT_PERSON,
  HOME_PAGE_TOP_TEXT,
  notificationKey,
  type ButtonField,
  type FormField,
  type NotificationField,
} from './setting-keys.ts';
import { isPhoneNumber, MAX_RECIPIENTS, splitList } from './split-list.ts';
import { TEXTS } from './texts.ts';

/** A subscriber's settings: one row per key, the value always text. The keys and their valid values. */

/** The fields of all channels that send messages about a kind of submission. */
function channelFields(kind: SubmissionKind): string[] {
  return CHANNELS.filter((channel) => CHANNEL[channel].items.includes(kind)).flatMap((channel) =>
    CHANNEL[channel].routes.flatMap((route) =>
      [route.switchedBy, route.list, route.subject, route.text].filter((field) => field !== null),
    ),
  );
}

export const BUTTON_FIELDS = ['msg_to_show_on_screen', ...channelFields('button')] as readonly ButtonField[];
export const FORM_FIELDS = ['alert_on_user_screen', ...channelFields('form')] as readonly FormField[];

/**
 * The kinds of values; each has one schema. A template is a text with variables for a target; `channel`: whose messages
 * it is part of, null for the phone's screen.
 */
export type SettingKind =
  | { type: 'yes_no' }
  | { type: 'color' }
  | { type: 'text' }
  | { type: 'contacts' }
  | { type: 'policy'; buttonId: ButtonId }
  | { type: 'voice_rules' }
  | { type: `${TypedAddressKind}_list`; channel: Channel }
  | { type: 'template'; item: Item; target: TextTarget; channel: Channel | null };

function fieldKind(field: NotificationField, item: Item): SettingKind {
  for (const channel of CHANNELS) {
    const { addressKind, contentKind, routes } = CHANNEL[channel];
    for (const { switchedBy, list, subject, text: body } of routes) {
      if (field === switchedBy) return { type: 'yes_no' };
      if (field === list && addressKind !== 'push') return { type: `${addressKind}_list`, channel };
      if (field === subject) return { type: 'template', item, target: 'mail_subject', channel };
      if (field === body) return { type: 'template', item, target: BODY_TARGET[contentKind], channel };
    }
  }
  return { type: 'template', item, target: 'screen', channel: null };
}

function allSettings(): [string, SettingKind][] {
  const all: [string, SettingKind][] = [
    [HOME_PAGE_TOP_TEXT, { type: 'text' }],
    [CONTACT_PERSON, { type: 'contacts' }],
    [VOICE_RULES, { type: 'voice_rules' }],
  ];
  for (const { slot, hasIconColor } of DASHBOARD_SLOTS) {
    all.push([`btn_${slot}_mode`, { type: 'yes_no' }]);
    if (hasIconColor) all.push([`btn_${slot}_icon_color`, { type: 'color' }]);
  }
  for (const buttonId of BUTTON_IDS) {
    const item: Item = { kind: 'button', id: buttonId };
    for (const field of BUTTON_FIELDS) all.push([notificationKey(field, item), fieldKind(field, item)]);
    all.push([escalationKey(buttonId), { type: 'policy', buttonId }]);
  }
  for (const formId of FORM_IDS) {
    const item: Item = { kind: 'form', id: formId };
    for (const field of FORM_FIELDS) all.push([notificationKey(field, item), fieldKind(field, item)]);
  }
  return all;
}

/** Every setting of a subscriber: the kind of value by key. */
export const SETTINGS: ReadonlyMap<string, SettingKind> = new Map(allSettings());

/** The settings that the phone's main screen shows. */
export const DASHBOARD_KEYS: readonly string[] = [...SETTINGS.keys()].filter(
  (key) => /^btn_\d_/.test(key) || key === HOME_PAGE_TOP_TEXT || key === CONTACT_PERSON,
);

/** The settings that decide what happens when `item` is submitted. */
export function notificationKeys(item: Item): string[] {
  const fields = item.kind === 'button' ? BUTTON_FIELDS : FORM_FIELDS;
  return fields.map((field) => notificationKey(field, item));
}

export const SETTING_LIMITS = {
  recipients: MAX_RECIPIENTS,
  contacts: 20,
  subject: 200,
  text: 1000,
  body: 8000,
  screen: 1000,
  topText: 1000,
};

/** Characters of any value. */
const LONGEST = 20_000;
/** Characters that a call may send: the rules of a value explain better what to do about one that is too long. */
const LONGEST_SENT = 200_000;

const NO_CONTACTS = 'must be a JSON list of contacts';

/** A person to call. Empty rows are allowed: people fill them in later. */
export const contact = z.strictObject(
  {
    name: optionalLine(100),
    phone: z.union([z.literal(''), phone], { error: 'must have 7 to 15 digits' }),
    email: z.union([z.literal(''), email], { error: 'must be an email address' }),
  },
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? 'has a field besides name, phone and email'
        : 'must have a name, a phone and an email',
  },
);
export type Contact = z.infer<typeof contact>;
export const contacts = z
  .array(contact, { error: NO_CONTACTS })
  .max(SETTING_LIMITS.contacts, `must be at most ${SETTING_LIMITS.contacts} contacts`);

const MAX_LENGTH: Record<TextTarget, number> = {
  screen: SETTING_LIMITS.screen,
  mail_subject: SETTING_LIMITS.subject,
  mail_body: SETTING_LIMITS.body,
  text: SETTING_LIMITS.text,
};

/**
 * The schema of one setting's value, except for the variables of a template, which `@callpoint/alerts/variables`
 * checks.
 */
export function settingValue(kind: SettingKind): z.ZodType<string, string> {
  switch (kind.type) {
    case 'yes_no':
      return z.enum(['yes', 'no'], { error: 'must be yes or no' });
    case 'color':
      return z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a color like #FF544F');
    case 'text':
      return requiredText(SETTING_LIMITS.topText);
    case 'template':
      return requiredText(MAX_LENGTH[kind.target]).refine(
        (value) => kind.target !== 'mail_subject' || !/[\r\n]/.test(value),
        'must be one line',
      );
    case 'email_list':
      return requiredText(4000).superRefine((value, context) => {
        checkList(value, context, isEmailAddress, 'is not an email address');
      });
    case 'phone_list':
      return requiredText(1000).superRefine((value, context) => {
        checkList(value, context, isPhoneNumber, 'is not a phone number of 7 to 15 digits');
      });
    case 'contacts':
      return z.string().max(LONGEST).superRefine(checkContacts);
    case 'policy':
      return z
        .string()
        .max(LONGEST, { error: ({ input }) => policyTooLong((input as string).length - LONGEST) })
        .superRefine(reportAll((value) => policyProblems(kind.buttonId, value)));
    case 'voice_rules':
      return z.string().max(LONGEST).superRefine(reportAll(voiceRulesProblems));
  }
}

function policyTooLong(by: number): string {
  return `The policy is ${by.toLocaleString('en-US')} ${by === 1 ? 'character' : 'characters'} too long. Choose groups, such as the safety team, instead of single people, or shorten the procedure.`;
}

function reportAll(problemsOf: (value: string) => string[]) {
  return (value: string, context: z.RefinementCtx) => {
    for (const message of problemsOf(value)) context.addIssue({ code: 'custom', message });
  };
}

/** A schema's message as a sentence: a message that starts with a lowercase letter continues `The value`. */
export function settingSentence(message: string): string {
  const sentence = /^\p{Ll}/u.test(message) ? `The value ${message}` : message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function checkList(
  value: string,
  context: z.RefinementCtx,
  valid: (part: string) => boolean,
  wrong: string,
): void {
  const parts = splitList(value);
  if (parts.length === 0) context.addIssue({ code: 'custom', message: 'is required' });
  if (parts.length > SETTING_LIMITS.recipients) {
    context.addIssue({ code: 'custom', message: `must be at most ${SETTING_LIMITS.recipients}` });
  }
  if (/[\r\n]/.test(value)) context.addIssue({ code: 'custom', message: 'must be one line' });
  // Only the start of a list that is too long is checked: thousands of messages would not help.
  for (const part of parts.slice(0, SETTING_LIMITS.recipients)) {
    if (!valid(part)) context.addIssue({ code: 'custom', message: `“${part}” ${wrong}` });
  }
}

function checkContacts(value: string, context: z.RefinementCtx): void {
  // Checks the text, which is what is stored: parsing drops duplicate names in an object, with their values.
  if (!value.isWellFormed()) context.addIssue({ code: 'custom', message: 'has a broken character' });
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    context.addIssue({ code: 'custom', message: NO_CONTACTS });
    return;
  }
  for (const issue of contacts.safeParse(parsed).error?.issues ?? []) {
    const [row, field] = issue.path;
    const where =
      typeof row === 'number' ? `Safety Person #${row + 1}${field ? ` ${String(field)}` : ''} ` : '';
    context.addIssue({ code: 'custom', message: `${where}${issue.message}` });
  }
  // Only what is saved: contacts from before this rule are still read.
  for (const [row, { name }] of (contacts.safeParse(parsed).data ?? []).entries()) {
    const message = nameProblem(name);
    if (message) context.addIssue({ code: 'custom', message: `Safety Person #${row + 1} name ${message}` });
  }
}

export const settingsList = {
  sort: ['id', 'setting_key'],
  defaultOrder: 'asc',
  filters: {
    id: createQueryIdSchema('Only the setting with this id.'),
    team_id: createQueryIdSchema('Only settings of the subscriber with this id.'),
    setting_key: optionalText(100).describe('Only settings with this key.'),
  },
  filterIns: { setting_key: optionalText(100).describe('Only settings with one of these keys') },
} as const satisfies ListSpec;
export const settingsQuery = listQuery(settingsList);

export const setting = z.object({
  id: z.number().int(),
  setting_key: z.string(),
  setting_value: z.string(),
  updated_at: z.string(),
});
export type Setting = z.infer<typeof setting>;
export const settingsResponse = listResponse(setting);

/** The rules for the value depend on the row's key, so the server checks them after it has read the row. */
export const updateSettingBody = callBody({
  updated_at: expectedUpdatedAt,
  id: createIdSchema('the setting'),
  data: z.strictObject({
    setting_value: z
      .string()
      .max(LONGEST_SENT)
      .describe(
        'Depends on the key. Modes, and whether a role is notified: yes or no. Colors: like #FF544F. Recipients: addresses, or phone numbers in any common format, separated by commas; each is stored once, and numbers are stored with + and the country code. Texts: with variables like {{NAME}}. contact_person: a JSON list of { name, phone, email }, as text. escalation_5 and voice_rules: like `policy` and `voice_rules` of previewEscalation, as text.',
      ),
  }),
});

export const settingsCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listSettings',
    method: 'GET',
    path: '/listPaged/settings',
    bases: CONSOLE_BASES,
    permission: 'settings.list',
    query: settingsQuery,
    response: settingsResponse,
    subject: 'settings',
    summary: 'A subscriber’s settings',
    example: {
      query: { my: 'yes', per_page: '100', filterin_setting_key: 'mail_to_admin_emails_5|btn_5_mode' },
      response: {
        ok: true,
        items: [
          { id: 1, setting_key: 'btn_5_mode', setting_value: 'yes', updated_at: EXAMPLE_TIME },
          {
            id: 2,
            setting_key: 'mail_to_admin_emails_5',
            setting_value: 'safety@example.com',
            updated_at: EXAMPLE_TIME,
          },
        ],
        pagination: { page: 1, pageSize: 100, pageCount: 1 },
      },
    },
  }),
  update: defineCall({
    name: 'updateSetting',
    method: 'POST',
    path: '/update/settings',
    bases: CONSOLE_BASES,
    permission: 'settings.update',
    body: updateSettingBody,
    response: updatedResponse,
    subject: 'settings',
    summary: 'Change one setting',
    description: `The value is validated by the type of its key; the error names an unknown variable in a text. ${UPDATED_AT_NOTE} ${PAUSED_NOTE}`,
    example: {
      body: { id: 1, data: { setting_value: 'In danger, call 911 first.' } },
      response: { ok: true, msg: TEXTS.updated, data: { updated_at: EXAMPLE_LATER_TIME } },
    },
  }),
}));
