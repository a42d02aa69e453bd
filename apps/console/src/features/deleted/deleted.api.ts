import { buildListQuery, type ListState } from '../../list/list-state.ts';
import type { Scope } from '../../list/scope.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { api } from '../../net/api.ts';

/** Calls about deleted records, plans and app users. */

const DELETED = ['deleted'];

/** The items that the signed-in account may restore. */
export function useDeleted(base: Scope['base'], state: ListState) {
  return usePagedList(DELETED, `${base}/listPaged/deleted`, buildListQuery(state));
}

export async function restoreDeleted(base: Scope['base'], id: number): Promise<void> {
  await api.post(`${base}/restore/deleted`, { id });
}
