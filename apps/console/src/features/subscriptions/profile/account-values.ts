import type { Team } from '@callpoint/contract/subscribers';
import type { ProfileScope } from '../profile-scope.ts';

/** The values of the form of an account, and the body of its call. Spaces around a name or a number are removed. */

const OWN_FIELDS = ['account_name', 'first_name', 'last_name', 'phone', 'time_zone'] as const;
const ALL_FIELDS = [...OWN_FIELDS, 'email'] as const;

export type AccountField = (typeof ALL_FIELDS)[number];
export type AccountValues = Record<AccountField, string>;
/** A subscriber's own change has no email address. */
export type AccountData = Record<Exclude<(typeof OWN_FIELDS)[number], 'time_zone'>, string> & {
  email?: string;
  time_zone: string | null;
};

/** The fields that the role may change. */
export function accountFields({ as }: ProfileScope): readonly AccountField[] {
  return as === 'admin' ? ALL_FIELDS : OWN_FIELDS;
}

export function accountValues(team: Team): AccountValues {
  const { account_name, email, first_name, last_name, phone, time_zone } = team;
  return { account_name, email, first_name, last_name, phone, time_zone: time_zone ?? '' };
}

export function toAccountData(values: AccountValues, scope: ProfileScope): AccountData {
  const pairs = accountFields(scope).map((name) => [name, values[name].trim()] as const);
  return { ...(Object.fromEntries(pairs) as AccountData), time_zone: values.time_zone || null };
}
