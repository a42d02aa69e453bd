import type { Incident } from '@callpoint/contract/incidents';
import { useQuery } from '@tanstack/react-query';
import { refetchInterval } from '../../live/refetch-interval.ts';
import { api } from '../../net/api.ts';
import { loadedEarly } from '../../net/early-read.ts';
import { INCIDENTS } from '../../net/query-keys.ts';
import { session } from '../../session/session.ts';
import { isDeliveryOf, isIncidentChange, useIncidentChanges, type IncidentBase } from './incident-changes.ts';
import { getOpenIncidentsCall } from './open-incidents-call.ts';

const NONE: readonly Incident[] = [];

/** The open incidents, most urgent first, with the state of their last read; kept current by live messages. */
export function useOpenIncidents(base: IncidentBase) {
  const { path, query } = getOpenIncidentsCall(base);
  const read = useQuery({
    queryKey: [...INCIDENTS, 'open', base],
    queryFn: ({ signal }) => api.list(path, query, signal),
    initialData: () => loadedEarly(path, query, session.current()?.token ?? null)?.body,
    refetchInterval,
  });
  const incidents = read.data?.items ?? NONE;
  useIncidentChanges((message) => isIncidentChange(message) || isDeliveryOf(message, incidents));
  return { ...read, incidents };
}
