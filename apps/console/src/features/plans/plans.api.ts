import { useQuery } from '@tanstack/react-query';
import type { Plan } from '@callpoint/contract/plans';
import { api } from '../../net/api.ts';
import type { CreatedRow } from '../../net/api-types.ts';
import { browserTimeZone } from '../../list/days.ts';
import { buildListQuery, type ListState } from '../../list/list-state.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { download, type DownloadOptions } from '../../net/download.ts';
import { PLANS } from '../../net/query-keys.ts';
import type { PlanData } from './plan-values.ts';

/** Calls about the plans. */

const LIST = '/api/v1/listPaged/plan';

export function usePlans(state: ListState) {
  return usePagedList(PLANS, LIST, buildListQuery(state));
}

/** All plans of the filters as a file; resolves to its name. */
export function exportPlans(state: ListState, options: DownloadOptions): Promise<string> {
  return download('/api/v1/export/plan', { ...buildListQuery(state), zone: browserTimeZone() }, options);
}

/** One plan, or null where there is none with this id. */
export async function readPlan(id: number, signal?: AbortSignal): Promise<Plan | null> {
  const { items } = await api.get(LIST, { query: { filter_id: id }, signal });
  return items[0] ?? null;
}

/** One plan; `data` is null where there is none with this id. */
export function usePlan(id: number) {
  return useQuery({
    queryKey: [...PLANS, 'one', id],
    queryFn: ({ signal }) => readPlan(id, signal),
    // A record is not read again while it is edited.
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** `idempotencyKey`: the same for each attempt to create this row. */
export async function createPlan(data: PlanData, idempotencyKey: string): Promise<CreatedRow> {
  const response = await api.post('/api/v1/create/plan', { data }, { idempotencyKey });
  return response.data;
}

/** Changes this version of a plan. Throws a CallError if someone else has changed it since. */
export async function updatePlan(
  { id, updated_at }: Pick<Plan, 'id' | 'updated_at'>,
  data: Partial<PlanData>,
): Promise<{ updated_at: string }> {
  const response = await api.post('/api/v1/update/plan', { id, updated_at, data });
  return response.data;
}

export async function deletePlan(id: number): Promise<void> {
  await api.post('/api/v1/delete/plan', { id });
}
