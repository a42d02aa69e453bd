import type { AuditLine } from '@callpoint/contract/audit';
import { listQueryOf, type ListState } from '../../lib/list-state.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { dayAfter, startOfDay } from './days.ts';

/** What the address says; the days as dates. */
export const FILTERS = [
  'actor_role',
  'actor_id',
  'action',
  'subject',
  'outcome',
  'team_id',
  'from',
  'to',
] as const;
export type AuditState = ListState<string, (typeof FILTERS)[number]>;

/** The filters as the call wants them: whole days of the reader's zone as moments. */
export function auditQueryOf(state: AuditState): Record<string, string | number> {
  const { from, to, ...filters } = state.filters;
  const [first, last] = [from && startOfDay(from), to && startOfDay(dayAfter(to))];
  return {
    ...listQueryOf({ ...state, filters }),
    ...(first ? { filter_from: first } : {}),
    ...(last ? { filter_to: last } : {}),
  };
}

export function useAudit(state: AuditState) {
  return usePagedList<AuditLine>(['audit'], '/api/v1/listPaged/audit', auditQueryOf(state));
}
