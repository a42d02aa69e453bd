import { homeCountry, type SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import {
  appUserImportCalls,
  type CheckedImportRow,
  type ImportResult,
} from '@callpoint/contract/app-user-import';
import { maxUsersText } from '@callpoint/contract/app-users';
import { CHANNELS } from '@callpoint/contract/channels/channels';
import type { FastifyRequest } from 'fastify';
import type { AccountsDb } from '../../../db/handles/accounts.ts';
import { isUniqueViolation } from '../../../db/dialect.ts';
import type { OtherHandles, TenantDb } from '../../../db/handles/tenant.ts';
import { getCaller, getTenantDb } from '../../../http/auth/guard.ts';
import { createAccountHashing, createAccountHashingWithQuota } from '../../../http/auth/hashing.ts';
import { hashPassword } from '../../../http/auth/passwords.ts';
import { conflict, notFound, rejectConflict, tooManyChangesToday } from '../../../http/errors/call-error.ts';
import { createOnce } from '../../../http/idempotency.ts';
import type { App } from '../../../http/api/schemas.ts';
import { pausedReason } from '../../../payments/overdue/paused-changes.ts';
import { lockOwnAddresses } from '../../../sending-limits/changed-addresses.ts';
import { findTakenEmails, insertAppUser, lockUserLimit, readUserLimit } from '../app-users.repository.ts';
import { consentOf } from '../sms-consent.ts';
import { checkRows, type CheckedRow, type ImportedUser } from './check-rows.ts';
import { parseUserFile, type FileRow } from './user-file.ts';

const ADDED_MEANWHILE =
  'Someone else added one of these users at the same time. Nothing was added: try again.';
const NO_ROW = 'The file has no such row.';
const NOT_ADDED = 'The first attempt did not add this row, or its user has another address now.';
const DELETED_SINCE = 'The first attempt added this user, who has been deleted since then.';

/** A row to add, with the hash of its password. */
type Prepared = { row: number; user: Omit<ImportedUser, 'password'>; password_hash: string };

type ImportDependencies = { accounts: AccountsDb; smsCountries: SmsCountries };

/** The import of a subscriber's own app users from a CSV file. */
export function appUserImportRoutes(app: App, dependencies: ImportDependencies): void {
  const { accounts } = dependencies;
  app.handle(
    appUserImportCalls.check,
    async (request) => {
      const { rows, ignored } = await parseUserFile(request.body.csv);
      const checked = await check(request, dependencies, rows, rows);
      return { ok: true as const, data: { rows: checked.map(toResponse), ignored } };
    },
    { expensive: 'bulk' },
  );

  app.handle(
    appUserImportCalls.import,
    async (request) => {
      const { csv, rows: numbers, sms_consent: wording } = request.body;
      const caller = getCaller(request);
      const teamId = teamOf(request);
      const file = await parseUserFile(csv);
      const wanted = new Set(numbers);
      const rows = file.rows.filter(({ row }) => wanted.has(row));
      let result: ImportResult = { added: [], failed: [] };
      const prepare = async () => {
        rejectConflict(await pausedReason(getTenantDb(request), teamId));
        const checked = await check(request, dependencies, rows, file.rows);
        const prepared = await hashAll(request, checked);
        return async (tenant: TenantDb, others: OtherHandles) => {
          result = { added: [], failed: failures(numbers, checked) };
          if (prepared.length === 0) return 0;
          const countOwn = await lockOwnAddresses(others.platform, teamId, CHANNELS);
          const limit = await lockUserLimit(tenant, teamId);
          if (!limit) throw notFound();
          const free = Math.max(0, limit.maxUsers - limit.used);
          const added = prepared.slice(0, free);
          if (!(await countOwn(added.length))) {
            throw tooManyChangesToday('addresses and phone numbers of app users');
          }
          for (const { row, user, password_hash } of added) {
            const sms_consent = consentOf(caller, user.phone, wording);
            const id = await insertAppUser(tenant, teamId, { ...user, password_hash, sms_consent });
            result.added.push({ row, id });
          }
          for (const { row } of prepared.slice(free)) {
            result.failed.push({ row, msg: maxUsersText(limit.maxUsers) });
          }
          return result.added[0]?.id ?? 0;
        };
      };
      const { id, repeated } = await rejectAddedMeanwhile(() => createOnce(request, accounts, prepare));
      const data = repeated
        ? { ...(await repeatedResult(getTenantDb(request), rows, id)), repeated }
        : { ...result, failed: result.failed.toSorted((one, other) => one.row - other.row) };
      return { ok: true as const, msg: summary(data), data };
    },
    { expensive: 'bulk' },
  );
}

/** Without the password. */
function toResponse({ row, name, email, phone, problems }: CheckedRow): CheckedImportRow {
  return { row, name, email, phone, problems };
}

/** The rows with their problems, as of now. */
async function check(
  request: FastifyRequest,
  { accounts, smsCountries }: ImportDependencies,
  rows: readonly FileRow[],
  all: readonly FileRow[],
): Promise<CheckedRow[]> {
  const tenant = getTenantDb(request);
  const limit = await readUserLimit(tenant, teamOf(request));
  if (!limit) throw notFound();
  const emails = rows.flatMap(({ values }) => values.email ?? []);
  const taken = await findTakenEmails(accounts, emails);
  const country = homeCountry(limit.phone, smsCountries);
  return await checkRows(rows, all, { ...limit, country, taken });
}

/** Hashes the passwords one after the other in the fair queue; the call counts once for the quota of passwords. */
async function hashAll(request: FastifyRequest, rows: readonly CheckedRow[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const { row, user: valid } of rows) {
    if (valid === null) continue;
    const { password, ...user } = valid;
    const hashing = (prepared.length === 0 ? createAccountHashingWithQuota : createAccountHashing)(request);
    prepared.push({ row, user, password_hash: await hashing(() => hashPassword(password)) });
  }
  return prepared;
}

/** The rows that cannot be added, and those that the file does not have, each with its reason. */
function failures(numbers: readonly number[], checked: readonly CheckedRow[]): ImportResult['failed'] {
  const known = new Set(checked.map(({ row }) => row));
  return [
    ...[...new Set(numbers)].filter((row) => !known.has(row)).map((row) => ({ row, msg: NO_ROW })),
    ...checked
      .filter(({ user }) => user === null)
      .map(({ row, problems }) => ({ row, msg: problems.map(({ msg }) => msg).join(' ') })),
  ];
}

/**
 * What the first call with the same key did. It added its users in one transaction, so they have the id of the first one
 * or a later id.
 */
async function repeatedResult(
  tenant: TenantDb,
  rows: readonly FileRow[],
  firstId: number,
): Promise<ImportResult> {
  const emails = rows.flatMap(({ values }) => values.email?.toLowerCase() ?? []);
  const users =
    firstId === 0 || emails.length === 0
      ? []
      : await tenant.selectFrom('app_user').select(['id', 'email']).where('id', '>=', firstId).execute();
  const ids = new Map(users.map(({ id, email }) => [email.toLowerCase(), id]));
  const deleted = new Set(
    firstId === 0 ? [] : (await tenant.deletedItems.findEmails(firstId)).map((email) => email.toLowerCase()),
  );
  const result: ImportResult = { added: [], failed: [] };
  for (const { row, values } of rows) {
    const email = values.email?.toLowerCase() ?? '';
    const id = ids.get(email);
    if (id === undefined) {
      result.failed.push({ row, msg: deleted.delete(email) ? DELETED_SINCE : NOT_ADDED });
      continue;
    }
    result.added.push({ row, id });
    // A later row with the same address was not added.
    ids.delete(email);
  }
  return result;
}

/** Handles a concurrent call that added one of the addresses: the unique index accepts only one of them. */
async function rejectAddedMeanwhile<Result>(add: () => Promise<Result>): Promise<Result> {
  try {
    return await add();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(ADDED_MEANWHILE, 'rows');
    throw error;
  }
}

function summary({ added, failed }: ImportResult): string {
  return failed.length > 0 ? `${added.length} added, ${failed.length} not added.` : `${added.length} added.`;
}

function teamOf(request: FastifyRequest): number {
  const caller = getCaller(request);
  if (caller.role !== 'team') throw notFound();
  return caller.teamId;
}
