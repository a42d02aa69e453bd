import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import {
  EXAMPLE_TIME,
  PASSWORD_LIMIT_ERRORS,
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
  requiredName,
  newPassword,
  phone,
  createQueryIdSchema,
  expectedUpdatedAt,
  querySearch,
  status,
  timestamp,
} from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import { PLAN_KINDS } from './plan-kinds.ts';
import { PROBLEM_LEVELS } from './reach-levels.ts';
import { TEXTS } from './texts.ts';
import { zoneName } from './time-zones.ts';

/** The subscriber's account. */

const profile = {
  account_name: requiredName(100).describe('The company’s name: one line, not blank.'),
  first_name: requiredName(100).describe('The contact person’s first name: one line, not blank.'),
  last_name: requiredName(100).describe('The contact person’s last name: one line, not blank.'),
  phone,
};

const signupBody = z
  .strictObject({
    email,
    ...profile,
    password: newPassword,
    re_password: z.string({ error: 'is required' }).max(128).describe('The same password again.'),
    terms_version: z
      .string()
      .max(100, 'must be at most 100 characters')
      .optional()
      .describe('The version of the terms that the person accepted, from `legal`.'),
    time_zone: z
      .string()
      .max(100, 'must be at most 100 characters')
      .optional()
      .describe('The time zone of its messages; a name that the server does not know is ignored.'),
  })
  .refine((body) => body.password === body.re_password, {
    path: ['re_password'],
    message: TEXTS.passwordMismatch,
    // Reported together with all other problems.
    when: ({ value }) => typeof (value as { password?: unknown } | undefined)?.password === 'string',
  });

/** Maximum app users of a subscriber on the free plan. */
export const FREE_MAX_USERS = 10;

export const teamList = {
  sort: ['id', 'email', 'account_name', 'max_users', 'status', 'created_at'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the subscriber with this id.'),
    search: querySearch(
      'Only subscribers with this text in a name, the email address or phone number, or with this account number.',
    ),
    plan: z
      .enum(PLAN_KINDS, { error: `must be one of ${PLAN_KINDS.join(', ')}` })
      .describe('Only subscribers with this kind of plan.'),
    status: z
      .enum(['0', '1'], { error: 'must be 1 (active) or 0 (blocked)' })
      .transform(Number)
      .describe('Only subscribers that are active (1) or blocked (0).'),
    reach: z
      .enum(PROBLEM_LEVELS, { error: `must be one of ${PROBLEM_LEVELS.join(', ')}` })
      .describe(
        'Only subscribers with this problem. red: a button or form notifies no one; amber: none does, but one notifies only some recipients.',
      ),
    payment: z
      .enum(['overdue'], { error: 'must be overdue' })
      .describe('overdue: only subscribers with an overdue payment.'),
  },
  filterIns: { id: createQueryIdSchema('Only the subscribers with these ids') },
} as const satisfies ListSpec;
export const teamsQuery = listQuery(teamList);

/**
 * `plan_obj`: the text in brackets next to the plan, i.e. the plan's name and term, or the end of an upgrade.
 * `used_users`: the number of app users, including blocked ones; `max_users`: the maximum.
 */
export const team = z.object({
  id: z.number().int(),
  email: z.string(),
  account_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  is_paid: z.union([z.literal(0), z.literal(1)]),
  plan: z.enum(PLAN_KINDS),
  plan_obj: z
    .string()
    .nullable()
    .describe('paid: the plan’s name, term and cost. upgrade_by_admin: when it ends, null for never.'),
  plan_id: z.number().int().nullable().describe('The id of its plan; null for the free plan.'),
  max_users: z.number().int().describe('Maximum app users on its plan.'),
  used_users: z.number().int(),
  status: z.union([z.literal(0), z.literal(1)]),
  subscription_id: z.string().nullable().describe('The payment provider’s, for getSubData.'),
  overdue_since: timestamp.nullable().describe('Since when its payment is overdue.'),
  time_zone: z.string().nullable().describe('The time zone of its messages; null: UTC.'),
  email_confirmed: z.boolean().describe('The email address was confirmed through an emailed link.'),
  updated_at: z.string(),
});
export type Team = z.infer<typeof team>;
const teamsResponse = listResponse(team);

export const createTeamBody = callBody({
  data: z.strictObject({ email, ...profile, password: newPassword }),
});
/** `create_settings_row=yes` is accepted and ignored: a new subscriber always has its settings. */
const createTeamQuery = z.object({
  create_settings_row: z
    .string()
    .optional()
    .describe('Accepted and ignored: a new subscriber always has its settings.'),
});

