/** The limits of the overview. Separate from the schemas, so that a screen that only reads loads no validator. */

/** Days of submissions in the overview, and the hours that everything else covers. */
export const OVERVIEW_DAYS = 30;
export const OVERVIEW_HOURS = 24;
/** Waiting messages are counted up to this number; for more, the page shows `more than`. */
export const MAX_COUNTED = 10_000;
/** New items are counted up to this number. */
export const MAX_NEW_COUNTED = 100;
/** Faults are counted among this many newest attempts. */
export const MAX_FAULTS_READ = 2_000;
/** Maximum subscribers with reachability problems by name; the list of subscribers has all of them. */
export const MAX_WORST_SHOWN = 10;
/** Maximum subscribers with messages held by a limit, by name. */
export const MAX_LIMITED_SHOWN = 20;
