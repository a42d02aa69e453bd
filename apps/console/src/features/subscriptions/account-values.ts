import type { Team } from '@callpoint/contract/subscribers';
import type { AccountChange } from './subscriptions.api.ts';

/** What the form of an account holds, and what the call takes. Blanks around a name or a number are never meant. */

const NAMES = ['account_name', 'email', 'first_name', 'last_name', 'phone'] as const;
export type AccountValues = Record<(typeof NAMES)[number], string>;

export function accountValues(team: AccountValues | Team): AccountValues {
  const { account_name, email, first_name, last_name, phone } = team;
  return { account_name, email, first_name, last_name, phone };
}

/** Only what differs from what is saved: what somebody else changed meanwhile stays. */
export function toAccountChange(values: AccountValues, saved: AccountValues): AccountChange {
  const pairs = NAMES.map((name) => [name, values[name].trim()] as const);
  return Object.fromEntries(pairs.filter(([name, value]) => value !== saved[name]));
}
