import { z } from 'zod';
import { newAppUserFields, consentText } from './app-users.ts';
import { EXAMPLE_NEW_PASSWORD, PASSWORD_LIMIT_ERRORS, PAUSED_NOTE } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { callBody } from './fields.ts';

/** Import of app users from a CSV file: a dry run that changes nothing, then calls that each add some of its rows. */

/** Maximum users of one file, and its maximum length in characters. */
export const MAX_IMPORT_ROWS = 500;
const MAX_IMPORT_LENGTH = 100_000;
/** Maximum users that one call adds: each needs a password hash. */
const MAX_IMPORT_PART = 50;

/** The columns of a file, each with the name that row 1 of the template gives it. */
export const IMPORT_COLUMNS = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  password: 'Password',
  consent: 'SMS consent',
} as const;
export type ImportColumn = keyof typeof IMPORT_COLUMNS;

/** The fields of a user that a file has columns for. */
export const importedUser = z.object(newAppUserFields);

const csv = z
  .string('is required')
  .max(MAX_IMPORT_LENGTH, 'The file is longer than 100,000 characters. Divide it into several files.')
  .refine((text) => !text.includes('\u0000') && !text.includes('\uFFFD'), {
    message: 'The file is not encoded as UTF-8. Save it as “CSV UTF-8” and choose it again.',
  })
  .refine((text) => text.isWellFormed(), 'has a broken character')
  .describe(
    `The text of a CSV file of at most ${MAX_IMPORT_ROWS} users: cells separated by commas, semicolons or tabs. Row 1 names the columns ${Object.values(IMPORT_COLUMNS).join(', ')}, in any order; other columns are ignored.`,
  );

const rowNumber = z
  .number('must be row numbers')
  .int('must be row numbers')
  .min(2, 'must be row numbers from 2')
  .max(MAX_IMPORT_LENGTH, 'must be rows of the file');

const importRow = z.object({
  row: z.number().int().describe('The row as spreadsheets number it: row 1 names the columns.'),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  problems: z
    .array(
      z.object({
        column: z.enum(['name', 'email', 'phone', 'password', 'consent']).nullable(),
        msg: z.string(),
      }),
    )
    .describe(
      'Why the row cannot be added; empty if it can. `column` is null for a problem of the entire row.',
    ),
});
export type CheckedImportRow = z.infer<typeof importRow>;

const checkResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    rows: z.array(importRow),
    ignored: z.array(z.string()).describe('Columns of the file that are not imported.'),
  }),
});
export type ImportCheck = z.infer<typeof checkResponse>['data'];

const importResponse = doneResponse.extend({
  data: z.object({
    added: z.array(z.object({ row: z.number().int(), id: z.number().int() })).describe('The new app users.'),
    failed: z
      .array(z.object({ row: z.number().int(), msg: z.string() }))
      .describe('The other rows, each with the reason.'),
    repeated: z
      .literal(true)
      .optional()
      .describe('An earlier call with the same idempotency key added these users; this call added nothing.'),
  }),
});
export type ImportResult = z.infer<typeof importResponse>['data'];

const EXAMPLE_FILE = `Name,Email,Phone,Password,SMS consent\nAnn Lee,ann.lee@example.com,+1 202 555 0144,${EXAMPLE_NEW_PASSWORD},yes\n`;

export const appUserImportCalls = defineCalls(() => ({
  check: defineCall({
    name: 'checkAppUserImport',
    method: 'POST',
    path: '/checkImport/app_user',
    bases: ['/tapi/v1'],
    permission: 'app_user.create',
    body: callBody({ csv }),
    response: checkResponse,
    changes: false,
    audited: false,
    subject: 'app_user',
    summary: 'Check a CSV file of app users without adding any',
    description:
      'A dry run: lists the rows of the file, each with its problems. A file that cannot be read as such rows is rejected (400).',
    example: {
      body: { csv: EXAMPLE_FILE },
      response: {
        ok: true,
        data: {
          rows: [
            { row: 2, name: 'Ann Lee', email: 'ann.lee@example.com', phone: '+1 202 555 0144', problems: [] },
          ],
          ignored: [],
        },
      },
    },
  }),
  import: defineCall({
    name: 'importAppUsers',
    method: 'POST',
    path: '/import/app_user',
    bases: ['/tapi/v1'],
    permission: 'app_user.create',
    body: callBody({
      csv,
      rows: z
        .array(rowNumber, { error: 'must be a list of row numbers' })
        .min(1, 'is required')
        .max(MAX_IMPORT_PART, `must be at most ${MAX_IMPORT_PART} row numbers`)
        .describe(`The rows to add, at most ${MAX_IMPORT_PART}. The other rows of the file are not added.`),
      sms_consent: consentText.describe(
        'The text that each person of these rows agreed to; stored for each with the number, the time and the caller.',
      ),
    }),
    idempotent: true,
    response: importResponse,
    errors: {
      ...PASSWORD_LIMIT_ERRORS,
      409: {
        description:
          'Someone else added a user with one of the addresses at the same moment: nothing was added.',
        msg: 'Someone else added one of these users at the same time. Nothing was added: try again.',
        field: 'rows',
      },
    },
    subject: 'app_user',
    summary: 'Add app users from rows of a CSV file',
    description: `All listed rows without a problem are added in one transaction, each with its own audit entry; the response lists the others with their reasons. ${PAUSED_NOTE}`,
    example: {
      body: {
        csv: EXAMPLE_FILE,
        rows: [2],
        sms_consent: 'This user agrees to receive text messages (SMS) at this number.',
      },
      response: { ok: true, msg: '1 added.', data: { added: [{ row: 2, id: 2 }], failed: [] } },
    },
  }),
}));
