import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buildTimedQuery, browserTimeZone } from '../../list/days.ts';
import type { ListDefaults, ListState } from '../../list/list-state.ts';
import { ALL_TEAMS_SCOPE, OWN_SCOPE, type Scope } from '../../list/scope.ts';
import type { PagedRows } from '../../list/use-paged-list.ts';
import { api } from '../../net/api.ts';
import type { ReadResponse } from '../../net/api-types.ts';
import { download, type DownloadOptions } from '../../net/download.ts';
import { APP_USERS } from '../../net/query-keys.ts';
import { useSignedIn } from '../../session/session.ts';
import { SUBMISSIONS } from './submissions.api.ts';

/** Calls about all records. */

type Response = ReadResponse<'/tapi/v1/records'>;
/** A record with a key: a press and a form can have the same id. */
export type RecordEntry = Response['items'][number] & { key: number };

const FILTERS = [
  'search',
  'item',
  'app_user_id',
  'messages',
  'from',
  'to',
  'team_id',
  'older',
  'newer',
  // The number of the page's first row, which only its reader has counted.
  'start',
] as const;
export type RecordsState = ListState<string, (typeof FILTERS)[number]>;

export const RECORDS_DEFAULTS: ListDefaults<string, (typeof FILTERS)[number]> = {
  sorts: ['created_at'],
  sort: 'created_at',
  order: 'desc',
  filters: FILTERS,
};

/** The reads of the list of all records. */
export const RECORDS = [...SUBMISSIONS, 'records'] as const;

/** A team's own records; for an administrator, those of all subscribers. */
export function useRecordsScope(): Scope {
  return useSignedIn().role === 'admin' ? ALL_TEAMS_SCOPE : OWN_SCOPE;
}

function queryOf({ filters, ...state }: RecordsState) {
  const { item, older, newer, start: _start, ...others } = filters;
  const { page: _, ...query } = buildTimedQuery({ ...state, filters: others });
  return {
    ...query,
    ...(item ? { filterin_item: item } : {}),
    ...(older ? { older } : {}),
    ...(newer ? { newer } : {}),
  };
}

/** A page of records, with the positions of the pages around it. */
export function useRecords(scope: Scope, state: RecordsState) {
  const query = queryOf(state);
  const read = useQuery({
    queryKey: [...RECORDS, scope.base, query],
    queryFn: ({ signal }) => api.get(`${scope.base}/records`, { query, signal }),
    placeholderData: keepPreviousData,
  });
  const keyed = (response: Response | undefined): RecordEntry[] | undefined =>
    response?.items.map((item) => ({ ...item, key: item.id * 2 + (item.kind === 'form' ? 1 : 0) }));
  const list: PagedRows<RecordEntry> = {
    rows: keyed(read.data),
    pageCount: read.data?.items.length === 0 ? 0 : 1,
    loading: read.isFetching,
    stale: read.isPlaceholderData,
    error: read.error,
    readAgain: async () => keyed((await read.refetch()).data),
    total: read.data?.pagination.total,
    searched: read.data?.pagination.searched,
  };
  return { list, pages: read.data?.pagination };
}

/** All records of the filters as a file; resolves to its name. */
export function exportRecords(scope: Scope, state: RecordsState, options: DownloadOptions): Promise<string> {
  const { older: _, newer: __, start: _start, ...filters } = state.filters;
  const query = { ...queryOf({ ...state, filters }), zone: browserTimeZone() };
  return download(`${scope.base}/export/record`, query, options);
}

/** At most this many people can be chosen; others are found by the search. */
const CHOICES = 200;

/** The people to choose from: a team's own, or those of a subscriber. */
export function usePeople(scope: Scope, teamId: string | undefined) {
  const isChosen = scope === OWN_SCOPE || Boolean(teamId);
  const query = {
    ...scope.query,
    ...(teamId ? { filter_team_id: teamId } : {}),
    per_page: CHOICES,
    sort: 'name',
    order: 'asc',
  } as const;
  return useQuery({
    queryKey: [...APP_USERS, 'choices', scope.base, query],
    queryFn: async ({ signal }) => (await api.list(`${scope.base}/listPaged/app_user`, query, signal)).items,
    enabled: isChosen,
    staleTime: 60_000,
  }).data;
}
