import { diffPolicies, diffVoiceRules } from '@callpoint/alerts/escalation/diff-policies';
import { formatDegrees } from '@callpoint/alerts/templates/maps';
import type { AuditLine } from '@callpoint/contract/audit';
import { BUTTON_LABELS, FORM_LABELS } from '@callpoint/contract/catalog';
import { VOICE_RULES } from '@callpoint/contract/escalation-terms';
import { findFault } from '@callpoint/contract/faults';
import { moneyText } from '@callpoint/contract/money';
import { isPlainNumber, splitList } from '@callpoint/contract/split-list';
import { contactText, readContacts } from '../../display/contact-text.ts';
import { readableNumber } from '../../display/readable-number.ts';
import { endText, timestampText } from '../../display/timestamp-text.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { auditTexts as texts } from '../../texts/audit.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { recordTexts } from '../../texts/record.ts';
import { choicesOf } from '../../texts/setting-labels.ts';
import { inWords, labelOf } from './labels.ts';

/** The changes of an audit entry in words. */

/** A change of one field, with its full values before and after; null for none. */
export interface FieldChange {
  field: string;
  old: string | null;
  now: string | null;
  /** The values are never shown. */
  isSecret: boolean;
  /** `now` describes the change in sentences, for values that only programs read. */
  isDifference?: true;
}

type Value = string | number | null;
const HIDDEN = 'not shown';
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export function listChanges(line: AuditLine): FieldChange[] {
  return Object.entries(line.changes ?? {}).flatMap(([name, { old, new: now }]) => {
    // The entry itself names its subscriber.
    if (name === 'team_id' && isOwnTeam(line, old) && isOwnTeam(line, now)) return [];
    // The entry itself shows who added it and when.
    if (line.subject === 'subscription_history' && name !== 'descr') return [];
    const sentences = name === 'setting_value' ? policyChange(line.subject_name ?? '', old, now) : null;
    if (sentences !== null)
      return [
        {
          field: texts.policyChange,
          old: null,
          now: sentences,
          isSecret: false,
          isDifference: true as const,
        },
      ];
    const change = {
      field: fieldText(name),
      old: line.action === 'create' ? null : valueText(line, name, old),
      now: line.action === 'delete' ? null : valueText(line, name, now),
      isSecret: old === HIDDEN || now === HIDDEN,
    };
    // Most parameters of a reason are not shown.
    return name === 'reason_params' && change.old === null && change.now === null ? [] : [change];
  });
}

function isOwnTeam({ team_id: id }: AuditLine, value: Value): boolean {
  return value === null || (id !== null && String(value) === String(id));
}

/** The text for a column: the one in the catalog, else its name, e.g. `Plan term` for `plan_term`. */
function fieldText(name: string): string {
  return labelOf(texts.fields, name, inWords(name));
}

function valueText(line: AuditLine, name: string, value: Value): string | null {
  if (value === null || value === '') return null;
  const text = String(value);
  const special = SPECIAL[name]?.(text, line);
  if (special !== undefined) return special;
  if (MOMENT.test(text)) return timestampText(text);
  const parts = splitList(text);
  // A list of numbers as people read them; a text that was written is shown as it was written.
  const readable = parts.every(isPlainNumber) ? parts.map(readableNumber).join(', ') : text;
  return labelOf(VALUES[name] ?? {}, text, readable);
}

/** The labels of values, by column. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...texts.values,
  actor_role: texts.roles,
  opened_by: texts.roles,
  closed_by: texts.roles,
  state: deliveryTexts.states,
};

/** Columns whose values need more than a label; null for a value that is not shown. */
const SPECIAL: Readonly<Record<string, (text: string, line: AuditLine) => string | null | undefined>> = {
  plan_expires_at: (text) => endText(text),
  plan_cost_cents: (text) => moneyText(Number(text), 'usd'),
  plan_id: (text, { names }) => names['plan_id']?.[text],
  app_user_id: (text, line) => named(nameThen(line) ?? line.names['app_user_id']?.[text], text),
  button_id: (text) => labelOf(BUTTON_LABELS, text),
  f_id: (text) => labelOf(FORM_LABELS, text),
  setting_value: (text, { subject_name: key }) => settingValueText(key ?? '', text),
  config_value: (text, { subject_name: key }) => (key === 'contact_person' ? contactsText(text) : undefined),
  location: (text) => locationsText([parse(text)]),
  earlier_locations: (text) => locationsText(parse(text)),
  sms_consent: (text) => consentText(parse(text)),
  reason_code: (code) => findFault(code)?.means ?? inWords(code),
  reason_params: (text) => providerText(parse(text)),
};

function named(name: string | null | undefined, id: string): string | undefined {
  return name ? texts.by(name, id) : undefined;
}

/** The name of the person that a submission stored. */
function nameThen({ changes }: AuditLine): string | null {
  const { old, new: now } = changes?.['user_name'] ?? {};
  const name = old ?? now ?? '';
  return name === '' ? null : String(name);
}

/** The change of an escalation or of the voice rules in sentences; null for another setting or an unknown format. */
function policyChange(key: string, old: Value, now: Value): string | null {
  const diff = key === VOICE_RULES ? diffVoiceRules : key.startsWith('escalation_') ? diffPolicies : null;
  if (diff === null) return null;
  const [before, after] = [parse(String(old)), parse(String(now))];
  try {
    return diff(before as never, after as never, readableNumber).join(' ') || null;
  } catch {
    return null;
  }
}

function settingValueText(key: string, text: string): string | undefined {
  if (key === 'contact_person') return contactsText(text);
  return choicesOf(key).find(({ value }) => value === text)?.label;
}

function contactsText(text: string): string {
  return readContacts(text).map(contactText).join('; ');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface StoredLocation {
  lat: number;
  lng: number;
  accuracy?: number | null;
}

function isLocation(value: unknown): value is StoredLocation {
  return typeof value === 'object' && value !== null && 'lat' in value && 'lng' in value;
}

function locationsText(list: unknown): string | undefined {
  if (!Array.isArray(list) || !list.every(isLocation)) return undefined;
  return list
    .map(({ lat, lng, accuracy }) =>
      [formatDegrees(lat), formatDegrees(lng), accuracy ? recordTexts.within(Math.round(accuracy)) : '']
        .filter((part) => part !== '')
        .join(', '),
    )
    .join('; ');
}

function consentText(consent: unknown): string | undefined {
  if (typeof consent !== 'object' || consent === null) return undefined;
  const { at, number } = consent as Record<string, unknown>;
  return typeof at === 'string' && typeof number === 'string'
    ? appUserTexts.agreed(readableNumber(number), timestampText(at))
    : undefined;
}

function providerText(params: unknown): string | null {
  if (typeof params !== 'object' || params === null) return null;
  const { providerText: text } = params as Record<string, unknown>;
  return typeof text === 'string' ? text : null;
}