/** An administrator may change every field, a subscriber only its own names, phone, time zone and password. */
export const updateTeamBody = callBody({
  id: createIdSchema('the subscriber'),
  updated_at: expectedUpdatedAt,
  data: z
    .strictObject({
      status: status.optional(),
      password: newPassword.optional(),
      email: email.optional(),
      account_name: profile.account_name.optional(),
      first_name: profile.first_name.optional(),
      last_name: profile.last_name.optional(),
      phone: profile.phone.optional(),
      time_zone: zoneName
        .nullable()
        .optional()
        .describe('The time zone of the times in its messages; null: UTC.'),
    })
    .refine((data) => Object.keys(data).length > 0, 'has nothing to change'),
});
/** The fields that only an administrator may change. */
export const ADMIN_TEAM_FIELDS: readonly string[] = ['status', 'email'];

const ACCOUNT = {
  account_name: 'Ridgeline Construction',
  email: 'new@example.com',
  first_name: 'Tess',
  last_name: 'Miller',
  phone: '+1 202 555 0143',
};

export const subscriberCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listSubscribers',
    method: 'GET',
    path: '/listPaged/team',
    bases: CONSOLE_BASES,
    permission: 'team.list',
    query: teamsQuery,
    response: teamsResponse,
    subject: 'team',
    summary: 'Subscribers; a subscriber sees only itself',
    description:
      '`filter_search`: part of the name, the account name or the address, or the full account number.',
    example: {
      query: { ...EXAMPLE_PAGE, filter_id: '1', my: 'yes' },
      response: {
        ok: true,
        items: [
          {
            id: 1,
            ...ACCOUNT,
            is_paid: 0,
            plan: 'upgrade_by_admin',
            plan_obj: '2099-12-31T23:59:59.999Z',
            plan_id: 3,
            max_users: 25,
            used_users: 4,
            status: 1,
            subscription_id: null,
            overdue_since: null,
            time_zone: 'America/Denver',
            email_confirmed: true,
            updated_at: EXAMPLE_TIME,
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  create: defineCall({
    name: 'createSubscriber',
    method: 'POST',
    path: '/create/team',
    bases: CONSOLE_BASES,
    permission: 'team.create',
    query: createTeamQuery,
    body: createTeamBody,
    idempotent: true,
    response: createdResponse,
    errors: {
      ...PASSWORD_LIMIT_ERRORS,
      409: {
        description: 'The email address has an account already.',
        msg: 'This email address already has an account.',
        field: 'data.email',
      },
    },
    subject: 'team',
    summary: 'Create a subscriber',
    example: {
      body: { data: { ...ACCOUNT, password: EXAMPLE_NEW_PASSWORD } },
      response: { ok: true, msg: TEXTS.subscriberCreated, data: { id: 2 } },
    },
  }),
  update: defineCall({
    name: 'updateSubscriber',
    method: 'POST',
    path: '/update/team',
    bases: CONSOLE_BASES,
    permission: 'team.update',
    body: updateTeamBody,
    response: updatedResponse,
    errors: { ...PASSWORD_LIMIT_ERRORS, ...conflictErrors('the email address has an account already.') },
    revokesSessions: true,
    subject: 'team',
    summary: 'Change a subscriber: block or unblock, password, account details',
    description: `Status 0 blocks the subscriber: its sessions and those of its app users are revoked, and none of them can log in until it is unblocked. Another email address revokes the sessions of the subscriber, not those of its app users. ${RECENT_SIGN_IN_NOTE} ${UPDATED_AT_NOTE}`,
    example: {
      body: { id: 1, data: { first_name: 'Tess' } },
      response: { ok: true, msg: TEXTS.updated, data: { updated_at: EXAMPLE_LATER_TIME } },
    },
  }),
  signup: defineCall({
    name: 'signUp',
    method: 'POST',
    path: '/signup',
    bases: ['/sapi/v1'],
    permission: 'public',
    body: signupBody,
    response: doneResponse,
    errors: {
      403: {
        description: 'This server accepts no sign-ups.',
        msg: 'Sign-up is closed. Ask the administrator of this server for an account.',
      },
      429: {
        description: 'Too many calls or sign-ups from one network; Retry-After has the seconds to wait.',
        msg: 'Too many accounts were created from your network today. Try again tomorrow, or contact the administrator of this server.',
      },
    },
    errorShape: 'list',
    subject: 'team',
    summary: 'Sign up as a new subscriber',
    description: 'An error is a plain list of all problems.',
    example: {
      body: { ...ACCOUNT, password: EXAMPLE_NEW_PASSWORD, re_password: EXAMPLE_NEW_PASSWORD },
      response: { ok: true, msg: TEXTS.signupDone },
    },
  }),
}));
