import { z } from 'zod';
import {
  EXAMPLE_TIME,
  PASSWORD_LIMIT_ERRORS,
  DELETED_ACCOUNT_ERROR,
  EXAMPLE_LATER_TIME,
  UPDATED_AT_NOTE,
  RECENT_SIGN_IN_NOTE,
  conflictErrors,
} from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { updatedResponse } from './errors.ts';
import { callBody, email, requiredName, timestamp, newPassword, expectedUpdatedAt } from './fields.ts';
import { TEXTS } from './texts.ts';

/** An administrator's own account. */

export const account = z.object({
  id: z.number().int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  should_change_password: z
    .boolean()
    .describe('True until the administrator replaces a password that the server printed.'),
  updated_at: timestamp,
});
export type Account = z.infer<typeof account>;

const accountResponse = z.object({ ok: z.literal(true), data: account });

/** Sets the given fields. A change of the email address or the password needs recent authentication. */
export const updateAccountBody = callBody({
  updated_at: expectedUpdatedAt,
  data: z
    .strictObject({
      email: email.optional(),
      first_name: requiredName(100).describe('Your first name: one line, not blank.').optional(),
      last_name: requiredName(100).describe('Your last name: one line, not blank.').optional(),
      password: newPassword.optional(),
    })
    .refine((data) => Object.keys(data).length > 0, 'has nothing to change'),
});

export const accountCalls = defineCalls(() => ({
  get: defineCall({
    name: 'getAccount',
    method: 'GET',
    path: '/account',
    bases: ['/api/v1'],
    permission: 'account.read',
    response: accountResponse,
    errors: DELETED_ACCOUNT_ERROR,
    subject: 'admin',
    summary: 'Your own account, as an administrator',
    example: {
      response: {
        ok: true,
        data: {
          id: 1,
          email: 'ada@callpoint.example',
          first_name: 'Ada',
          last_name: 'Park',
          should_change_password: false,
          updated_at: EXAMPLE_TIME,
        },
      },
    },
  }),
  update: defineCall({
    name: 'updateAccount',
    method: 'POST',
    path: '/update/account',
    bases: ['/api/v1'],
    permission: 'account.update',
    body: updateAccountBody,
    response: updatedResponse,
    errors: {
      ...DELETED_ACCOUNT_ERROR,
      ...PASSWORD_LIMIT_ERRORS,
      ...conflictErrors('the email address has an account already.'),
    },
    revokesSessions: true,
    subject: 'admin',
    summary: 'Change your own account, as an administrator',
    description: `Another email address or password revokes your other sessions. ${RECENT_SIGN_IN_NOTE} ${UPDATED_AT_NOTE}`,
    example: {
      body: { data: { first_name: 'Ada' } },
      response: { ok: true, msg: TEXTS.updated, data: { updated_at: EXAMPLE_LATER_TIME } },
    },
  }),
}));
