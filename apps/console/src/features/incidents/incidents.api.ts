import { useQuery } from '@tanstack/react-query';
import { buildListQuery, type ListState } from '../../list/list-state.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { refetchInterval } from '../../live/refetch-interval.ts';
import { api } from '../../net/api.ts';
import { CallError } from '../../net/call-error.ts';
import { INCIDENTS } from '../../net/query-keys.ts';
import { useSignedIn } from '../../session/session.ts';
import { isIncidentChange, useIncidentChanges, type IncidentBase } from './incident-changes.ts';

/** Where a team reads its own incidents, and an administrator those of all subscribers. */
export function useIncidentBase(): IncidentBase {
  return useSignedIn().role === 'admin' ? '/api/v1' : '/tapi/v1';
}

export type IncidentFilter = 'search' | 'open' | 'drill' | 'button_id' | 'team_id';

/** A page of incidents. */
export function useIncidents(base: IncidentBase, state: ListState<string, IncidentFilter>) {
  // Without a filter, only open ones are listed.
  const { open = 'yes', ...others } = state.filters;
  const filters = open === 'all' ? others : { ...others, open };
  const query = buildListQuery({ ...state, filters });
  useIncidentChanges(isIncidentChange);
  return usePagedList(INCIDENTS, `${base}/listPaged/incident`, query);
}

/** The incident of a press; null if it has none. */
export function usePressIncident(base: IncidentBase, pressId: number) {
  const query = { filter_button_click_id: pressId, per_page: 1 } as const;
  useIncidentChanges((message) => message.kind === 'incident.changed' && message.id === pressId);
  return useQuery({
    queryKey: [...INCIDENTS, 'of-press', base, pressId],
    queryFn: async ({ signal }) =>
      (await api.list(`${base}/listPaged/incident`, query, signal)).items[0] ?? null,
  }).data;
}

/** One incident with its timeline; `data` is null where there is none with this id. */
export function useIncident(base: IncidentBase, id: number) {
  const read = useQuery({
    queryKey: [...INCIDENTS, 'one', base, id],
    queryFn: async ({ signal }) => {
      try {
        return (await api.get(`${base}/incident`, { query: { id }, signal })).data;
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval,
  });
  const pressId = read.data?.button_click_id;
  useIncidentChanges((message) => {
    if (message.kind === 'incident.changed') return message.incident_id === id;
    if (message.kind === 'delivery.changed') {
      return message.submission === 'button' && pressId !== undefined && message.ids.includes(pressId);
    }
    return message.kind === 'submission.moved' && message.submission === 'button' && message.id === pressId;
  });
  return read;
}
