import type { EXPECTED_INCIDENTS_QUERY, OPEN_INCIDENTS_QUERY } from '@callpoint/contract/frame-queries';
import type { Incident } from '@callpoint/contract/incidents';
import { useQuery } from '@tanstack/react-query';
import { refetchInterval } from '../../live/refetch-interval.ts';
import { api } from '../../net/api.ts';
import { loadedEarly } from '../../net/early-read.ts';
import { INCIDENTS } from '../../net/query-keys.ts';
import { session } from '../../session/session.ts';
import { isDeliveryOf, isIncidentChange, useIncidentChanges, type IncidentBase } from './incident-changes.ts';
import { EXPECTED_INCIDENTS_CALL, getOpenIncidentsCall } from './open-incidents-call.ts';

const NONE: readonly Incident[] = [];

/** The open incidents, most urgent first, with the state of their last read; kept current by live messages. */
export function useOpenIncidents(base: IncidentBase) {
  return useIncidents('open', getOpenIncidentsCall(base));
}

/** For an administrator: the open incidents of all subscribers to which someone is expected. */
export function useExpectedIncidents() {
  return useIncidents('expected', EXPECTED_INCIDENTS_CALL);
}

type IncidentsCall = {
  path: `${IncidentBase}/listPaged/incident`;
  query: typeof OPEN_INCIDENTS_QUERY | typeof EXPECTED_INCIDENTS_QUERY;
};

function useIncidents(which: string, { path, query }: IncidentsCall) {
  const read = useQuery({
    queryKey: [...INCIDENTS, which, path],
    queryFn: ({ signal }) => api.list(path, query, signal),
    initialData: () => loadedEarly(path, query, session.current()?.token ?? null)?.body,
    refetchInterval,
  });
  const incidents = read.data?.items ?? NONE;
  useIncidentChanges((message) => isIncidentChange(message) || isDeliveryOf(message, incidents));
  return { ...read, incidents };
}
