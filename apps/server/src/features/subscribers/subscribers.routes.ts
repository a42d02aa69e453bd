import { foreignPhoneProblem } from '@callpoint/alerts/sms/foreign-numbers';
import { changedPhone, normalizePhone } from '@callpoint/alerts/sms/normalize-numbers';
import { homeCountry, type SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import { CHANNEL, CHANNELS } from '@callpoint/contract/channels/channels';
import { bulkCalls } from '@callpoint/contract/bulk';
import { PASSWORD_CHANGED, SIGNED_OUT } from '@callpoint/contract/error-codes';
import { exportCalls } from '@callpoint/contract/exports';
import { subscriberCalls, ADMIN_TEAM_FIELDS } from '@callpoint/contract/subscribers';
import { TEXTS } from '@callpoint/contract/texts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { isUniqueViolation } from '../../db/dialect.ts';
import type { Row } from '../../db/rows.ts';
import { countOwnAddresses } from '../../sending-limits/changed-addresses.ts';
import { changeEach } from '../../http/bulk.ts';
import { csvExportWithLookups } from '../../http/csv/csv-export.ts';
import type { SendCsv } from '../../http/csv/csv-responses.ts';
import {
  conflict,
  FieldsRejected,
  notFound,
  rejectProblem,
  tooManyChangesToday,
} from '../../http/errors/call-error.ts';
import { definedFields } from '../../http/bodies/defined-fields.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { createOnce } from '../../http/idempotency.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import { createAccountHashingWithQuota } from '../../http/auth/hashing.ts';
import { rejectPersonalPassword } from '../../http/auth/password-rules.ts';
import { hashPassword } from '../../http/auth/passwords.ts';
import { changedContacts, requireRecentAuthentication } from '../../http/auth/recent-authentication.ts';
import type { App } from '../../http/api/schemas.ts';
import { revokeSessions } from '../../http/auth/session-revocation.ts';
import { requireLiveSession } from '../../http/auth/session-tokens.ts';
import { followStatus } from '../../http/auth/subscriber-status.ts';
import { insertSubscriber, isSubscriberEmailTaken, subscriberSearchText } from './subscribers.repository.ts';
import { subscriberColumns } from './subscribers.csv.ts';
import { subscriberItems, subscriberRows } from './subscribers.lists.ts';

/** The channels that send to phone numbers. */
const PHONE_CHANNELS = CHANNELS.filter((channel) => CHANNEL[channel].addressKind === 'phone');

const EMAIL_TAKEN = 'This email address already has an account.';

export type SubscriberDependencies = {
  accounts: AccountsDb;
  smsCountries: SmsCountries;
  /** Emails a link that confirms the address. */
  sendConfirmation: (team: { id: number; email: string }) => void;
  sendCsv: SendCsv;
};

/** Subscribers: administrators list, create and change all; a subscriber sees only itself. */
export function subscriberRoutes(
  app: App,
  { accounts, smsCountries, sendConfirmation, sendCsv }: SubscriberDependencies,
): void {
  app.handle(subscriberCalls.list, async (request) => {
    const tenant = getTenantDb(request);
    const { items, pagination } = await tenant.page(subscriberRows, request.query);
    return { ok: true as const, items: await subscriberItems(tenant, items), pagination };
  });

  app.handle(
    exportCalls.subscribers,
    (request, reply) => {
      const { zone, ...query } = request.query;
      const tenant = getTenantDb(request);
      return sendCsv(reply, () =>
        csvExportWithLookups(tenant, subscriberRows, query, {
          name: 'Subscribers',
          zone,
          columns: subscriberColumns(zone),
          shown: (rows) => subscriberItems(tenant, rows),
        }),
      );
    },
    { expensive: 'export' },
  );

  app.handle(
    bulkCalls.updateSubscribers,
    (request) => {
      const { ids, data } = request.body;
      return changeEach(request, ids, data.status === 0 ? 'blocked' : 'unblocked', (id) =>
        getTenantDb(request).transaction(async (tenant, others) => {
          const team = await tenant.lock('team', id);
          if (!team) throw notFound();
          await tenant.update('team', id, { status: data.status });
          if (team.status === data.status) return;
          await followStatus(tenant, others, id, statusText(data.status));
        }),
      );
    },
    { expensive: 'bulk' },
  );

  app.handle(
    subscriberCalls.create,
    async (request) => {
      const { password, ...typed } = request.body.data;
      const country = homeCountry(null, smsCountries);
      rejectProblem(foreignPhoneProblem(typed.phone, null, country), 'data.phone');
      const phone = normalizePhone(typed.phone, country);
      const account = { ...typed, phone };
      const data = await createOnce(request, accounts, async () => {
        if (await isSubscriberEmailTaken(accounts, account.email, null))
          throw conflict(EMAIL_TAKEN, 'data.email');
        const password_hash = await createAccountHashingWithQuota(request)(() => hashPassword(password));
        return async (tenant, others) => {
          const id = await insertSubscriber(others.accounts, tenant.actor, { ...account, password_hash });
          if (id === null) throw conflict(EMAIL_TAKEN, 'data.email');
          return id;
        };
      });
      return { ok: true as const, msg: TEXTS.subscriberCreated, data };
    },
    { passwordAt: ['data', 'password'] },
  );

  app.handle(
    subscriberCalls.update,
    async (request) => {
      const { id, data, updated_at: expectedUpdatedAt } = request.body;
      const caller = getCaller(request);
      if (caller.role !== 'admin') rejectAdminFields(data);
      const { password, ...typed } = data;
      const tenant = getTenantDb(request);
      const team = await tenant.find('team', id);
      if (!team) throw notFound();
      const country = homeCountry(team.phone, smsCountries);
      rejectProblem(foreignPhoneProblem(typed.phone, team.phone, country), 'data.phone');
      const values = { ...typed, ...changedPhone(typed.phone, team.phone, country) };
      const contacts = changedContacts(values, team);
      const isSensitive = password !== undefined || contacts.length > 0;
      if (isSensitive) requireRecentAuthentication(caller);
      if (password !== undefined)
        rejectPersonalPassword(password, { ...team, ...definedFields(values) }, 'data.password');
      if (values.email !== undefined && (await isSubscriberEmailTaken(accounts, values.email, id))) {
        throw conflict(EMAIL_TAKEN, 'data.email');
      }
      const changes = {
        ...definedFields(values),
        ...(password === undefined
          ? {}
          : { password_hash: await createAccountHashingWithQuota(request)(() => hashPassword(password)) }),
      };
      try {
        const saved = await tenant.transaction(async (inside, others) => {
          // Only an administrator can change the email address.
          const isCounted = caller.role === 'team' && contacts.includes('phone');
          if (isCounted && !(await countOwnAddresses(others.platform, id, PHONE_CHANNELS)))
            throw tooManyChangesToday('phone numbers');
          const before = await inside.lock('team', id);
          if (!before) throw notFound();
          if (isSensitive) await requireLiveSession(others.accounts, caller.sessionId);
          const search_text = subscriberSearchText({ ...before, ...changes });
          const isNewAddress = values.email !== undefined && !isSameAddress(values.email, before.email);
          const confirmation = isNewAddress ? unconfirmed(before) : {};
          const result = requireUpdated(
            await inside.update(
              'team',
              id,
              { ...changes, ...confirmation, search_text },
              { expectedUpdatedAt, acceptsRepeat: true },
            ),
          );
          if (values.status !== undefined && values.status !== before.status) {
            await followStatus(inside, others, id, statusText(values.status));
          } else if (password !== undefined || isNewAddress) {
            // The sessions and reset links may be those of a former owner. They end for good, also if the address is changed back.
            await revokeSessions(
              others.accounts,
              'team',
              id,
              password === undefined ? SIGNED_OUT : PASSWORD_CHANGED,
              caller.role === 'team' ? caller.sessionId : null,
            );
          }
          return { result, newAddress: isNewAddress ? values.email : undefined };
        });
        if (saved.newAddress !== undefined) sendConfirmation({ id, email: saved.newAddress });
        return { ok: true as const, msg: TEXTS.updated, data: saved.result };
      } catch (error) {
        if (isUniqueViolation(error)) throw conflict(EMAIL_TAKEN, 'data.email');
        throw error;
      }
    },
    { passwordAt: ['data', 'password'] },
  );
}

function statusText(status: 0 | 1): string {
  return status === 0 ? 'Blocked by an administrator.' : 'Unblocked by an administrator.';
}

/** Nobody has confirmed the new address, but the account stays one that was confirmed: its messages are not held for this. */
function unconfirmed({ email_confirmed_at, former_confirmed_at }: Row<'team'>) {
  return { email_confirmed_at: null, former_confirmed_at: email_confirmed_at ?? former_confirmed_at };
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function rejectAdminFields(data: object): void {
  const problems = Object.entries(data)
    .filter(([name, value]) => value !== undefined && ADMIN_TEAM_FIELDS.includes(name))
    .map(([name]) => ({ msg: `Only an administrator can change ${name}.`, field: `data.${name}` }));
  if (problems.length > 0) throw new FieldsRejected(problems);
}
