import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_TIME, EXAMPLE_LATER_TIME, PAUSED_NOTE, UPDATED_AT_NOTE } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { updatedResponse } from './errors.ts';
import { callBody, createIdSchema, createQueryIdSchema, expectedUpdatedAt, optionalText } from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import { TEXTS } from './texts.ts';

/** The calls about a subscriber's settings. */

/** Characters that a call may send: the rules of a value explain better what to do about one that is too long. */
const LONGEST_SENT = 200_000;

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
const settingsQuery = listQuery(settingsList);

export const setting = z.object({
  id: z.number().int(),
  setting_key: z.string(),
  setting_value: z.string(),
  updated_at: z.string(),
});
export type Setting = z.infer<typeof setting>;
const settingsResponse = listResponse(setting);

/** The rules for the value depend on the row's key, so the server checks them after it has read the row. */
const updateSettingBody = callBody({
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
