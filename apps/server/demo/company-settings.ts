import type { Contact } from '@callpoint/contract/setting-values';

/** The settings that the demo's companies changed: a map of key to value for each subscriber's email address. */
export const COMPANY_SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'safety@ridgeline.example': {
    home_page_top_text:
      'Ridgeline Builders site safety. If anyone is hurt, call 911 first. Then press a button: the safety desk answers day and night.',
    btn_3_icon_color: '#1F6FB2',
    btn_7_icon_color: '#2B7A4B',
    contact_person: people([
      {
        name: 'Maureen Castillo, safety director',
        phone: '+1 303 555 0100',
        email: 'safety@ridgeline.example',
      },
      { name: 'Oscar Lindgren, night desk', phone: '+1 303 555 0141', email: 'dispatch@ridgeline.example' },
      { name: 'Joy Adebayo, site nurse', phone: '+1 303 555 0142', email: 'joy.adebayo@ridgeline.example' },
    ]),

    msg_to_show_on_screen_5:
      'Help is coming, {{NAME}}. In immediate danger, call 911. Stay where you are if it is safe: the safety desk calls {{PHONE}} within 5 minutes.',
    mail_to_admin_emails_5:
      'safety@ridgeline.example, dispatch@ridgeline.example, superintendents@ridgeline.example',
    mail_to_admin_subject_5: 'LONE WORKER: {{NAME}} needs help - call {{PHONE}}',
    mail_to_admin_message_5:
      'Call {{NAME}} at {{PHONE}} now. No answer within two minutes: send the nearest foreman and call 911.\n\nWhere: {{LOCATION}}\nMap: {{LOCATION_LINK}}\n{{LOCATION_IMAGE}}\n\nWrite the time of each call into the log of the safety desk.',
    mail_to_bermac_5: 'yes',
    sms_to_admin_number_5: '+13035550100, +13035550141, +13035550142',
    sms_to_admin_message_5: 'LONE WORKER {{NAME}}. Call {{PHONE}} now. {{LOCATION_LINK}}',
    sms_to_user_5: 'yes',
    sms_to_bermac_5: 'yes',

    mail_to_admin_emails_2: 'safety@ridgeline.example, superintendents@ridgeline.example',
    mail_to_admin_subject_2: 'Incident reported by {{NAME}}',
    mail_to_bermac_2: 'yes',
    sms_to_admin_number_2: '+13035550100, +13035550141',

    msg_to_show_on_screen_1:
      'Ask the inspector for identification, offer a seat in the site office and wait. Do not start the walk. The safety desk calls you within 5 minutes.',
    mail_to_admin_emails_1: 'safety@ridgeline.example, legal@ridgeline.example',
    mail_to_admin_subject_1: 'OSHA on site: {{NAME}}, {{LOCATION}}',
    mail_to_bermac_1: 'yes',

    mail_to_user_4: 'no',

    mail_to_admin_emails_f_3: 'stores@ridgeline.example',
    mail_to_admin_subject_f_3: 'Order from {{COMPANY}}: {{PRODUCTS}}',
    mail_to_admin_message_f_3:
      '{{MESSAGE}}\n\nFor: {{NAME}}, {{COMPANY}}\nPhone: {{PHONE}}\nWhere: {{LOCATION_LINK}}\n\nOrders before 14:00 leave the same day.',
    alert_on_user_screen_f_3: 'We sent your order to the stores. Orders before 2 PM ship today.',
  },
  'safety.office@st-brigid.example': {
    mail_to_admin_emails_5: 'safety.office@st-brigid.example, security@st-brigid.example',
    sms_to_admin_number_5: '+12185550100, +12185550141',
    contact_person: people([
      { name: 'Security desk', phone: '+1 218 555 0141', email: 'security@st-brigid.example' },
      { name: 'Ingrid Halvorsen', phone: '+1 218 555 0100', email: 'safety.office@st-brigid.example' },
    ]),
  },
  'ehs@bluewater-logistics.example': {
    mail_to_bermac_2: 'yes',
    contact_person: people([
      { name: 'Terrence Whitfield', phone: '+1 901 555 0100', email: 'ehs@bluewater-logistics.example' },
    ]),
  },
};

function people(contacts: readonly Contact[]): string {
  return JSON.stringify(contacts);
}
