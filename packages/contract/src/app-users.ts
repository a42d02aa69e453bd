import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { AT, BUSY, LATER, NEW_PASSWORD, ONE_PAGE, PAGE, READ_AT, RECENT, staleOr } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { created, done, updated } from './errors.ts';
import {
  callBody,
  email,
  idOf,
  line,
  moment,
  newPassword,
  phone,
  queryIdOf,
  readAt,
  status,
} from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import { TEXTS } from './texts.ts';

/** App users: the people who carry the phone. Their passwords are write only. */

export const appUserList = {
  sort: ['id', 'name', 'email', 'phone', 'status', 'created_at'],
  defaultOrder: 'desc',
  filters: {
    id: queryIdOf('Only the app user with this id.'),
    team_id: queryIdOf('Only app users of the subscriber with this id.'),
    status: z
      .enum(['0', '1'])
      .transform(Number)
      .describe('Only app users that are active (1) or blocked (0).'),
  },
  filterIns: {},
} as const satisfies ListSpec;
export const appUsersQuery = listQuery(appUserList);

/** A person's consent to SMS: when it was given, who recorded it, and the text that the person agreed to. */
const smsConsent = z.object({
  at: moment,
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
  sms_stopped_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
});
export type AppUser = z.infer<typeof appUser>;
export const appUsersResponse = listResponse(appUser);

const profile = { name: line(100).describe('The person’s name: one line, not blank.'), email, phone };

const consentText = line(500).describe(
  'The text with which the person agreed to SMS at this number; absent if the person was not asked.',
);

export const createAppUser = callBody({
  data: z.strictObject({
    team_id: idOf('the subscriber of the new app user'),
    ...profile,
    password: newPassword,
    sms_consent: consentText.optional(),
  }),
});

/** The status, the profile, or both: the given fields are set. */
export const updateAppUser = callBody({
  id: idOf('the app user'),
  updated_at: readAt,
  data: z
    .strictObject({
      team_id: idOf('the app user’s subscriber, which cannot be changed').optional(),
      name: profile.name.optional(),
      email: profile.email.optional(),
      phone: profile.phone.optional(),
      password: newPassword.optional(),
      sms_consent: consentText.optional(),
      status: status.optional(),
    })
    .refine((data) => Object.keys(data).some((name) => name !== 'team_id'), 'has nothing to change'),
});

/** Signs out every phone on which the app user is signed in. */
export const endAppUserSessions = callBody({ id: idOf('the app user') });

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
      query: { ...PAGE, my: 'yes', sort: 'id', order: 'desc' },
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
              at: AT,
              by: { role: 'team', id: 1 },
              number: '+1 202 555 0144',
              wording: 'I agree to safety messages at this number.',
            },
            sms_stopped_at: null,
            created_at: AT,
            updated_at: AT,
          },
        ],
        pagination: ONE_PAGE,
      },
    },
  }),
  create: defineCall({
    name: 'createAppUser',
    method: 'POST',
    path: '/createCustom/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.create',
    body: createAppUser,
    response: created,
    errors: {
      ...BUSY,
      409: {
        description: 'The plan’s number of app users is reached, or another app user has the address.',
        msg: maxUsersText(10),
        field: 'data.team_id',
      },
    },
    subject: 'app_user',
    summary: 'Create an app user of your own',
    description:
      'Rejected (409) when the plan’s number of app users is reached, or somebody signs in with the address.',
    example: {
      body: {
        data: {
          team_id: 1,
          email: 'ann@example.com',
          name: 'Ann Lee',
          phone: '+1 202 555 0144',
          password: NEW_PASSWORD,
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
    body: updateAppUser,
    response: updated,
    errors: { ...BUSY, ...staleOr('somebody signs in with the address.') },
    subject: 'app_user',
    summary: 'Change an app user: block or unblock, details, password',
    description: `Blocking the person or setting a password revokes the person’s sessions. ${RECENT} ${READ_AT}`,
    example: {
      body: { id: 1, data: { status: 0 } },
      response: { ok: true, msg: TEXTS.appUserUpdated, data: { updated_at: LATER } },
    },
  }),
  endSessions: defineCall({
    name: 'endAppUserSessions',
    method: 'POST',
    path: '/endSessions/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.update',
    body: endAppUserSessions,
    response: done,
    subject: 'app_user',
    summary: 'Sign out an app user’s phone',
    description: 'Revokes all sessions of the person, for example when a phone is lost.',
    example: { body: { id: 1 }, response: { ok: true, msg: 'Signed out.' } },
  }),
}));
