import { randomBytes } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import type { SignedInUser } from '@callpoint/contract/sessions';
import { buildAppUser } from '@callpoint/server/factories/accounts';
import { callOrThrow } from './calls.ts';
import { ADMIN, type Server } from './server.ts';

/** The accounts of a journey. Each account is new, so that journeys can share a server. */

export const PASSWORD = 'Orchard-lamp-42';

export type TestAccount = {
  email: string;
  password: string;
  role: 'team' | 'admin';
  user: SignedInUser;
  token: string;
};
export type TestAppUser = { id: number; name: string; email: string; phone: string; password: string };

/** A unique email address: `tess.4f1c…@work.example`. */
export function generateEmail(name: string): string {
  return `${name}.${randomBytes(5).toString('hex')}@work.example`;
}

/** Creates a subscriber by signing up, and logs in. */
export async function createTeam(
  server: Server,
  overrides: { account_name?: string; first_name?: string; phone?: string } = {},
): Promise<TestAccount> {
  const email = generateEmail('tess');
  await callOrThrow(server.url, '/sapi/v1/signup', {
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
  return logInByApi(server, { email, password: PASSWORD, role: 'team' });
}

/** Logs in the server's administrator. */
export function logInAdmin(server: Server): Promise<TestAccount> {
  return logInByApi(server, { ...ADMIN, role: 'admin' });
}

async function logInByApi(
  server: Server,
  body: Pick<TestAccount, 'email' | 'password' | 'role'>,
): Promise<TestAccount> {
  type LoginResponse = { data: { token: string; user: SignedInUser } };
  const { data } = await callOrThrow<LoginResponse>(server.url, '/sapi/v1/login', { body });
  return { ...body, ...data };
}

/** Creates an app user of a subscriber. */
export async function createAppUser(
  server: Server,
  team: TestAccount,
  overrides: { name?: string; email?: string; phone?: string } = {},
): Promise<TestAppUser> {
  const user = {
    name: 'Ana Flores',
    email: generateEmail('ana'),
    phone: '+1 202 555 0143',
    password: PASSWORD,
    ...overrides,
  };
  const { data } = await callOrThrow<{ data: { id: number } }>(server.url, '/tapi/v1/createCustom/app_user', {
    body: { data: { team_id: team.user.id, ...user } },
    token: team.token,
  });
  return { id: data.id, ...user };
}

/** Creates app users named `Worker 001`, `Worker 002` and so on, in this order, even more than the plan allows. */
export async function createAppUsers(server: Server, team: TestAccount, count: number): Promise<void> {
  await server.withDatabase(async (db) => {
    for (let number = 1; number <= count; number += 1) {
      const name = `Worker ${String(number).padStart(3, '0')}`;
      await buildAppUser(db, team.user.id, { name, email: generateEmail(`w${number}`) });
    }
  });
}

let signIns = 0;

/**
 * Stores a session in the browser, as logging in does. It applies to pages opened afterwards. The first of them stores
 * it: Playwright's `setStorageState` would open another page for this, with a process of its own.
 */
export async function signIn(context: BrowserContext, server: Server, account: TestAccount): Promise<void> {
  signIns += 1;
  const session = {
    userInfo: JSON.stringify(account.user),
    userRole: account.role,
    userToken: account.token,
  };
  await context.addInitScript(storeOnce, { origin: server.url, number: signIns, session });
}

type StoredSession = { origin: string; number: number; session: Record<string, string> };
type PageGlobals = {
  location: { origin: string };
  localStorage: {
    clear(): void;
    getItem(name: string): string | null;
    setItem(name: string, value: string): void;
  };
};

/** Runs in each page before its scripts. Only the first page after a sign-in stores the session: a person may log out. */
function storeOnce({ origin, number, session }: StoredSession): void {
  const { location } = globalThis as unknown as PageGlobals;
  // A frame with another origin, e.g. of an email's preview, has no storage.
  if (location.origin !== origin) return;
  const { localStorage } = globalThis as unknown as PageGlobals;
  if (Number(localStorage.getItem('signIns') ?? 0) >= number) return;
  localStorage.clear();
  localStorage.setItem('signIns', String(number));
  for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
}

/** Moves the account's logins 20 minutes into the past, too long ago to change a password or an email address. */
export async function ageSessions(server: Server, { role, user }: TestAccount): Promise<void> {
  const authenticated_at = new Date(Date.now() - 20 * 60_000).toISOString();
  await server.withDatabase((db) =>
    db
      .updateTable('session')
      .set({ authenticated_at })
      .where('role', '=', role)
      .where('account_id', '=', user.id)
      .execute(),
  );
}
