/** Starts of the query keys that several features read or invalidate. */

export const APP_USERS = ['app-users'];
/** Messages of the outbox. */
export const DELIVERIES = ['deliveries'];
/** Presses that someone must acknowledge. */
export const INCIDENTS = ['incidents'];
export const PLANS = ['plans'];
/** Who would be notified now: saved settings can change it. */
export const REACHABILITY = ['reachability'];
export const SUBSCRIBERS = ['subscribers'];
