import type { Account } from '@callpoint/contract/account';

/** The values of the form of an account, and the body of its call. Spaces around a name or an address are removed. */

export const ACCOUNT_FIELDS = ['first_name', 'last_name', 'email'] as const;

export type AccountField = (typeof ACCOUNT_FIELDS)[number];
export type AccountData = Record<AccountField, string>;

export function accountValues({ first_name, last_name, email }: Account): AccountData {
  return { first_name, last_name, email };
}

export function toAccountData({ first_name, last_name, email }: AccountData): AccountData {
  return { first_name: first_name.trim(), last_name: last_name.trim(), email: email.trim() };
}
