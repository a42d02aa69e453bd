/** Codes of rejections that a client acts on. Without schemas: a screen that only calls needs no validator. */

/** The code of a 403: the caller must confirm its password first (`confirmPassword`). */
export const RECENT_AUTHENTICATION = 'recent_authentication';

/** The code of a 401: the call has no token, or no session has it. */
export const SIGN_IN_REQUIRED = 'sign_in_required';

/** The code of a 401: the session has expired or was revoked. */
export const SESSION_EXPIRED = 'session_expired';

/** The code of a 401: the account, or the subscriber of the app user, is blocked. */
export const ACCOUNT_BLOCKED = 'account_blocked';

export const FAILURE_CODES = [
  RECENT_AUTHENTICATION,
  SIGN_IN_REQUIRED,
  SESSION_EXPIRED,
  ACCOUNT_BLOCKED,
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];
