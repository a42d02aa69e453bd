import { z } from 'zod';
import { moment } from './fields.ts';

export { RECENT_AUTHENTICATION } from './error-codes.ts';

/** What a refused call answers; `field` is the path of the input that is wrong, e.g. `data.email`. */
export const fieldProblem = z.object({ msg: z.string(), field: z.string().optional() });
export type FieldProblem = z.infer<typeof fieldProblem>;

/** `code` identifies a rejection that a client acts on, instead of only showing it. */
export const failure = z.object({
  ok: z.literal(false),
  msg: z.string(),
  errors: z.array(fieldProblem),
  code: z.string().optional(),
});
export type Failure = z.infer<typeof failure>;

/** Sign-in and sign-up answer a refusal with the plain list. */
export const failureList = z.array(fieldProblem);

/** The answer of a call that changed something. */
export const done = z.object({ ok: z.literal(true), msg: z.string() });

/** The answer of a call that changed a row: its new `updated_at`, which the next change of it sends along. */
export const updated = done.extend({ data: z.object({ updated_at: moment }) });

/** The answer of a call that made a row. */
export const created = done.extend({ data: z.object({ id: z.number().int() }) });
