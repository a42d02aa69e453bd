import type { Team } from '@callpoint/contract/subscribers';
import { subscriberTexts } from './subscribers.ts';

/**
 * A subscriber's kind of plan, with a detail in parentheses: the name of a paid plan, or the end of an upgrade.
 * @param when formats the end of an upgrade (ISO 8601)
 */
export function subscriptionInfo(
  { plan, plan_obj: detail }: Pick<Team, 'plan' | 'plan_obj'>,
  when: (iso: string) => string,
): string {
  const planName = subscriberTexts.plans[plan];
  if (!detail) return planName;
  return plan === 'upgrade_by_admin'
    ? subscriberTexts.planUntil(planName, when(detail))
    : subscriberTexts.planWith(planName, detail);
}
