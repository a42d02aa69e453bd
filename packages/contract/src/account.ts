import { z } from 'zod';
import { AT, BUSY, GONE, LATER, READ_AT, RECENT, staleOr } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { updated } from './errors.ts';
import { callBody, email, line, moment, newPassword, readAt } from './fields.ts';
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
  updated_at: moment,
});
export type Account = z.infer<typeof account>;

export const accountResponse = z.object({ ok: z.literal(true), data: account });

/** Sets the given fields. A change of the email address or the password needs recent authentication. */
export const updateAccount = callBody({
  updated_at: readAt,
  data: z
    .strictObject({
      email: email.optional(),
      first_name: line(100).describe('Your first name: one line, not blank.').optional(),
      last_name: line(100).describe('Your last name: one line, not blank.').optional(),
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
    errors: GONE,
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
          updated_at: AT,
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
    body: updateAccount,
    response: updated,
    errors: { ...GONE, ...BUSY, ...staleOr('the email address has an account already.') },
    revokesSessions: true,
    subject: 'admin',
    summary: 'Change your own account, as an administrator',
    description: `Another email address or password revokes your other sessions. ${RECENT} ${READ_AT}`,
    example: {
      body: { data: { first_name: 'Ada' } },
      response: { ok: true, msg: TEXTS.updated, data: { updated_at: LATER } },
    },
  }),
}));
