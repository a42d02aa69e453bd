/** Codes of rejections that a client acts on. Without schemas: a screen that only calls needs no validator. */

/** The code of a 403: the caller must confirm its password first (`confirmPassword`). */
export const RECENT_AUTHENTICATION = 'recent_authentication';

/** The code of a 401: the call has no token, or no session has it. */
export const SIGN_IN_REQUIRED = 'sign_in_required';

/** The code of a 401: the session has expired. */
export const SESSION_EXPIRED = 'session_expired';

/** The code of a 401: the session was revoked because the account's password or address was changed. */
export const PASSWORD_CHANGED = 'password_changed';

/** The code of a 401: the session was revoked by someone else, for example by “log out this phone”. */
export const SIGNED_OUT = 'signed_out';

/** The code of a 401, or of the 403 of a sign-in: the account, or the subscriber of the app user, is blocked. */
export const ACCOUNT_BLOCKED = 'account_blocked';

/** The code of the 401 of a sign-in, or of the 403 of a confirmation: the email address or password is wrong. */
export const WRONG_PASSWORD = 'wrong_password';

/** The code of the 401 of an installation: the link was used, has expired or was replaced. */
export const INSTALL_LINK_ENDED = 'install_link_ended';

/** The code of a 403: the caller's role may not do this. */
export const NO_ACCESS = 'no_access';

/** The code of a 403: the subscriber has turned this button or form off. */
export const ITEM_OFF = 'item_off';

/** The code of a 409: nobody answered the check-in in time, and its emergency was raised. */
export const CHECK_IN_RAISED = 'check_in_raised';

/** Why a session was revoked, stored with it. */
export const REVOCATIONS = [PASSWORD_CHANGED, SIGNED_OUT] as const;
export type Revocation = (typeof REVOCATIONS)[number];

export const FAILURE_CODES = [
  RECENT_AUTHENTICATION,
  SIGN_IN_REQUIRED,
  SESSION_EXPIRED,
  PASSWORD_CHANGED,
  SIGNED_OUT,
  ACCOUNT_BLOCKED,
  WRONG_PASSWORD,
  INSTALL_LINK_ENDED,
  NO_ACCESS,
  ITEM_OFF,
  CHECK_IN_RAISED,
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];
