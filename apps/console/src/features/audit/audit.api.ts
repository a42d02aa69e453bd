import { browserTimeZone, buildTimedQuery } from '../../list/days.ts';
import { download, type DownloadOptions } from '../../net/download.ts';
import type { ListState } from '../../list/list-state.ts';
import { usePagedList } from '../../list/use-paged-list.ts';

/** The filters of the address; the days as dates. */
export const AUDIT_FILTERS = [
  'search',
  'actor_role',
  'actor_id',
  'action',
  'subject',
  'outcome',
  'team_id',
  'from',
  'to',
] as const;
export type AuditState = ListState<string, (typeof AUDIT_FILTERS)[number]>;

export function useAudit(state: AuditState) {
  return usePagedList(['audit'], '/api/v1/listPaged/audit', buildTimedQuery(state));
}

/** All entries that match the filters as a file; resolves to its name. */
export function exportAudit(state: AuditState, options: DownloadOptions): Promise<string> {
  return download('/api/v1/export/audit', { ...buildTimedQuery(state), zone: browserTimeZone() }, options);
}
