import type { Scope } from '../../list/scope.ts';

/** The maximum number of alarms that are read; the screen shows that there may be more. */
export const MAX_ALARMS = 50;

/** The open alarms, newest first. It is also sent before the page's code is loaded. */
export function getOpenAlarmsCall<Base extends Scope['base']>(base: Base) {
  return {
    path: `${base}/listPaged/alarm`,
    query: { per_page: MAX_ALARMS, sort: 'id', order: 'desc', filter_open: 'yes', related: 'app_user' },
  } as const;
}
