import type { ConsoleRole } from '@callpoint/contract/permissions';
import { api } from '../../net/api.ts';
import { session } from '../../session/session.ts';

/** Calls of the sign-in base. Only logout carries a token. */
const BASE = '/sapi/v1';
const ANONYMOUS = { anonymous: true } as const;

/** Signs in and starts the session of this browser; the console then shows the first page. */
export async function logIn(body: { email: string; password: string; role: ConsoleRole }): Promise<void> {
  const { data } = await api.post(`${BASE}/login`, body, ANONYMOUS);
  session.start({ token: data.token, user: data.user, role: data.role });
}

export type SignUpBody = {
  email: string;
  account_name: string;
  first_name: string;
  last_name: string;
  phone: string;
  password: string;
  re_password: string;
  time_zone?: string;
  terms_version?: string;
};

export async function signUp(body: SignUpBody): Promise<void> {
  await api.post(`${BASE}/signup`, body, ANONYMOUS);
}

/** Requests a link by email. The response does not reveal whether the account exists. */
export function forgotPassword(body: { email: string; role: ConsoleRole }) {
  return api.post(`${BASE}/forgotPassword`, body, ANONYMOUS);
}

export function resetPassword(body: { token: string; password: string; re_password: string }) {
  return api.post(`${BASE}/resetPassword`, body, ANONYMOUS);
}

/** Ends the session here in any case, and at the server if it can be reached. */
export async function logOut(): Promise<void> {
  let serverNotified = true;
  try {
    await api.post(`${BASE}/logout`, {});
  } catch {
    serverNotified = false;
  }
  session.end({ because: 'logout', serverNotified });
}

/** The version of the published terms; null if it cannot be read, which does not prevent signing up. */
export async function readTermsVersion(): Promise<string | null> {
  try {
    return (await api.get(`${BASE}/legal`, ANONYMOUS)).data.terms.version;
  } catch {
    return null;
  }
}
