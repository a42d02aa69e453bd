import { useQuery } from '@tanstack/react-query';
import type { Team } from '@callpoint/contract/subscribers';
import { api } from '../../net/api.ts';
import { buildListQuery, type ListState } from '../../list/list-state.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { PLANS, SUBSCRIBERS } from '../../net/query-keys.ts';
import { profileBase, type ProfileScope } from './profile-scope.ts';

/** Calls about one subscriber and its plan. */

/** The subscriber; null where there is none with this id. */
export async function readProfile(scope: ProfileScope, signal?: AbortSignal): Promise<Team | null> {
  const query = { filter_id: scope.teamId, my: 'yes', myId: scope.teamId };
  const { items } = await api.get(`${profileBase(scope)}/listPaged/team`, { query, signal });
  return items[0] ?? null;
}

/** @param refetchInterval milliseconds between reads, for a page that waits for a change */
export function useProfile(
  scope: ProfileScope,
  { refetchInterval = false }: { refetchInterval?: number | false } = {},
) {
  return useQuery({
    queryKey: [...SUBSCRIBERS, 'profile', scope.teamId],
    queryFn: ({ signal }) => readProfile(scope, signal),
    refetchInterval,
  });
}

export function useHistory(scope: ProfileScope, state: ListState) {
  return usePagedList(
    [...SUBSCRIBERS, 'history', scope.teamId],
    `${profileBase(scope)}/listPaged/subscription_history`,
    { ...buildListQuery(state), filter_team_id: scope.teamId, my: 'yes' },
  );
}

/** The payment provider's data about a subscription. */
export function useSubscription(scope: ProfileScope, id: string) {
  return useQuery({
    queryKey: [...SUBSCRIBERS, 'subscription', id],
    queryFn: async ({ signal }) => {
      const query = { sub_id: id };
      const response = await api.get(`${profileBase(scope)}/getSubData`, {
        query,
        signal,
      });
      return response.data;
    },
  });
}

/** Every available plan, small ones first. */
export function usePlanChoices(base: '/api/v1' | '/tapi/v1') {
  return useQuery({
    queryKey: [...PLANS, 'choice'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: 500, sort: 'max_users', order: 'asc' } as const;
      return (await api.get(`${base}/listPaged/plan`, { query, signal })).items;
    },
  });
}

/** @param choice `selectedPlan` as `planValue` of the contract builds it; `expires_on` a day, or empty */
export async function upgradeByAdmin(
  teamId: number,
  choice: { selectedPlan: string; expires_on: string },
): Promise<void> {
  await api.get('/api/v1/upgradeByAdmin', { query: { team_id: teamId, ...choice } });
}

/**
 * Ends an upgrade, or a paid plan without a subscription. Returns the message of the response. Throws a CallError if a
 * subscription was paid in the meantime.
 */
export async function convertToFree(scope: ProfileScope): Promise<string> {
  return (await api.get(`${profileBase(scope)}/convertToFree`, { query: { team_id: scope.teamId } })).msg;
}
