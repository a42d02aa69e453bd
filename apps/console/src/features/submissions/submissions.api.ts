import { useQuery } from '@tanstack/react-query';
import { api } from '../../net/api.ts';
import type { ReadQuery } from '../../net/api-types.ts';
import { browserTimeZone, buildTimedQuery } from '../../list/days.ts';
import { download, type DownloadOptions } from '../../net/download.ts';
import type { ListState } from '../../list/list-state.ts';
import type { Scope } from '../../list/scope.ts';
import { usePagedList, type PagedRows } from '../../list/use-paged-list.ts';
import {
  submissionsCall,
  type SubmissionResource,
  type SubmissionKindSpec,
  type SubmissionRow,
} from './submissions-call.ts';

/** The reads that a deletion invalidates. */
export const SUBMISSIONS = ['submissions'];

type Query = ReadQuery<`${Scope['base']}/listPaged/${SubmissionResource}`>;

/** The reads of one kind. */
type Reads<Row> = {
  usePage: (base: Scope['base'], query: Query) => PagedRows<Row>;
  /** The first row; null if there is none. */
  first: (base: Scope['base'], query: Query, signal: AbortSignal) => Promise<Row | null>;
};

const READS: { [Of in SubmissionResource]: Reads<SubmissionRow<Of>> } = {
  button_click: {
    usePage: (base, query) => usePagedList(SUBMISSIONS, `${base}/listPaged/button_click`, query),
    first: async (base, query, signal) =>
      (await api.list(`${base}/listPaged/button_click`, query, signal)).items[0] ?? null,
  },
  form_submission: {
    usePage: (base, query) => usePagedList(SUBMISSIONS, `${base}/listPaged/form_submission`, query),
    first: async (base, query, signal) =>
      (await api.list(`${base}/listPaged/form_submission`, query, signal)).items[0] ?? null,
  },
};

/** The submissions of one button or form. */
export function useSubmissions<Of extends SubmissionResource>(
  scope: Scope,
  kind: SubmissionKindSpec<Of>,
  itemId: number,
  state: ListState,
) {
  const { query } = submissionsCall(scope, kind, itemId, state);
  return READS[kind.resource].usePage(scope.base, query);
}

/** True for a view that starts with the newest submissions. */
export function startsWithNewest({ page, order }: Pick<ListState, 'page' | 'order'>): boolean {
  return page === 1 && order === 'desc';
}

/** One submission; `data` is null where this button or form has none with this id. */
export function useSubmission<Of extends SubmissionResource>(
  scope: Scope,
  kind: SubmissionKindSpec<Of>,
  itemId: number,
  id: number,
) {
  const query = { ...scope.query, related: 'app_user', [kind.filter]: itemId, filter_id: id };
  return useQuery({
    queryKey: [...SUBMISSIONS, 'one', scope.base, kind.resource, query],
    queryFn: ({ signal }) => READS[kind.resource].first(scope.base, query, signal),
  });
}

/** A subscriber's totals for each button and form, in the order of the menus. */
export function useSubmissionSummary(teamId: number) {
  return useQuery({
    queryKey: [...SUBMISSIONS, 'summary', teamId],
    queryFn: async ({ signal }) => {
      const query = { team_id: teamId };
      const response = await api.get('/api/v1/submissionSummary', {
        query,
        signal,
      });
      return response.data.items;
    },
  });
}

/** All submissions of the filters as a file; resolves to its name. */
export async function exportSubmissions(
  scope: Scope,
  kind: SubmissionKindSpec,
  itemId: number,
  state: ListState,
  options: DownloadOptions,
): Promise<string> {
  const query = { ...scope.query, [kind.filter]: itemId, ...buildTimedQuery(state), zone: browserTimeZone() };
  return await download(`${scope.base}/export/${kind.resource}`, query, options);
}

export async function deleteSubmission(scope: Scope, kind: SubmissionKindSpec, id: number): Promise<void> {
  await api.post(`${scope.base}/delete/${kind.resource}`, { id });
}
