import { OPEN_INCIDENTS_QUERY } from '@callpoint/contract/frame-queries';
import type { Scope } from '../../list/scope.ts';

/** The open incidents, most urgent first. A team's are also read before the page's code is loaded. */
export function getOpenIncidentsCall<Base extends Scope['base']>(base: Base) {
  return { path: `${base}/listPaged/incident`, query: OPEN_INCIDENTS_QUERY } as const;
}
