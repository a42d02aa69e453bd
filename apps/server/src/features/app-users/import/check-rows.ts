import {
  IMPORT_COLUMNS,
  importedUser,
  type CheckedImportRow,
  type ImportColumn,
} from '@callpoint/contract/app-user-import';
import { foreignPhoneProblem } from '@callpoint/alerts/sms/foreign-numbers';
import { normalizePhone } from '@callpoint/alerts/sms/normalize-numbers';
import type { homeCountry } from '@callpoint/alerts/sms/phone-numbers';
import { maxUsersText } from '@callpoint/contract/app-users';
import type { z } from 'zod';
import { passwordProblems } from '../../../http/auth/password-rules.ts';
import { toFieldProblems } from '../../../http/errors/problems.ts';
import { Slices } from '../../../scheduling/slices.ts';
import { EMAIL_TAKEN } from '../app-users.repository.ts';
import type { FileRow } from './user-file.ts';

/** The checks of each row, the same as those of a single new user. */

export type ImportedUser = z.output<typeof importedUser>;
/** A row of the file with its problems. `user` is null if there is one. */
export type CheckedRow = Omit<CheckedImportRow, 'problems'> & {
  problems: CheckedImportRow['problems'];
  user: ImportedUser | null;
};

export type ImportLimits = {
  accountName: string;
  /** The country of numbers without a country code. */
  country: ReturnType<typeof homeCountry>;
  /** Addresses, in lower case, with which someone logs in. */
  taken: ReadonlySet<string>;
  maxUsers: number;
  /** App users that the subscriber has. */
  used: number;
};

const COLUMNS = Object.keys(IMPORT_COLUMNS) as ImportColumn[];

/** The longest part of a cell that a response repeats. */
const MAX_SHOWN = 254;

const YES = new Set(['yes', 'y', 'true', '1', 'x']);
const NO_CONSENT = 'SMS consent must be yes: ask the person whether they agree to SMS before you add them.';
const TOO_LONG =
  'The row has more cells than row 1. Put a cell that contains the separator in quotation marks.';

/**
 * Checks these rows of a file. The earliest ones may be added as far as the plan allows.
 * @param all every row of the file: an address that an earlier row has cannot be used again
 */
export async function checkRows(
  rows: readonly FileRow[],
  all: readonly FileRow[],
  limits: ImportLimits,
): Promise<CheckedRow[]> {
  const firstRows = firstRowOfEachEmail(all);
  const checked: CheckedRow[] = [];
  let free = limits.maxUsers - limits.used;
  const slices = new Slices();
  for (const row of rows) {
    await slices.pause();
    const result = checkRow(row, firstRows, limits);
    if (result.user !== null) {
      free -= 1;
      if (free < 0) {
        result.problems.push({ column: null, msg: maxUsersText(limits.maxUsers) });
        result.user = null;
      }
    }
    checked.push(result);
  }
  return checked;
}

function checkRow(
  { row, values, isTooLong }: FileRow,
  firstRows: ReadonlyMap<string, number>,
  limits: ImportLimits,
): CheckedRow {
  const { consent, ...typed } = values;
  const user =
    typed.phone === undefined ? typed : { ...typed, phone: normalizePhone(typed.phone, limits.country) };
  const parsed = importedUser.safeParse(user);
  /** The first problem of each column. */
  const found: Partial<Record<ImportColumn, string>> = {};
  for (const { msg, field } of parsed.success ? [] : toFieldProblems(parsed.error.issues)) {
    if (isColumn(field)) found[field] ??= msg;
  }
  const foreign = foreignPhoneProblem(typed.phone, null, limits.country);
  if (foreign !== null) found.phone ??= foreign;
  const email = (user.email ?? '').toLowerCase();
  const earlier = firstRows.get(email);
  if (earlier !== undefined && earlier !== row) found.email ??= `Email is the same as in row ${earlier}.`;
  if (limits.taken.has(email)) found.email ??= EMAIL_TAKEN;
  if (user.password !== undefined) {
    const [weak] = passwordProblems(user.password, { ...user, account_name: limits.accountName });
    if (weak !== undefined) found.password ??= weak;
  }
  if (!YES.has((consent ?? '').toLowerCase())) found.consent = NO_CONSENT;
  const problems = [
    ...(isTooLong ? [{ column: null, msg: TOO_LONG }] : []),
    ...COLUMNS.flatMap((column) => {
      const msg = found[column];
      return msg === undefined ? [] : [{ column, msg }];
    }),
  ];
  return {
    row,
    name: shown(user.name),
    email: shown(user.email),
    phone: shown(user.phone),
    problems,
    user: parsed.success && problems.length === 0 ? parsed.data : null,
  };
}

function shown(cell = ''): string {
  return cell.slice(0, MAX_SHOWN);
}

function firstRowOfEachEmail(rows: readonly FileRow[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const { row, values } of rows) {
    const email = values.email?.toLowerCase();
    if (email !== undefined && !first.has(email)) first.set(email, row);
  }
  return first;
}

function isColumn(field: string | undefined): field is ImportColumn {
  return field !== undefined && Object.hasOwn(IMPORT_COLUMNS, field);
}
