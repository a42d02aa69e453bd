import { useQuery } from '@tanstack/react-query';
import type { ChangeQuote, PlanChange } from '@callpoint/contract/subscription-changes';
import { api } from '../../../net/api.ts';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';
import { profileBase, type ProfileScope } from '../profile-scope.ts';

/** Calls that change a paid subscription. */

/** Whether payments are set up; an administrator learns it from the response to a change. */
export function usePaymentSetup({ as }: ProfileScope) {
  return useQuery({
    queryKey: [...SUBSCRIBERS, 'payment setup'],
    queryFn: async ({ signal }) =>
      (await api.get('/tapi/v1/paymentSetup', { signal })).data.publishable_key !== null,
    enabled: as === 'team',
  });
}

/** What a plan costs today; nothing is read until a plan is chosen. A price is never taken from the cache. */
export function useQuote(scope: ProfileScope, selectedPlan: string) {
  return useQuery({
    queryKey: ['quote', scope.teamId, selectedPlan],
    queryFn: async () => {
      const body = { team_id: scope.teamId, selectedPlan };
      return (await api.post(`${profileBase(scope)}/preview/subscription`, body)).data;
    },
    enabled: selectedPlan !== '',
    gcTime: 0,
    retry: false,
  });
}

/** Changes the plan at the price of the quote. Throws a CallError if it costs something else by now. */
export async function changePlan(
  scope: ProfileScope,
  subscriptionId: string,
  selectedPlan: string,
  { due_now, currency, quoted_at }: ChangeQuote,
): Promise<{ msg: string; data: PlanChange }> {
  const shown = { due_now, currency, quoted_at };
  const body = { team_id: scope.teamId, subscription_id: subscriptionId, selectedPlan, ...shown };
  return await api.post(`${profileBase(scope)}/change/subscription`, body);
}

/**
 * Cancels at the end of the period, undoes that, or stops now. Returns the message of the response. Throws a CallError if
 * another subscription gives the plan by now.
 */
export async function changeSubscription(
  scope: ProfileScope,
  subscriptionId: string,
  action: 'cancel' | 'resume' | 'stop',
): Promise<string> {
  const body = { team_id: scope.teamId, subscription_id: subscriptionId };
  return (await api.post(`${profileBase(scope)}/${action}/subscription`, body)).msg;
}
