import { OPEN_INCIDENTS_QUERY } from '@callpoint/contract/frame-queries';
import type { Incident } from '@callpoint/contract/incidents';
import { useQuery } from '@tanstack/react-query';
import { refetchInterval } from '../../../live/refetch-interval.ts';
import { api } from '../../../net/api.ts';
import { INCIDENTS } from '../../../net/query-keys.ts';
import type { IncidentBase } from '../incident-changes.ts';
import { useOpenIncidents } from '../open-incidents.api.ts';

const OLDEST_QUERY = { ...OPEN_INCIDENTS_QUERY, sort: 'waiting', order: 'asc' } as const;

/**
 * The open incidents: the most urgent ones, the newest first, and if these are not all, also those that have waited longest. The
 * first row of the board is always the oldest one that no one has acknowledged.
 */
export function useBoardIncidents(base: IncidentBase) {
  const newest = useOpenIncidents(base);
  const hasOthers = (newest.data?.pagination.total ?? 0) > newest.incidents.length;
  const oldest = useQuery({
    queryKey: [...INCIDENTS, 'oldest', base],
    queryFn: ({ signal }) => api.list(`${base}/listPaged/incident`, OLDEST_QUERY, signal),
    enabled: hasOthers,
    refetchInterval,
  });
  const others = hasOthers ? (oldest.data?.items ?? []) : [];
  return {
    ...newest,
    incidents: mergeIncidents(newest.incidents, others),
    error: newest.error ?? (hasOthers ? oldest.error : null),
  };
}

function mergeIncidents(incidents: readonly Incident[], others: readonly Incident[]): readonly Incident[] {
  const known = new Set(incidents.map(({ id }) => id));
  return [...incidents, ...others.filter(({ id }) => !known.has(id))];
}
