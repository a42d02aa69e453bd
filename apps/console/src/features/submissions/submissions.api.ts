import { useQuery } from '@tanstack/react-query';
import type { ItemSummary } from '@callpoint/contract/submissions';
import type { DataAnswer, ListAnswer } from '../../net/answers.ts';
import { api } from '../../net/api.ts';
import { readersZone, timedQueryOf } from '../../list/days.ts';
import { download } from '../../net/download.ts';
import type { ListState } from '../../list/list-state.ts';
import type { Scope } from '../../list/scope.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { submissionsCall, type SubmissionKind } from './submissions-call.ts';

/** What a deletion makes out of date. */
export const SUBMISSIONS = ['submissions'];

/** The submissions of one button or form. */
export function useSubmissions<Row>(scope: Scope, kind: SubmissionKind, itemId: number, state: ListState) {
  const { path, query } = submissionsCall(scope, kind, itemId, state);
  return usePagedList<Row>(SUBMISSIONS, path, query);
}

/** True of a view that begins with what came in last. */
export function showsNewest({ page, order }: Pick<ListState, 'page' | 'order'>): boolean {
  return page === 1 && order === 'desc';
}

/** One submission; `data` is null where this button or form has none with this id. */
export function useSubmission<Row>(scope: Scope, kind: SubmissionKind, itemId: number, id: number) {
  const path = `${scope.base}/listPaged/${kind.resource}`;
  const query = { ...scope.query, related: 'app_user', [kind.filter]: itemId, filter_id: id };
  return useQuery({
    queryKey: [...SUBMISSIONS, 'one', path, query],
    queryFn: async ({ signal }) => {
      const { items } = await api.get<ListAnswer<Row>>(path, { query, signal });
      return items[0] ?? null;
    },
  });
}

/** What a subscriber has of each button and form, in the order of the menus. */
export function useSubmissionSummary(teamId: number) {
  return useQuery({
    queryKey: [...SUBMISSIONS, 'summary', teamId],
    queryFn: async ({ signal }) => {
      const query = { team_id: teamId };
      const answer = await api.get<DataAnswer<{ items: ItemSummary[] }>>('/api/v1/submissionSummary', {
        query,
        signal,
      });
      return answer.data.items;
    },
  });
}

/** All submissions of the filters as a file; resolves to its name. */
export function exportSubmissions(
  scope: Scope,
  kind: SubmissionKind,
  itemId: number,
  state: ListState,
  options: Parameters<typeof download>[2],
): Promise<string> {
  const query = { ...scope.query, [kind.filter]: itemId, ...timedQueryOf(state), zone: readersZone() };
  return download(`${scope.base}/export/${kind.resource}`, query, options);
}

export async function deleteSubmission(scope: Scope, kind: SubmissionKind, id: number): Promise<void> {
  await api.post(`${scope.base}/delete/${kind.resource}`, { id });
}
