import type { ConsoleRole } from '@callpoint/contract/permissions';
import type { Team } from '@callpoint/contract/subscribers';

/** Whose profile it is, and who views it: the subscriber itself, or an administrator. */
export type ProfileScope = { teamId: number; as: ConsoleRole };

/** The base of the calls for the viewer's role. */
export function profileBase({ as }: ProfileScope): '/api/v1' | '/tapi/v1' {
  return as === 'admin' ? '/api/v1' : '/tapi/v1';
}

/** Only the subscriber itself sees its card on file. */
export function hasCard({ plan, subscription_id }: Team, { as }: ProfileScope): boolean {
  return plan === 'paid' && subscription_id !== null && as === 'team';
}
/** The element ids of the toggles of a profile's sections. */
export const SECTION_IDS = {
  account: 'profile-account',
  subscription: 'profile-subscription',
  card: 'profile-card',
  invoices: 'profile-invoices',
  history: 'profile-history',
  modify: 'profile-modify',
  password: 'profile-password',
} as const;
