import { useQuery } from '@tanstack/react-query';
import { api } from '../../net/api.ts';
import { browserTimeZone, buildTimedQuery } from '../../list/days.ts';
import { download, type DownloadOptions } from '../../net/download.ts';
import type { ListState } from '../../list/list-state.ts';
import { affectsMessage } from '../../live/delivery-change.ts';
import { useDeliveryChanges } from '../../live/use-delivery-changes.ts';
import { DELIVERIES } from '../../net/query-keys.ts';
import { ALL_TEAMS_SCOPE, OWN_SCOPE, type Scope } from '../../list/scope.ts';
import { useSignedIn } from '../../session/session.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { isInFlight } from './delivery-status.ts';

/** Milliseconds between reads while messages are in flight. */
const REFETCH_INTERVAL = 2_000;
/** More than a submission ever has. */
const ALL = 500;

/** The submission that messages are about. */
export type SubmissionReference = { button_click_id: number } | { form_submission_id: number };

/** All messages about one submission, in the order in which they were planned. */
export function useSubmissionMessages({ base, query }: Scope, about: SubmissionReference) {
  const [name = '', id = 0] = Object.entries(about)[0] ?? [];
  const submission = name === 'button_click_id' ? 'button' : 'form';
  useDeliveryChanges((change) => change.submission === submission && change.ids.includes(id));
  const call = { ...query, [`filter_${name}`]: id, per_page: ALL, sort: 'id', order: 'asc' } as const;
  return useQuery({
    queryKey: [...DELIVERIES, base, call],
    queryFn: async ({ signal }) => {
      return (await api.get(`${base}/listPaged/delivery`, { query: call, signal })).items;
    },
    refetchInterval: ({ state }) => (state.data?.some(isInFlight) ? REFETCH_INTERVAL : false),
  });
}

/** A subscriber's own messages; for an administrator, everyone's. */
export function useOwnScope(): Scope {
  return useSignedIn().role === 'admin' ? ALL_TEAMS_SCOPE : OWN_SCOPE;
}

/** `about` in the address, `button-5` or `form-3`, is a separate filter of the call. */
function queryOf(scope: Scope, state: ListState) {
  const { about, ...filters } = state.filters;
  const [kind, id] = about?.split('-') ?? [];
  return {
    ...scope.query,
    ...buildTimedQuery({ ...state, filters }),
    ...(kind === 'button' ? { filter_button_id: id } : {}),
    ...(kind === 'form' ? { filter_f_id: id } : {}),
  };
}

export function useDeliveries(scope: Scope, state: ListState) {
  const query = { ...queryOf(scope, state), delay: 1 };
  const list = usePagedList(DELIVERIES, `${scope.base}/listPaged/delivery`, query);
  // New messages about other submissions must not move the rows.
  useDeliveryChanges((change) => list.rows?.some((message) => affectsMessage(change, message)) ?? false);
  return list;
}

/** All messages of the filters as a file; resolves to its name. */
export function exportDeliveries(scope: Scope, state: ListState, options: DownloadOptions): Promise<string> {
  const query = { ...queryOf(scope, state), zone: browserTimeZone() };
  return download(`${scope.base}/export/delivery`, query, options);
}

/** One message; `data` is null where there is none with this id. */
export function useDelivery(scope: Scope, id: number) {
  const query = { ...scope.query, filter_id: id };
  const one = useQuery({
    queryKey: [...DELIVERIES, 'one', scope.base, query],
    queryFn: async ({ signal }) => {
      return (await api.get(`${scope.base}/listPaged/delivery`, { query, signal })).items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data && isInFlight(state.data) ? REFETCH_INTERVAL : false),
  });
  useDeliveryChanges((change) => Boolean(one.data && affectsMessage(change, one.data)));
  return one;
}

export async function resendDelivery(scope: Scope, id: number): Promise<void> {
  await api.post(`${scope.base}/resend/delivery`, { id });
}
