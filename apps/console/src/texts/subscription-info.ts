import type { Team } from '@callpoint/contract/subscribers';
import { subscriberTexts } from './subscribers.ts';

/**
 * What a subscriber's subscription is, with its detail in brackets: the plan of a paid one, the end of an upgrade.
 * @param when writes a moment (ISO 8601) for people
 */
export function subscriptionInfo(
  { plan, plan_obj: detail }: Pick<Team, 'plan' | 'plan_obj'>,
  when: (iso: string) => string,
): string {
  const word = subscriberTexts.plans[plan];
  if (!detail) return word;
  const isMoment = /^\d{4}-\d\d-\d\dT/.test(detail);
  return isMoment ? subscriberTexts.planUntil(word, when(detail)) : subscriberTexts.planWith(word, detail);
}
