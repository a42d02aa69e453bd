/** How far an administrator's overview looks. Apart from the schemas: a screen that only reads needs no validator. */

/** How many days of submissions are told, and how far back everything else looks. */
export const OVERVIEW_DAYS = 30;
export const OVERVIEW_HOURS = 24;
/** What waits is counted up to here: a larger number says `more than`. */
export const COUNTED_AT_MOST = 10_000;
/** So many of the newest faults are looked at. */
export const FAULTS_LOOKED_AT = 2_000;
/** Subscribers of whom somebody would not be told, by name; the others stand in their list. */
export const WORST_SHOWN = 10;
/** Subscribers with messages that a limit holds, by name. */
export const LIMITED_SHOWN = 20;
