import type { Account } from '@callpoint/contract/account';

/** The values of the form of an account, and the body of its call. Spaces around a name or an address are removed. */

export const ADMIN_ACCOUNT_FIELDS = ['first_name', 'last_name', 'email'] as const;

export type AdminAccountField = (typeof ADMIN_ACCOUNT_FIELDS)[number];
export type AdminAccountData = Record<AdminAccountField, string>;

export function adminAccountValues({ first_name, last_name, email }: Account): AdminAccountData {
  return { first_name, last_name, email };
}

export function toAdminAccountData({ first_name, last_name, email }: AdminAccountData): AdminAccountData {
  return { first_name: first_name.trim(), last_name: last_name.trim(), email: email.trim() };
}
