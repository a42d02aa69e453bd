import { z } from 'zod';
import { callBody, email, line, moment, newPassword, readAt } from './fields.ts';

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
      first_name: line(100).optional(),
      last_name: line(100).optional(),
      password: newPassword.optional(),
    })
    .refine((data) => Object.keys(data).length > 0, 'has nothing to change'),
});
