/** The steps after a payment is overdue, in days. Without schemas, so that a screen that only reads loads no validator. */

/** Nothing changes for this long, where nothing else is configured. */
export const DEFAULT_GRACE_DAYS = 14;
export const LONGEST_GRACE_DAYS = 90;
/** After the grace period: when the account is listed for the administrators. */
export const DAYS_UNTIL_LISTED = 30;
/** How long before an account may be stopped its people are notified. */
export const NOTICE_DAYS = 7;
