import { CHANNEL, CHANNELS } from '@callpoint/contract/channels/channels';
import { created, failure, updated } from '@callpoint/contract/errors';
import {
  ADMIN_TEAM_FIELDS,
  createTeam,
  createTeamQuery,
  teamsAnswer,
  teamsQuery,
  updateTeam,
} from '@callpoint/contract/subscribers';
import { TEXTS } from '@callpoint/contract/texts';
import { addHistory } from '../../db/subscription-history.ts';
import type { Db } from '../../db/tables.ts';
import { isUniqueViolation } from '../../db/violations.ts';
import { countOwnAddresses } from '../../sending-limits/changed-addresses.ts';
import { CallError, conflict, FieldsRefused, notFound } from '../../http/errors/call-error.ts';
import { given } from '../../http/given.ts';
import { callerOf, tenantOf } from '../../http/auth/guard.ts';
import { requireUpdated } from '../../http/handle-results.ts';
import { countedHashingForAccount } from '../../http/auth/hashing.ts';
import { rejectOwnWords, withPasswordRules } from '../../http/auth/password-rules.ts';
import { hashPassword } from '../../http/auth/passwords.ts';
import { changedContacts, requireRecentAuthentication } from '../../http/auth/recent-authentication.ts';
import type { App } from '../../http/schemas.ts';
import { endResetLinksOf, endSessionsOf, endSessionsOfUsers } from '../../http/auth/session-ends.ts';
import { requireLiveSession } from '../../http/auth/session-tokens.ts';
import { insertSubscriber, isEmailTaken, subscriberSearchText } from './subscribers.repository.ts';
import { subscriberItems, subscriberRows } from './subscribers.lists.ts';

/** The channels that send to phone numbers. */
const PHONE_CHANNELS = CHANNELS.filter((channel) => CHANNEL[channel].addressKind === 'phone');

const BLOCKED = 'Blocked by an administrator.';
const UNBLOCKED = 'Unblocked by an administrator.';
const EMAIL_TAKEN = 'This e-mail address already has an account.';

export type SubscriberNeeds = {
  db: Db;
  /** Emails a link that confirms the address. */
  sendConfirmation: (team: { id: number; email: string }) => void;
};

/** The subscribers: administrators see, make and change all, a subscriber sees itself. */
export function subscriberRoutes(app: App, { db, sendConfirmation }: SubscriberNeeds): void {
  app.get(
    '/listPaged/team',
    {
      config: { access: 'team.list' },
      schema: { querystring: teamsQuery, response: { 200: teamsAnswer, '4xx': failure } },
    },
    async (request) => {
      const tenant = tenantOf(request);
      const { items, pagination } = await tenant.page(subscriberRows, request.query);
      return { ok: true as const, items: await subscriberItems(tenant, items), pagination };
    },
  );

  app.post(
    '/create/team',
    {
      config: { access: 'team.create' },
      schema: {
        querystring: createTeamQuery,
        body: withPasswordRules(createTeam, ['data', 'password']),
        response: { 200: created, '4xx': failure },
      },
    },
    async (request) => {
      const { password, ...account } = request.body.data;
      if (await isEmailTaken(db, account.email, null)) throw conflict(EMAIL_TAKEN, 'data.email');
      const password_hash = await countedHashingForAccount(request)(() => hashPassword(password));
      const id = await tenantOf(request).transaction((tenant, tx) =>
        insertSubscriber(tx, tenant.actor, { ...account, password_hash }),
      );
      if (id === null) throw conflict(EMAIL_TAKEN, 'data.email');
      return { ok: true as const, msg: TEXTS.subscriberCreated, data: { id } };
    },
  );

  app.post(
    '/update/team',
    {
      config: { access: 'team.update', endsSessions: true },
      schema: {
        body: withPasswordRules(updateTeam, ['data', 'password']),
        response: { 200: updated, '4xx': failure },
      },
    },
    async (request) => {
      const { id, data, updated_at: readAt } = request.body;
      const caller = callerOf(request);
      if (caller.role !== 'admin') refuseAdminFields(data);
      const { password, ...values } = data;
      const tenant = tenantOf(request);
      const team = await tenant.find('team', id);
      if (!team) throw notFound();
      const contacts = changedContacts(values, team);
      const isSensitive = password !== undefined || contacts.length > 0;
      if (isSensitive) requireRecentAuthentication(caller);
      if (password !== undefined) rejectOwnWords(password, { ...team, ...given(values) }, 'data.password');
      if (values.email !== undefined && (await isEmailTaken(db, values.email, id))) {
        throw conflict(EMAIL_TAKEN, 'data.email');
      }
      const changes = {
        ...given(values),
        ...(password === undefined
          ? {}
          : { password_hash: await countedHashingForAccount(request)(() => hashPassword(password)) }),
      };
      try {
        const saved = await tenant.transaction(async (inside, tx) => {
          // An administrator alone changes the email address.
          const isCounted = caller.role === 'team' && contacts.includes('phone');
          if (isCounted && !(await countOwnAddresses(tx, id, PHONE_CHANNELS))) throw tooManyNumbers();
          const before = await inside.lock('team', id);
          if (!before) throw notFound();
          if (isSensitive) await requireLiveSession(tx, caller.sessionId);
          const search_text = subscriberSearchText({ ...before, ...changes });
          const isNewAddress = values.email !== undefined && !isSameAddress(values.email, before.email);
          const confirmation = isNewAddress ? { email_confirmed_at: null } : {};
          const result = requireUpdated(
            await inside.update('team', id, { ...changes, ...confirmation, search_text }, { readAt }),
          );
          // Also where the old address comes back.
          if (isNewAddress) await endResetLinksOf(tx, 'team', id);
          if (values.status !== undefined && values.status !== before.status) {
            await addHistory(inside, id, values.status === 0 ? BLOCKED : UNBLOCKED);
            // Unblocking as well: no session from before comes back.
            await endSessionsOf(tx, 'team', id);
            await endSessionsOfUsers(tx, id);
          } else if (password !== undefined) {
            await endSessionsOf(tx, 'team', id, caller.role === 'team' ? caller.sessionId : null);
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
  );
}

function tooManyNumbers() {
  const hour = 3600;
  return new CallError(
    429,
    'Many phone numbers were set today. Nothing was saved: set this one tomorrow, or ask the administrator of this server.',
    [],
    hour,
  );
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function refuseAdminFields(data: object): void {
  const problems = Object.entries(data)
    .filter(([name, value]) => value !== undefined && ADMIN_TEAM_FIELDS.includes(name))
    .map(([name]) => ({ msg: `Only an administrator can change ${name}.`, field: `data.${name}` }));
  if (problems.length > 0) throw new FieldsRefused(problems);
}
