import { defaultSettings } from '@callpoint/alerts/settings/default-settings';
import { BUTTON_LABELS, FORM_LABELS } from '@callpoint/contract/catalog';
import { sql, type Kysely } from 'kysely';

/**
 * The time zone of a subscriber's messages, and the note of a message that was resent. Texts of subscribers that are
 * still the default of an earlier version become the current default; edited texts stay.
 */
export async function dateMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('team').addColumn('time_zone', 'text').execute();
  await db.schema.alterTable('delivery').addColumn('note', 'text').execute();
  const current = defaultSettings({ email: '', phone: '' });
  const at = new Date().toISOString();
  for (const [key, before] of earlierDefaults()) {
    const value = current.get(key);
    if (value === undefined || value === before) continue;
    await sql`update settings set setting_value = ${value}, updated_at = ${at}
      where setting_key = ${key} and setting_value = ${before}`.execute(db);
  }
}

type Texts = readonly (readonly [field: string, text: string])[];

const WHO_AND_WHERE =
  'Name: {{NAME}}\nPhone: {{PHONE}}\nE-mail: {{EMAIL}}\nLocation: {{LOCATION}}\nMap: {{LOCATION_LINK}}';
const CALL_COMES = 'Expect a phone call within 5 minutes. Keep your phone at hand.';

const BUTTONS = {
  1: [
    'OSHA ON SITE: {{NAME}} needs you',
    'Call {{NAME}} now. Ask who the inspector is and what the visit is about, then go to the site.',
    'Stay polite, ask the inspector for identification and wait for your safety team.',
  ],
  2: [
    'INCIDENT: {{NAME}} reports an accident',
    'Call {{NAME}} now. Ask whether anyone is hurt. No answer? Send someone to the location.',
    'If anyone is hurt or in danger, call 911 first.',
  ],
  4: [
    'SAFETY COMPLAINT: {{NAME}} reports a hazard',
    'Call {{NAME}} and ask what is unsafe. Keep people away from it until it is put right.',
    'Keep away from what is unsafe, and warn others.',
  ],
  5: [
    'EMERGENCY: {{NAME}} needs help',
    'Call {{NAME}} now. No answer? Send someone to the location and call 911.',
    'In immediate danger, call 911 now.',
  ],
} as const;

const FORMS = {
  1: ['asks a safety question', 'question', '', ''],
  2: ['requests a safety consultation', 'request', ': {{PRODUCTS}}', 'Type: {{PRODUCTS}}\n'],
  3: ['needs a safety product', 'request', ': {{PRODUCTS}}', 'Type: {{PRODUCTS}}\n'],
} as const;

/** The texts of the versions before this one, by the keys of the settings. */
function earlierDefaults(): [key: string, text: string][] {
  return [
    ...([1, 2, 4, 5] as const).flatMap((id) => keyed(buttonTexts(id), `_${id}`)),
    ...([1, 2, 3] as const).flatMap((id) => keyed(formTexts(id), `_f_${id}`)),
  ];
}

function keyed(texts: Texts, suffix: string): [string, string][] {
  return texts.map(([field, text]) => [`${field}${suffix}`, text]);
}

function buttonTexts(id: keyof typeof BUTTONS): Texts {
  const [headline, todo, advice] = BUTTONS[id];
  const label = BUTTON_LABELS[id];
  return [
    ['msg_to_show_on_screen', `${advice} We are alerting your safety team now. ${CALL_COMES}`],
    ['mail_to_admin_subject', `${headline} - call {{PHONE}}`],
    ['mail_to_admin_message', `${todo}\n\n${WHO_AND_WHERE}`],
    ['mail_to_user_subject', `We received your alert: ${label}`],
    [
      'mail_to_user_message',
      `${advice}\n\nWe are alerting your safety team. ${CALL_COMES} No call? Call a safety person from the app.\n\nThis is what we tell them:\n\n${WHO_AND_WHERE}`,
    ],
    ['mail_to_bermac_subject', `${headline} - call {{PHONE}}`],
    [
      'mail_to_bermac_message',
      `{{NAME}} pressed ${label}. The safety team is being told too; please call and support them.\n\n${WHO_AND_WHERE}`,
    ],
    ['sms_to_admin_message', `${headline}. Call {{PHONE}} now. {{LOCATION_LINK}}`],
    [
      'sms_to_user_message',
      `Your alert was received: ${label}. Expect a phone call within 5 minutes. ${advice}`,
    ],
    ['sms_to_bermac_message', `${headline}. Call {{PHONE}}. {{LOCATION_LINK}}`],
  ];
}

function formTexts(id: keyof typeof FORMS): Texts {
  const [asks, yours, subjectPart, type] = FORMS[id];
  const details = `${type}Company: {{COMPANY}}\n${WHO_AND_WHERE}`;
  const onItsWay = `Your ${yours} is on its way to your safety team. Expect a phone call within 5 minutes.`;
  return [
    ['alert_on_user_screen', onItsWay],
    ['mail_to_admin_subject', `{{NAME}} ${asks}${subjectPart}`],
    ['mail_to_admin_message', `{{MESSAGE}}\n\nCall {{NAME}} at {{PHONE}}.\n\n${details}`],
    ['mail_to_user_subject', `We received your ${yours}: ${FORM_LABELS[id]}`],
    ['mail_to_user_message', `${onItsWay}\n\nThis is what you wrote:\n\n{{MESSAGE}}\n\n${details}`],
    ['mail_to_bermac_subject', `{{NAME}} ${asks}${subjectPart}`],
    [
      'mail_to_bermac_message',
      `{{MESSAGE}}\n\nPlease agree with the safety team who answers {{NAME}}.\n\n${details}`,
    ],
  ];
}
