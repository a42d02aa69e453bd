import { z } from 'zod';
import { isPhoneNumber } from './split-list.ts';

/** Building blocks of the call schemas: ids, lines, texts, addresses. Lengths are in UTF-16 code units. */

/** The largest id that a call accepts and that PostgreSQL can store. */
export const MAX_ID = 2_147_483_647;

const NO_ID = 'must be a whole number from 1';
const noId = { error: ({ input }: { input: unknown }) => (input === undefined ? 'is required' : NO_ID) };
const digits = z.string(noId).regex(/^\d{1,10}$/, NO_ID);
const idNumber = z.number().int(NO_ID).min(1, NO_ID).max(MAX_ID, 'is larger than any id');

/** An id in a body: an integer, or its decimal digits as HTML forms send them. */
const id = z.union([z.number(), digits], noId).transform(Number).pipe(idNumber);

/** The id in a body of the record that `record` names. */
/* @__NO_SIDE_EFFECTS__ */
export function createIdSchema(record: string) {
  return id.describe(`The id of ${record}, as a number or as digits.`);
}

/** An id in a query: decimal digits. */
const queryId = digits.transform(Number).pipe(idNumber);

/** The id in a query that `description` is about. */
/* @__NO_SIDE_EFFECTS__ */
export function createQueryIdSchema(description: string) {
  return queryId.describe(description);
}

// These patterns search for control characters: a line has none, a text has only tabs and line breaks.
// oxlint-disable-next-line no-control-regex
const CONTROL_IN_LINE = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/;
// oxlint-disable-next-line no-control-regex
const CONTROL_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const required = {
  error: (issue: { input: unknown }) => (issue.input === undefined ? 'is required' : 'must be text'),
};

/** One line of text without control characters, not blank, at most `max` long. */
export function requiredLine(max: number) {
  return z
    .string(required)
    .max(max, `must be at most ${max} characters`)
    .refine((value) => value.trim() !== '', 'is required')
    .refine((value) => !CONTROL_IN_LINE.test(value), 'must be one line without control characters')
    .refine((value) => value.isWellFormed(), 'has a broken character')
    .describe('One line, not blank.');
}

/** They change the direction of the text after them: a name could make the sentence around it unreadable. */
const DIRECTION_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;

/** Why a text cannot be a name, though it can be one line; null if it can. Names from before this rule stay as they are. */
export function nameProblem(value: string): string | null {
  return DIRECTION_CONTROL.test(value)
    ? 'has hidden characters that change the direction of text: type it again'
    : null;
}

/** One line like `requiredLine`, without characters that change the direction of text. */
export function requiredName(max: number) {
  return requiredLine(max).superRefine((value, context) => {
    const message = nameProblem(value);
    if (message) context.addIssue({ code: 'custom', message });
  });
}

/** Text of several lines, without other control characters, at most `max` long. It may be blank. */
export function optionalText(max: number) {
  return z
    .string(required)
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !CONTROL_IN_TEXT.test(value), 'has a control character that can’t be sent')
    .refine((value) => value.isWellFormed(), 'has a broken character');
}

/** One line like `requiredLine`, or an empty string. */
export function optionalLine(max: number) {
  return z.union([z.literal(''), requiredLine(max)], {
    error: `must be one line of at most ${max} characters without control characters`,
  });
}

/** Like `optionalText`, but not blank. */
export function requiredText(max: number) {
  return optionalText(max).refine((value) => value.trim() !== '', 'is required');
}

export const email = requiredLine(254)
  .refine((value) => isEmailAddress(value), 'must be an email address, like name@example.com')
  .describe('An email address, like name@example.com.');

const EMAIL_PATTERN =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

/** True for one plain address (RFC 5321 dot-string and a domain of two labels or more), nothing around it. */
export function isEmailAddress(value: string): boolean {
  return value.length <= 254 && value.indexOf('@') <= 64 && EMAIL_PATTERN.test(value);
}

/** A phone number as people write it: 7 to 15 digits with spaces, dots, dashes and brackets, and a + in front. */
export const phone = requiredLine(32)
  .refine(isPhoneNumber, 'must have 7 to 15 digits, like +1 202 555 0143')
  .describe('A phone number of 7 to 15 digits, like +1 202 555 0143.');

