import { z } from 'zod';
import { done } from './errors.ts';
import { callBody, email, givenPassword, newPassword } from './fields.ts';
import { TEXTS } from './texts.ts';

/** Calls of the sign-in base `/sapi/v1`, changePassword and confirmPassword. */

export const consoleRole = z.enum(['team', 'admin'], { error: 'must be team or admin' });

export const login = z.strictObject({ email, password: givenPassword, role: consoleRole });

export const signedInUser = z.object({
  id: z.number().int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_name: z.string().optional(),
  role: consoleRole,
});
export type SignedInUser = z.infer<typeof signedInUser>;

export const loginResponse = z.object({
  ok: z.literal(true),
  data: z.object({ token: z.string(), user: signedInUser, role: consoleRole }),
});

export const forgotPassword = z.strictObject({ email, role: consoleRole });

const linkToken = z.string().min(1, 'is required').max(200).describe('The token of the mailed link.');

export const resetPassword = z
  .strictObject({
    token: linkToken,
    password: newPassword,
    re_password: z.string().max(128).describe('The password once more.'),
  })
  .refine((body) => body.password === body.re_password, {
    path: ['re_password'],
    message: TEXTS.passwordMismatch,
    when: ({ value }) => typeof (value as { password?: unknown } | undefined)?.password === 'string',
  });

export const changePassword = callBody({ password: newPassword });

/** How long a link of a forgotten password works, in minutes. */
export const RESET_MINUTES = 10;

/**
 * A change of a password, an email address or a phone number needs a sign-in or a confirmed password within so many
 * minutes. Without it the call returns 403 with the code RECENT_AUTHENTICATION.
 */
export const RECENT_MINUTES = 15;

/** The caller's own password again. */
export const confirmPassword = callBody({ password: givenPassword });

/** The session goes on under a new token; the one of the call works for half a minute more. */
export const confirmPasswordResponse = done.extend({ data: z.object({ token: z.string() }) });

/** How long a link works that allows sign-ins from a network again, in minutes. */
export const UNLOCK_MINUTES = 60;

export const unlockSignIn = z.strictObject({ token: linkToken });

/** A call that says nothing but who calls. */
export const logout = callBody({});
