import { z } from 'zod';
import { FAILURE_CODES } from './error-codes.ts';
import { timestamp } from './fields.ts';

export { RECENT_AUTHENTICATION } from './error-codes.ts';

/** One problem of a rejected call; `field` is the path of the invalid input, e.g. `data.email`. */
export const fieldProblem = z.object({ msg: z.string(), field: z.string().optional() });
export type FieldProblem = z.infer<typeof fieldProblem>;

export const failure = z.object({
  ok: z.literal(false),
  msg: z.string(),
  errors: z.array(fieldProblem),
  code: z
    .enum(FAILURE_CODES)
    .optional()
    .describe(
      'Identifies a rejection that a client acts on, instead of only showing it. Of a 403: `recent_authentication`, the caller must confirm its password first. Of a 401: `sign_in_required`, there is no such session; `session_expired`, the session has expired or was revoked; `account_blocked`.',
    ),
});
export type Failure = z.infer<typeof failure>;

/** The error body of sign-in and sign-up: the plain list of problems. */
export const failureList = z.array(fieldProblem);

/** The response of a call that changed data. */
export const doneResponse = z.object({ ok: z.literal(true), msg: z.string() });

/** The response of a call that changed a row: its new `updated_at`, which the next change must send. */
export const updatedResponse = doneResponse.extend({ data: z.object({ updated_at: timestamp }) });

/** The response of a call that created a row. */
export const createdResponse = doneResponse.extend({
  data: z.object({
    id: z.number().int(),
    repeated: z
      .literal(true)
      .optional()
      .describe('An earlier call with the same idempotency key created the row; this call created nothing.'),
  }),
});
