import { OPEN_ALARMS_QUERY } from '@callpoint/contract/frame-queries';
import type { Scope } from '../../list/scope.ts';

/** The open alarms, newest first. They are also read before the page's code is loaded. */
export function getOpenAlarmsCall<Base extends Scope['base']>(base: Base) {
  return {
    path: `${base}/listPaged/alarm`,
    query: OPEN_ALARMS_QUERY,
  } as const;
}
