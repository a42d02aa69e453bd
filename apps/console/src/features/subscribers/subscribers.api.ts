import type { Team } from '@callpoint/contract/subscribers';
import { api } from '../../net/api.ts';
import { buildListQuery, type ListState } from '../../list/list-state.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { SUBSCRIBERS } from '../../net/query-keys.ts';
import type { NewSubscriber } from './new-subscriber-values.ts';

export function useSubscribers(state: ListState) {
  return usePagedList(SUBSCRIBERS, '/api/v1/listPaged/team', { ...buildListQuery(state), delay: 1 });
}

/** Blocks or unblocks this version of a subscriber. Throws a CallError if someone has changed it since. */
export async function setStatus({ id, updated_at }: Team, status: 0 | 1): Promise<void> {
  await api.post('/api/v1/update/team', { id, updated_at, data: { status } });
}

export async function createSubscriber(data: NewSubscriber): Promise<void> {
  await api.post('/api/v1/create/team', { data }, { query: { create_settings_row: 'yes' } });
}

/** The number of active app users of a subscriber; null if it could not be read. */
export async function countActiveUsers(teamId: number): Promise<number | null> {
  // Pages of one row: the number of pages is that of the rows.
  const query = { filter_team_id: teamId, filter_status: 1, per_page: 1 } as const;
  try {
    const { pagination } = await api.get('/api/v1/listPaged/app_user', { query });
    return pagination.pageCount;
  } catch {
    return null;
  }
}
