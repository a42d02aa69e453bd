import { EXPECTED_INCIDENTS_QUERY, OPEN_INCIDENTS_QUERY } from '@callpoint/contract/frame-queries';
import type { Scope } from '../../list/scope.ts';

/** The open incidents, most urgent first. A team's are also read before the page's code is loaded. */
export function getOpenIncidentsCall<Base extends Scope['base']>(base: Base) {
  return { path: `${base}/listPaged/incident`, query: OPEN_INCIDENTS_QUERY } as const;
}

/** The open incidents of all subscribers to which someone is expected. They are read early, too. */
export const EXPECTED_INCIDENTS_CALL = {
  path: '/api/v1/listPaged/incident',
  query: EXPECTED_INCIDENTS_QUERY,
} as const;
