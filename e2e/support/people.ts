import { randomBytes } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import type { SignedInUser } from '@callpoint/contract/sessions';
import { buildAppUser } from '@callpoint/server/factories/accounts';
import { callDone } from './calls.ts';
import { ADMIN, type Server } from './server.ts';

/** People of a journey. Each is used once, so that journeys can share a server. */

export const PASSWORD = 'Orchard-lamp-42';

export type Account = {
  email: string;
  password: string;
  role: 'team' | 'admin';
  user: SignedInUser;
  token: string;
};
export type AppUser = { id: number; name: string; email: string; phone: string; password: string };

/** An address nobody has had: `tess.4f1c…@work.example`. */
export function newAddress(name: string): string {
  return `${name}.${randomBytes(5).toString('hex')}@work.example`;
}

/** A new subscriber, as signing up and logging in make it. */
export async function newTeam(
  server: Server,
  overrides: { account_name?: string; first_name?: string; phone?: string } = {},
): Promise<Account> {
  const email = newAddress('tess');
  await callDone(server.url, '/sapi/v1/signup', {
    body: {
      email,
      account_name: 'Orchard Works',
      first_name: 'Tess',
      last_name: 'Miller',
      phone: '+1 202 555 0100',
      password: PASSWORD,
      re_password: PASSWORD,
      ...overrides,
    },
  });
  return logInByCall(server, { email, password: PASSWORD, role: 'team' });
}

/** The server's administrator. */
export function admin(server: Server): Promise<Account> {
  return logInByCall(server, { ...ADMIN, role: 'admin' });
}

async function logInByCall(
  server: Server,
  body: Pick<Account, 'email' | 'password' | 'role'>,
): Promise<Account> {
  type Answer = { data: { token: string; user: SignedInUser } };
  const { data } = await callDone<Answer>(server.url, '/sapi/v1/login', { body });
  return { ...body, ...data };
}

/** A new app user of a subscriber. */
export async function newAppUser(
  server: Server,
  team: Account,
  overrides: { name?: string; email?: string; phone?: string } = {},
): Promise<AppUser> {
  const user = {
    name: 'Ana Flores',
    email: newAddress('ana'),
    phone: '+1 202 555 0143',
    password: PASSWORD,
    ...overrides,
  };
  const { data } = await callDone<{ data: { id: number } }>(server.url, '/tapi/v1/createCustom/app_user', {
    body: { data: { team_id: team.user.id, ...user } },
    token: team.token,
  });
  return { id: data.id, ...user };
}

/** Many app users, more than a plan gives: `Worker 001` and so on, in this order. */
export async function manyAppUsers(server: Server, team: Account, count: number): Promise<void> {
  await server.database(async (db) => {
    for (let number = 1; number <= count; number += 1) {
      const name = `Worker ${String(number).padStart(3, '0')}`;
      await buildAppUser(db, team.user.id, { name, email: newAddress(`w${number}`) });
    }
  });
}

/** Puts a session into the browser as logging in leaves it; the next page that is opened is the account's. */
export async function signedIn(context: BrowserContext, server: Server, account: Account): Promise<void> {
  const localStorage = Object.entries({
    userInfo: JSON.stringify(account.user),
    userRole: account.role,
    userToken: account.token,
  }).map(([name, value]) => ({ name, value }));
  await context.setStorageState({ cookies: [], origins: [{ origin: server.url, localStorage }] });
}

/** Twenty minutes pass since the account logged in: longer than changes of a password or an address allow. */
export async function ageSessions(server: Server, { role, user }: Account): Promise<void> {
  const authenticated_at = new Date(Date.now() - 20 * 60_000).toISOString();
  await server.database((db) =>
    db
      .updateTable('session')
      .set({ authenticated_at })
      .where('role', '=', role)
      .where('account_id', '=', user.id)
      .execute(),
  );
}
