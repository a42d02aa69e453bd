import { useQuery } from '@tanstack/react-query';
import type { AppUser } from '@callpoint/contract/app-users';
import type { ListAnswer } from '../../lib/answers.ts';
import { api } from '../../lib/api.ts';
import { listQueryOf, type ListState } from '../../lib/list-state.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import type { NewUser, UserChange } from './user-values.ts';

/** Calls about the team's own app users. */

const LIST = '/tapi/v1/listPaged/app_user';
/** What every change of an app user makes out of date. */
export const APP_USERS = ['app-users'];

export function useAppUsers(state: ListState) {
  return usePagedList<AppUser>(APP_USERS, LIST, { my: 'yes', ...listQueryOf(state), delay: 1 });
}

/** One user; `data` is null where there is none with this id. */
export function useAppUser(id: number) {
  return useQuery({
    queryKey: [...APP_USERS, 'one', id],
    queryFn: async ({ signal }) => {
      const query = { my: 'yes', filter_id: id };
      const { items } = await api.get<ListAnswer<AppUser>>(LIST, { query, signal });
      return items[0] ?? null;
    },
    // What is being edited is not read again under the editor's hands.
    staleTime: Infinity,
    gcTime: 0,
  });
}

export async function createAppUser(data: NewUser): Promise<void> {
  await api.post('/tapi/v1/createCustom/app_user', { data });
}

export async function updateAppUser(id: number, data: UserChange | { status: 0 | 1 }): Promise<void> {
  await api.post('/tapi/v1/update/app_user', { id, data });
}
