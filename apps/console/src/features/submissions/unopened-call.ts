import { UNOPENED_QUERY } from '@callpoint/contract/frame-queries';

/** The team's unopened emergencies, newest first. They are also read before the page's code is loaded. */
export const UNOPENED_CALL = { path: '/tapi/v1/listPaged/button_click', query: UNOPENED_QUERY } as const;
