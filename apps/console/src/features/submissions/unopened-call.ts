/** The maximum number of emergencies that are read; the screen shows that there may be more. */
export const MAX_UNOPENED = 50;

/** The team's unopened emergencies, newest first. It is also sent before the page's code is loaded. */
export const UNOPENED_CALL = {
  path: '/tapi/v1/listPaged/button_click',
  query: {
    my: 'yes',
    related: 'app_user',
    filter_opened: 'no',
    per_page: MAX_UNOPENED,
    sort: 'id',
    order: 'desc',
  },
} as const;
