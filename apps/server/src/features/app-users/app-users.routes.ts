import { foreignPhoneProblem } from '@callpoint/alerts/sms/foreign-numbers';
import { changedPhone, normalizePhone } from '@callpoint/alerts/sms/normalize-numbers';
import { CHANNEL, CHANNELS } from '@callpoint/contract/channels/channels';
import { homeCountry, toE164, type SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import { appUserCalls, maxUsersText, type AppUser } from '@callpoint/contract/app-users';
import { bulkCalls } from '@callpoint/contract/bulk';
import { PASSWORD_CHANGED, SIGNED_OUT } from '@callpoint/contract/error-codes';
import { exportCalls } from '@callpoint/contract/exports';
import { TEXTS } from '@callpoint/contract/texts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { OtherHandles, TenantDb } from '../../db/handles/tenant.ts';
import { isUniqueViolation } from '../../db/dialect.ts';
import { countOwnAddresses } from '../../sending-limits/changed-addresses.ts';
import { findOptOuts } from '../../delivery/suppression/opt-outs.ts';
import { changeEach } from '../../http/bulk.ts';
import {
  CallError,
  conflict,
  notFound,
  rejectConflict,
  rejectProblem,
  tooManyChangesToday,
} from '../../http/errors/call-error.ts';
import type { SendCsv } from '../../http/csv/csv-responses.ts';
import { csvExport } from '../../http/csv/csv-export.ts';
import { definedFields } from '../../http/bodies/defined-fields.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { createOnce } from '../../http/idempotency.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import { createAccountHashingWithQuota } from '../../http/auth/hashing.ts';
import { rejectPersonalPassword, type PasswordOwner } from '../../http/auth/password-rules.ts';
import { hashPassword } from '../../http/auth/passwords.ts';
import { changedContacts, requireRecentAuthentication } from '../../http/auth/recent-authentication.ts';
import type { App } from '../../http/api/schemas.ts';
import { revokeSessions } from '../../http/auth/session-revocation.ts';
import { requireLiveSession } from '../../http/auth/session-tokens.ts';
import { pausedReason } from '../../payments/overdue/paused-changes.ts';
import { changedPassword } from './changed-password.ts';
import { appUserColumns } from './app-users.csv.ts';
import { appUsers, type ReachableUser } from './app-users.lists.ts';
import {
  EMAIL_TAKEN,
  insertAppUser,
  isAppUserEmailTaken,
  lockUserLimit,
  missingUserText,
  updateAppUser,
} from './app-users.repository.ts';
import { changedConsent, consentOf } from './sms-consent.ts';

const NO_TEAM = 'The subscriber does not exist.';

export type AppUserDependencies = {
  accounts: AccountsDb;
  platform: PlatformDb;
  /** The from-number of our SMS; null if SMS are not configured. */
  smsFrom: string | null;
  smsCountries: SmsCountries;
  sendCsv: SendCsv;
};

/** App users, for their subscriber; administrators may list and change them. */
export function appUserRoutes(
  app: App,
  { accounts, platform, smsFrom, smsCountries, sendCsv }: AppUserDependencies,
): void {
  app.handle(appUserCalls.list, async (request) => {
    const { items, pagination } = await getTenantDb(request).page(appUsers, request.query);
    return { ok: true as const, items: await withStops(platform, smsFrom, items), pagination };
  });

  app.handle(
    exportCalls.appUsers,
    (request, reply) => {
      const { zone, ...query } = request.query;
      const columns = appUserColumns(zone);
      return sendCsv(reply, () =>
        csvExport(getTenantDb(request), appUsers, query, { name: 'App users', zone, columns }),
      );
    },
    { expensive: 'export' },
  );

  app.handle(
    appUserCalls.create,
    async (request) => {
      const { team_id: teamId, password, sms_consent: wording, ...typed } = request.body.data;
      const caller = getCaller(request);
      if (caller.role !== 'team' || teamId !== caller.teamId) throw noTeam();
      const team = await getTenantDb(request).find('team', teamId);
      const country = homeCountry(team?.phone ?? null, smsCountries);
      rejectProblem(foreignPhoneProblem(typed.phone, null, country), 'data.phone');
      const phone = normalizePhone(typed.phone, country);
      const user = { ...typed, phone };
      const prepare = async () => {
        rejectConflict(await pausedReason(getTenantDb(request), teamId));
        if (await isAppUserEmailTaken(accounts, user.email, null)) throw conflict(EMAIL_TAKEN, 'data.email');
        await rejectCompanyWords(getTenantDb(request), teamId, password, user);
        const password_hash = await createAccountHashingWithQuota(request)(() => hashPassword(password));
        const sms_consent = wording === undefined ? null : consentOf(caller, user.phone, wording);
        return async (tenant: TenantDb, others: OtherHandles) => {
          if (!(await countOwnAddresses(others.platform, teamId, CHANNELS)))
            throw tooManyChangesToday('addresses and phone numbers of app users');
          const users = await lockUserLimit(tenant, teamId);
          if (!users) throw noTeam();
          if (users.used >= users.maxUsers) throw conflict(maxUsersText(users.maxUsers), 'data.team_id');
          return await insertAppUser(tenant, teamId, { ...user, password_hash, sms_consent });
        };
      };
      const data = await rejectTakenEmail(() => createOnce(request, accounts, prepare));
      return { ok: true as const, msg: TEXTS.appUserCreated, data };
    },
    { passwordAt: ['data', 'password'] },
  );

  app.handle(
    bulkCalls.updateAppUsers,
    (request) => {
      const { ids, data } = request.body;
      return changeEach(request, ids, data.status === 0 ? 'blocked' : 'unblocked', (id) =>
        getTenantDb(request).transaction(async (tenant, others) => {
          const user = await tenant.lock('app_user', id);
          if (!user) throw notFound(TEXTS.noSuchUser);
          await tenant.update('app_user', id, { status: data.status });
          if (user.status === data.status) return;
          // Unblocking revokes them as well: old sessions must not become valid again.
          await revokeSessions(others.accounts, 'app_user', id, SIGNED_OUT);
        }),
      );
    },
    { expensive: 'bulk' },
  );

  app.handle(
    appUserCalls.update,
    async (request) => {
      const { id, data, updated_at: expectedUpdatedAt } = request.body;
      const { password, team_id: teamId, sms_consent: wording, ...typed } = data;
      const user = await getTenantDb(request).find('app_user', id);
      if (!user) throw notFound(await missingUserText(getTenantDb(request), id));
      if (teamId !== undefined && teamId !== user.team_id) throw noTeam();
      const team = await getTenantDb(request).find('team', user.team_id);
      const country = homeCountry(team?.phone ?? null, smsCountries);
      rejectProblem(foreignPhoneProblem(typed.phone, user.phone, country), 'data.phone');
      const values = { ...typed, ...changedPhone(typed.phone, user.phone, country) };
      const caller = getCaller(request);
      const contacts = changedContacts(values, user);
      const isSensitive = password !== undefined || contacts.length > 0;
      if (isSensitive) requireRecentAuthentication(caller);
      if (password !== undefined) {
        await rejectCompanyWords(getTenantDb(request), user.team_id, password, {
          ...user,
          ...definedFields(values),
        });
      }
      if (values.email !== undefined && (await isAppUserEmailTaken(accounts, values.email, id))) {
        throw conflict(EMAIL_TAKEN, 'data.email');
      }
      const changes = {
        ...definedFields(values),
        ...(values.phone === undefined ? {} : { sms_number: toE164(values.phone) }),
        ...(password === undefined ? {} : await changedPassword(request, user, password, expectedUpdatedAt)),
        ...(wording === undefined
          ? {}
          : { sms_consent: changedConsent(user.sms_consent, caller, values.phone ?? user.phone, wording) }),
      };
      const saved = await rejectTakenEmail(() =>
        getTenantDb(request).transaction(async (tenant, others) => {
          const channels = CHANNELS.filter((channel) =>
            contacts.some((contact) => contact === CHANNEL[channel].addressKind),
          );
          if (caller.role === 'team' && !(await countOwnAddresses(others.platform, user.team_id, channels))) {
            throw tooManyChangesToday('addresses and phone numbers of app users');
          }
          const result = requireUpdated(
            await updateAppUser(tenant, id, changes, expectedUpdatedAt),
            TEXTS.noSuchUser,
          );
          if (isSensitive) await requireLiveSession(others.accounts, caller.sessionId);
          // Unblocking revokes them as well: old sessions must not become valid again.
          const isSwitched = values.status !== undefined && values.status !== user.status;
          const isRepeat = result.updated_at === user.updated_at;
          const why = password === undefined ? SIGNED_OUT : PASSWORD_CHANGED;
          if (isSwitched || (password !== undefined && !isRepeat))
            await revokeSessions(others.accounts, 'app_user', id, why);
          return result;
        }),
      );
      return { ok: true as const, msg: TEXTS.appUserUpdated, data: saved };
    },
    { passwordAt: ['data', 'password'] },
  );

  app.handle(appUserCalls.delete, async (request) => {
    await deleteUser(getTenantDb(request), request.body.id);
    return { ok: true as const, msg: TEXTS.deleted };
  });

  app.handle(
    bulkCalls.deleteAppUsers,
    (request) =>
      changeEach(request, request.body.ids, 'deleted', (id) => deleteUser(getTenantDb(request), id)),
    { expensive: 'bulk' },
  );
}

/** Deletes an app user and revokes its sessions. Throws CallError 404 if the caller has no such user. */
async function deleteUser(tenant: TenantDb, id: number): Promise<void> {
  await tenant.transaction(async (inside, others) => {
    const user = await inside.lock('app_user', id);
    if (!user) throw notFound(TEXTS.noSuchUser);
    await inside.deletedItems.removeAppUser(user);
    await revokeSessions(others.accounts, 'app_user', id, SIGNED_OUT);
  });
}

/** Throws CallError 400 for a password that consists of words of the person or the company. */
async function rejectCompanyWords(tenant: TenantDb, teamId: number, password: string, user: PasswordOwner) {
  const team = await tenant.find('team', teamId);
  rejectPersonalPassword(password, { ...user, account_name: team?.account_name }, 'data.password');
}

/** The users, each with the time at which its number replied STOP. */
async function withStops(
  platform: PlatformDb,
  smsFrom: string | null,
  users: readonly ReachableUser[],
): Promise<AppUser[]> {
  const numbers = users.flatMap(({ sms_number: number }) => number ?? []);
  const stopped = await findOptOuts(platform, smsFrom, numbers);
  return users.map(({ sms_number: number, ...user }) => ({
    ...user,
    sms_stopped_at: stopped.get(number ?? '') ?? null,
  }));
}

/** Handles two concurrent calls that use the same address: the unique index accepts only one of them. */
async function rejectTakenEmail<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(EMAIL_TAKEN, 'data.email');
    throw error;
  }
}

function noTeam(): CallError {
  return new CallError(404, NO_TEAM, [{ msg: NO_TEAM, field: 'data.team_id' }]);
}
