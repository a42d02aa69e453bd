import type { PlanKind, Team } from '@callpoint/contract/subscribers';

const WORDS: Readonly<Record<PlanKind, string>> = {
  free: 'Free',
  paid: 'Paid',
  upgrade_by_admin: 'Upgraded by admin',
};

/**
 * What a subscriber's subscription is, with its detail in brackets: the plan of a paid one, the end of an upgrade.
 * @param when writes a moment (ISO 8601) for people
 */
export function subscriptionInfo(
  { plan, plan_obj: detail }: Pick<Team, 'plan' | 'plan_obj'>,
  when: (iso: string) => string,
): string {
  if (!detail) return WORDS[plan];
  const isMoment = /^\d{4}-\d\d-\d\dT/.test(detail);
  return `${WORDS[plan]} (${isMoment ? `until ${when(detail)}` : detail})`;
}