/** A new password: 8 to 128 characters. The server also rejects the most common ones. */
export const newPassword = z
  .string(required)
  .min(8, 'must be at least 8 characters')
  .max(128, 'must be at most 128 characters')
  .describe('8 to 128 characters, and none of the most common passwords.');

/** A password to check: any text that is short enough to hash. */
export const passwordToCheck = z
  .string(required)
  .min(1, 'is required')
  .max(128, 'must be at most 128 characters')
  .describe('The password of the account.');

/** Account states of subscribers and app users: 1 active, 0 blocked. */
export const status = z
  .union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')], {
    error: 'must be 1 (active) or 0 (blocked)',
  })
  .transform((value) => (Number(value) === 1 ? 1 : 0))
  .describe('1 active, 0 blocked.');

/** The message for an invalid timestamp. */
export const INVALID_TIMESTAMP = 'must be a moment like 2026-11-21T08:14:07.000Z';

/** A timestamp in UTC, ISO 8601 with milliseconds and Z, e.g. 2026-11-21T08:14:07.000Z. */
export const timestamp = z.iso.datetime({ precision: 3, error: INVALID_TIMESTAMP });

/**
 * False for a timestamp outside the years 1 to 9999 (UTC), which both databases can store. True for text that is not a
 * timestamp.
 */
export function isStorable(value: string): boolean {
  const at = Date.parse(value);
  if (Number.isNaN(at)) return true;
  return at >= Date.parse('0001-01-01T00:00:00.000Z') && at <= Date.parse('9999-12-31T23:59:59.999Z');
}

export const queryTimestamp = timestamp.refine(isStorable, 'must be a moment of the years 1 to 9999');
/** The filters of a list by time. */
export const queryFrom = queryTimestamp.describe(
  'Only rows at or after this moment in UTC, like 2026-11-21T08:14:07.000Z.',
);
export const queryTo = queryTimestamp.describe(
  'Only rows before this moment in UTC, like 2026-11-21T08:14:07.000Z.',
);

/** The filter of a list by typed text. */
/* @__NO_SIDE_EFFECTS__ */
export function querySearch(description: string) {
  return requiredLine(100).describe(
    `${description} Case and accents do not matter, nor does the notation of a phone number.`,
  );
}

function between(least: number, most: number) {
  const message = `must be a number from ${least} to ${most}`;
  const noNumber = {
    error: ({ input }: { input: unknown }) => (input === undefined ? 'is required' : message),
  };
  return z.number(noNumber).min(least, message).max(most, message);
}

export const location = z
  .strictObject({
    lat: between(-90, 90).describe('Degrees north.'),
    lng: between(-180, 180).describe('Degrees east.'),
    accuracy: between(0, 100_000_000).nullish().describe('Meters.'),
    at: z.iso
      .datetime({ offset: true, error: INVALID_TIMESTAMP })
      .nullish()
      .describe('When it was measured.'),
  })
  .describe('The phone’s location.');
export type Location = z.infer<typeof location>;

export const clientId = z
  .uuid({ error: 'must be a UUID' })
  .transform((value) => value.toLowerCase())
  .describe(
    'The phone’s own id for a submission. A submission with the same id gets the first response again and has no other effect.',
  );

/** The row's `updated_at` as the caller read it: a row that has changed since is not overwritten. If absent, it is. */
export const expectedUpdatedAt = timestamp
  .refine(isStorable, 'must be the updated_at from the list')
  .optional()
  .describe(
    'The row’s `updated_at` from the last read: a row that has changed since then is not overwritten (409). Without it, the last save wins.',
  );

/**
 * The body of a console's call: `shape`, and the fields that clients of the specification also send. All other fields
 * are rejected, and the error names them.
 */
/* @__NO_SIDE_EFFECTS__ */
export function callBody<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({
    token: z
      .string()
      .optional()
      .describe('Accepted and ignored: the token of the query or the header is used.'),
    my: z.string().optional().describe('Accepted and ignored: a subscriber can only access its own rows.'),
    ...shape,
  });
}
