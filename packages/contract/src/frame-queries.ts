/** What the frame of the console's screens reads. Without schemas: the page's first script needs it, too. */

/** The maximum number of alarms and of emergencies that are read; the screen shows that there may be more. */
export const MAX_URGENT = 50;

const NEWEST = { per_page: MAX_URGENT, sort: 'id', order: 'desc', related: 'app_user' } as const;

/** The open alarms, newest first. */
export const OPEN_ALARMS_QUERY = { ...NEWEST, filter_open: 'yes' } as const;

/** A team's unopened emergencies, newest first. */
export const UNOPENED_QUERY = { ...NEWEST, my: 'yes', filter_opened: 'no' } as const;

/** The maximum number of open incidents that are read. */
export const MAX_OPEN = 100;

/** The open real incidents to which someone is expected: administrators see those whose responder is overdue. */
export const EXPECTED_INCIDENTS_QUERY = {
  per_page: MAX_OPEN,
  sort: 'urgency',
  order: 'desc',
  filter_open: 'yes',
  filter_drill: 'no',
  filter_expected: 'yes',
} as const;

/** The most urgent of the open incidents: those that no one has acknowledged, emergencies first, and the newest of each. */
export const OPEN_INCIDENTS_QUERY = {
  per_page: MAX_OPEN,
  sort: 'urgency',
  order: 'desc',
  filter_open: 'yes',
} as const;
