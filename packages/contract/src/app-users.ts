import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import {
  RESTORE_NOTE,
  EXAMPLE_TIME,
  PASSWORD_LIMIT_ERRORS,
  PAUSED_NOTE,
  EXAMPLE_LATER_TIME,
  EXAMPLE_NEW_PASSWORD,
  EXAMPLE_PAGINATION,
  EXAMPLE_PAGE,
  UPDATED_AT_NOTE,
  RECENT_SIGN_IN_NOTE,
  conflictErrors,
} from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { createdResponse, doneResponse, updatedResponse } from './errors.ts';
import {
  callBody,
  email,
  createIdSchema,
  requiredLine,
  requiredName,
  timestamp,
  newPassword,
  phone,
  createQueryIdSchema,
  expectedUpdatedAt,
  querySearch,
  status,
} from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import { TEXTS } from './texts.ts';

/** App users: the people who use the phone app. Their passwords are write only. */

export const appUserList = {
  sort: ['id', 'name', 'email', 'phone', 'status', 'created_at'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the app user with this id.'),
    team_id: createQueryIdSchema('Only app users of the subscriber with this id.'),
    status: z
      .enum(['0', '1'])
      .transform(Number)
      .describe('Only app users that are active (1) or blocked (0).'),
    search: querySearch(
      'Only app users with this text in the name, email address or phone number, or with this id.',
    ),
  },
  filterIns: { id: createQueryIdSchema('Only the app users with these ids') },
} as const satisfies ListSpec;
export const appUsersQuery = listQuery(appUserList);

/** A person's consent to SMS: when it was given, who recorded it, and the text that the person agreed to. */
const smsConsent = z.object({
  at: timestamp,
  by: z.object({ role: z.enum(['admin', 'team']), id: z.number().int() }),
  /** The number as it was typed when the consent was given. */
  number: z.string(),
  wording: z.string(),
});
export type SmsConsent = z.infer<typeof smsConsent>;

export const appUser = z.object({
  id: z.number().int(),
  team_id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.union([z.literal(0), z.literal(1)]),
  sms_consent: smsConsent.nullable(),
  /** When the number replied STOP to the sender of our SMS; null if it did not. */
  sms_stopped_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AppUser = z.infer<typeof appUser>;
const appUsersResponse = listResponse(appUser);

const profile = { name: requiredName(100).describe('The person’s name: one line, not blank.'), email, phone };

export const consentText = requiredLine(500).describe(
  'The text with which the person agreed to SMS at this number; absent if the person was not asked.',
);

/** What a subscriber enters about each new app user. */
export const newAppUserFields = { ...profile, password: newPassword };

export const createAppUserBody = callBody({
  data: z.strictObject({
    team_id: createIdSchema('the subscriber of the new app user'),
    ...newAppUserFields,
    sms_consent: consentText.optional(),
  }),
});

/** The status, the profile, or both: the given fields are set. */
export const updateAppUserBody = callBody({
  id: createIdSchema('the app user'),
  updated_at: expectedUpdatedAt,
  data: z
    .strictObject({
      team_id: createIdSchema('the app user’s subscriber, which cannot be changed').optional(),
      name: profile.name.optional(),
      email: profile.email.optional(),
      phone: profile.phone.optional(),
      password: newPassword.optional(),
      sms_consent: consentText.optional(),
      status: status.optional(),
    })
    .refine((data) => Object.keys(data).some((name) => name !== 'team_id'), 'has nothing to change'),
});

/** Logs out every phone on which the app user is logged in. */
const deleteAppUserBody = callBody({ id: createIdSchema('the app user') });
const endAppUserSessionsBody = callBody({ id: createIdSchema('the app user') });

/** The error when a subscriber has as many app users as the plan allows. */
export function maxUsersText(maxUsers: number): string {
  return `Your plan allows ${maxUsers} app users.`;
}

export const appUserCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listAppUsers',
    method: 'GET',
    path: '/listPaged/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.list',
    query: appUsersQuery,
    response: appUsersResponse,
    subject: 'app_user',
    summary: 'App users',
    example: {
      query: { ...EXAMPLE_PAGE, my: 'yes', sort: 'id', order: 'desc' },
      response: {
        ok: true,
        items: [
          {
            id: 1,
            team_id: 1,
            name: 'Ann Lee',
            email: 'ann@example.com',
            phone: '+1 202 555 0144',
            status: 1,
            sms_consent: {
              at: EXAMPLE_TIME,
              by: { role: 'team', id: 1 },
              number: '+1 202 555 0144',
              wording: 'I agree to safety messages at this number.',
            },
            sms_stopped_at: null,
            created_at: EXAMPLE_TIME,
            updated_at: EXAMPLE_TIME,
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  create: defineCall({
    name: 'createAppUser',
    method: 'POST',
    path: '/createCustom/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.create',
    body: createAppUserBody,
    idempotent: true,
    response: createdResponse,
    errors: {
      ...PASSWORD_LIMIT_ERRORS,
      409: {
        description: 'The plan’s number of app users is reached, or another app user has the address.',
        msg: maxUsersText(10),
        field: 'data.team_id',
      },
    },
    subject: 'app_user',
    summary: 'Create an app user of your own',
    description: `Rejected (409) when the plan’s number of app users is reached, or someone logs in with the address. ${PAUSED_NOTE}`,
    example: {
      body: {
        data: {
          team_id: 1,
          email: 'ann@example.com',
          name: 'Ann Lee',
          phone: '+1 202 555 0144',
          password: EXAMPLE_NEW_PASSWORD,
        },
      },
      response: { ok: true, msg: TEXTS.appUserCreated, data: { id: 2 } },
    },
  }),
  update: defineCall({
    name: 'updateAppUser',
    method: 'POST',
    path: '/update/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.update',
    body: updateAppUserBody,
    response: updatedResponse,
    errors: { ...PASSWORD_LIMIT_ERRORS, ...conflictErrors('someone logs in with the address.') },
    subject: 'app_user',
    summary: 'Change an app user: block or unblock, details, password',
    description: `Blocking the person or setting a password revokes the person’s sessions. ${RECENT_SIGN_IN_NOTE} ${UPDATED_AT_NOTE}`,
    example: {
      body: { id: 1, data: { status: 0 } },
      response: { ok: true, msg: TEXTS.appUserUpdated, data: { updated_at: EXAMPLE_LATER_TIME } },
    },
  }),
  delete: defineCall({
    name: 'deleteAppUser',
    method: 'POST',
    path: '/delete/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.delete',
    body: deleteAppUserBody,
    response: doneResponse,
    revokesSessions: true,
    subject: 'app_user',
    summary: 'Delete an app user',
    description: `The person cannot log in any longer and does not count for the plan; their submissions stay. ${RESTORE_NOTE}`,
    example: { body: { id: 1 }, response: { ok: true, msg: TEXTS.deleted } },
  }),
  endSessions: defineCall({
    name: 'endAppUserSessions',
    method: 'POST',
    path: '/endSessions/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.update',
    body: endAppUserSessionsBody,
    response: doneResponse,
    subject: 'app_user',
    summary: 'Log out an app user’s phone',
    description: 'Revokes all sessions of the person, for example when a phone is lost.',
    example: { body: { id: 1 }, response: { ok: true, msg: 'Logged out.' } },
  }),
}));
