import type { Team } from '@callpoint/contract/subscribers';
import { api } from '../../net/api.ts';
import type { CreatedRow } from '../../net/api-types.ts';
import { browserTimeZone } from '../../list/days.ts';
import { buildListQuery, type ListState } from '../../list/list-state.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { download, type DownloadOptions } from '../../net/download.ts';
import type { UserCount } from '../../texts/subscribers.ts';
import { SUBSCRIBERS } from '../../net/query-keys.ts';
import type { NewSubscriber } from './new-subscriber-values.ts';

export function useSubscribers(state: ListState) {
  return usePagedList(SUBSCRIBERS, '/api/v1/listPaged/team', { ...buildListQuery(state), delay: 1 });
}

/** All subscribers of the list as a file; resolves to its name. */
export function exportSubscribers(state: ListState, options: DownloadOptions): Promise<string> {
  return download('/api/v1/export/team', { ...buildListQuery(state), zone: browserTimeZone() }, options);
}

/** Blocks or unblocks this version of a subscriber, and returns its new version. Throws a CallError if someone has changed it since. */
export async function setStatus(
  { id, updated_at }: Pick<Team, 'id' | 'updated_at'>,
  status: 0 | 1,
): Promise<string> {
  return (await api.post('/api/v1/update/team', { id, updated_at, data: { status } })).data.updated_at;
}

/** `idempotencyKey`: the same for each attempt to create this row. */
export async function createSubscriber(data: NewSubscriber, idempotencyKey: string): Promise<CreatedRow> {
  const response = await api.post(
    '/api/v1/create/team',
    { data },
    { idempotencyKey, query: { create_settings_row: 'yes' } },
  );
  return response.data;
}

/** The number of active app users of a subscriber. */
export async function countActiveUsers(teamId: number): Promise<UserCount> {
  const query = { filter_team_id: teamId, filter_status: 1, per_page: 1 } as const;
  try {
    const { pagination } = await api.get('/api/v1/listPaged/app_user', { query });
    return pagination.total ?? 'many';
  } catch {
    return null;
  }
}
