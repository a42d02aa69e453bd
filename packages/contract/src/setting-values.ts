import { z } from 'zod';
import type { TextTarget } from './catalog.ts';
import { email, isEmailAddress, nameProblem, optionalLine, phone, requiredText } from './fields.ts';
import { policyProblems, voiceRulesProblems } from './escalation-problems.ts';
import type { SettingKind } from './setting-kinds.ts';
import { isPhoneNumber, MAX_RECIPIENTS, splitList } from './split-list.ts';

/** The valid values of a subscriber's settings. */

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
 * The schema of one setting's value, except for the variables of a template, which
 * `@callpoint/alerts/settings/setting-problems` checks.
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
