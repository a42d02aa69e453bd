import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import {
  PASSWORD_LIMIT_ERRORS,
  EXAMPLE_NEW_PASSWORD,
  EXAMPLE_PASSWORD,
  RECENT_SIGN_IN_NOTE,
  SIGN_IN_ERRORS,
  EXAMPLE_TOKEN,
  RATE_LIMIT_ERROR,
} from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { callBody, email, passwordToCheck, newPassword } from './fields.ts';
import { RECENT_MINUTES } from './recent-minutes.ts';
import { TEXTS } from './texts.ts';

/** Calls of the sign-in base `/sapi/v1`, changePassword and confirmPassword. */

const consoleRole = z.enum(['team', 'admin'], { error: 'must be team or admin' });

const signInRole = consoleRole.describe('Whether the account is a subscriber’s or an administrator’s.');

const loginBody = z.strictObject({ email, password: passwordToCheck, role: signInRole });

export const signedInUser = z.object({
  id: z.number().int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_name: z.string().optional(),
  role: consoleRole,
});
export type SignedInUser = z.infer<typeof signedInUser>;

const loginResponse = z.object({
  ok: z.literal(true),
  data: z.object({ token: z.string(), user: signedInUser, role: consoleRole }),
});

const forgotPasswordBody = z.strictObject({ email, role: signInRole });

const linkToken = z.string().min(1, 'is required').max(200).describe('The token of the emailed link.');

const resetPasswordBody = z
  .strictObject({
    token: linkToken,
    password: newPassword,
    re_password: z.string().max(128).describe('The same password again.'),
  })
  .refine((body) => body.password === body.re_password, {
    path: ['re_password'],
    message: TEXTS.passwordMismatch,
    when: ({ value }) => typeof (value as { password?: unknown } | undefined)?.password === 'string',
  });

export const changePasswordBody = callBody({ password: newPassword });

/** How long a link of a forgotten password works, in minutes. */
export const RESET_MINUTES = 10;

/** The caller confirms its own password. */
const confirmPasswordBody = callBody({ password: passwordToCheck });

/** The session continues under a new token; the token of the call works for another 30 seconds. */
const confirmPasswordResponse = doneResponse.extend({ data: z.object({ token: z.string() }) });

/** How long a link works that allows logins from a network again, in minutes. */
export const UNLOCK_MINUTES = 60;

const unlockSignInBody = z.strictObject({ token: linkToken });

/** A call without parameters other than the token. */
export const logoutBody = callBody({});

/** Calls of the sign-in base. */
export const signInCalls = defineCalls(() => ({
  login: defineCall({
    name: 'logIn',
    method: 'POST',
    path: '/login',
    bases: ['/sapi/v1'],
    permission: 'public',
    body: loginBody,
    response: loginResponse,
    errors: SIGN_IN_ERRORS,
    errorShape: 'list',
    subject: 'caller',
    summary: 'Log in to the console',
    description: 'An error is a plain list of problems. The token is sent with every other call.',
    example: {
      body: { email: 'safety@example.com', password: EXAMPLE_PASSWORD, role: 'team' },
      response: {
        ok: true,
        data: {
          token: EXAMPLE_TOKEN,
          user: {
            id: 1,
            email: 'safety@example.com',
            first_name: 'Tess',
            last_name: 'Miller',
            account_name: 'Ridgeline Construction',
            role: 'team',
          },
          role: 'team',
        },
      },
    },
  }),
  logout: defineCall({
    name: 'logOut',
    method: 'POST',
    path: '/logout',
    bases: ['/sapi/v1'],
    permission: 'session.end',
    body: logoutBody,
    response: doneResponse,
    errors: RATE_LIMIT_ERROR,
    revokesSessions: true,
    audited: false,
    summary: 'End this session',
    example: { body: {}, response: { ok: true, msg: 'You are logged out.' } },
  }),
  forgotPassword: defineCall({
    name: 'forgotPassword',
    method: 'POST',
    path: '/forgotPassword',
    bases: ['/sapi/v1'],
    permission: 'public',
    body: forgotPasswordBody,
    response: doneResponse,
    errors: {
      ...RATE_LIMIT_ERROR,
      503: {
        description: 'This server does not send email, or it is overloaded or stopping.',
        msg: 'This server can’t send email yet, so it can’t send a link. Ask the administrator of this server to configure email.',
      },
    },
    audited: false,
    summary: 'Request a link to set a new password',
    description:
      'The response is the same whether or not the account exists. 503 if the server cannot send email.',
    example: {
      body: { email: 'safety@example.com', role: 'team' },
      response: {
        ok: true,
        msg: 'If this account exists, we emailed it a link to set a new password.',
      },
    },
  }),
  resetPassword: defineCall({
    name: 'resetPassword',
    method: 'POST',
    path: '/resetPassword',
    bases: ['/sapi/v1'],
    permission: 'public',
    body: resetPasswordBody,
    response: doneResponse,
    errors: RATE_LIMIT_ERROR,
    revokesSessions: true,
    subject: 'caller',
    summary: 'Set a new password with an emailed link',
    description:
      'A link works once, for 10 minutes, and only while the account has the address that it was sent to.',
    example: {
      body: {
        token: 'the-token-of-the-link',
        password: EXAMPLE_NEW_PASSWORD,
        re_password: EXAMPLE_NEW_PASSWORD,
      },
      response: { ok: true, msg: TEXTS.passwordUpdated },
    },
  }),
  unlockSignIn: defineCall({
    name: 'unlockSignIn',
    method: 'POST',
    path: '/unlockSignIn',
    bases: ['/sapi/v1'],
    permission: 'public',
    body: unlockSignInBody,
    response: doneResponse,
    errors: RATE_LIMIT_ERROR,
    subject: 'caller',
    summary: 'Allow logins from this network again with an emailed link',
    description:
      'After many failed attempts an account accepts logins only from networks that it knows. The link, sent to its address, adds the network of this call. It works once, for 60 minutes.',
    example: {
      body: { token: 'the-token-of-the-link' },
      response: { ok: true, msg: 'You can log in from here again.' },
    },
  }),
}));

/** Calls about the password of the console’s own accounts. */
export const ownPasswordCalls = defineCalls(() => ({
  change: defineCall({
    name: 'changePassword',
    method: 'POST',
    path: '/changePassword',
    bases: CONSOLE_BASES,
    permission: 'password.change',
    body: changePasswordBody,
    response: doneResponse,
    errors: PASSWORD_LIMIT_ERRORS,
    revokesSessions: true,
    subject: 'caller',
    summary: 'Change your own password; other sessions are revoked',
    description: RECENT_SIGN_IN_NOTE,
    example: { body: { password: EXAMPLE_NEW_PASSWORD }, response: { ok: true, msg: TEXTS.passwordUpdated } },
  }),
  confirm: defineCall({
    name: 'confirmPassword',
    method: 'POST',
    path: '/confirmPassword',
    bases: CONSOLE_BASES,
    permission: 'password.confirm',
    body: confirmPasswordBody,
    response: confirmPasswordResponse,
    errors: PASSWORD_LIMIT_ERRORS,
    subject: 'caller',
    summary: 'Confirm your own password',
    description: `For ${RECENT_MINUTES} minutes the session may then change passwords, email addresses and phone numbers. It continues under the token of the response; the token of the call stops working after 30 seconds.`,
    example: {
      body: { password: EXAMPLE_PASSWORD },
      response: { ok: true, msg: 'Password confirmed.', data: { token: EXAMPLE_TOKEN } },
    },
  }),
}));
