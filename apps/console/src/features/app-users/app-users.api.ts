import { useQuery } from '@tanstack/react-query';
import type { AppUser } from '@callpoint/contract/app-users';
import type { InstallLink } from '@callpoint/contract/install-links';
import { api } from '../../net/api.ts';
import type { CreatedRow } from '../../net/api-types.ts';
import { browserTimeZone } from '../../list/days.ts';
import { download, type DownloadOptions } from '../../net/download.ts';
import { buildListQuery, type ListState } from '../../list/list-state.ts';
import { OWN_SCOPE, type Scope } from '../../list/scope.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { APP_USERS } from '../../net/query-keys.ts';
import type { NewUser, UserChange } from './user-values.ts';

/** Calls about the team's own app users. */

export function useAppUsers(scope: Scope, state: ListState) {
  const query = { ...scope.query, ...buildListQuery(state), delay: 1 };
  return usePagedList(APP_USERS, `${scope.base}/listPaged/app_user`, query);
}

/** All users of the list as a file; resolves to its name. */
export function exportAppUsers(scope: Scope, state: ListState, options: DownloadOptions): Promise<string> {
  const query = { ...scope.query, ...buildListQuery(state), zone: browserTimeZone() };
  return download(`${scope.base}/export/app_user`, query, options);
}

/** One user, or null where there is none with this id. */
export async function readAppUser(id: number, signal?: AbortSignal): Promise<AppUser | null> {
  const query = { my: 'yes', filter_id: id };
  const { items } = await api.get('/tapi/v1/listPaged/app_user', { query, signal });
  return items[0] ?? null;
}

/** One user; `data` is null where there is none with this id, and `former` where the team has deleted it. */
export function useAppUser(id: number) {
  return useQuery({
    queryKey: [...APP_USERS, 'one', id],
    queryFn: async ({ signal }) =>
      (await readAppUser(id, signal)) ?? ((await isFormerUser(id, signal)) ? ('former' as const) : null),
    // A record is not read again while it is edited.
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** `idempotencyKey`: the same for each attempt to create this row. */
export async function createAppUser(data: NewUser, idempotencyKey: string): Promise<CreatedRow> {
  const response = await api.post('/tapi/v1/createCustom/app_user', { data }, { idempotencyKey });
  return response.data;
}

/** Changes this version of a user. Throws a CallError if someone else has changed it since. */
export async function updateAppUser(
  { id, updated_at }: Pick<AppUser, 'id' | 'updated_at'>,
  data: UserChange | { status: 0 | 1 },
  base: Scope['base'] = OWN_SCOPE.base,
): Promise<{ updated_at: string }> {
  const response = await api.post(`${base}/update/app_user`, { id, updated_at, data });
  return response.data;
}

/** Ends the user's sessions on the phone. */
export async function endPhoneSessions(id: number, base: Scope['base'] = OWN_SCOPE.base): Promise<void> {
  await api.post(`${base}/endSessions/app_user`, { id });
}

/** Creates the link with which a user installs the app; the user's previous link ends. */
export async function createInstallLink(id: number, base: Scope['base']): Promise<InstallLink> {
  return (await api.post(`${base}/installLink/app_user`, { id })).data;
}

/** Deletes a user; it can be restored for a while. */
export async function deleteAppUser(id: number, base: Scope['base'] = OWN_SCOPE.base): Promise<void> {
  await api.post(`${base}/delete/app_user`, { id });
}

/** True where the team itself had a user with this id, and deleted it. */
async function isFormerUser(id: number, signal?: AbortSignal): Promise<boolean> {
  const query = { filter_kind: 'app_user', filter_row_id: id, per_page: 1 } as const;
  const { items } = await api.get('/tapi/v1/listPaged/deleted', { query, signal });
  return items.length > 0;
}
