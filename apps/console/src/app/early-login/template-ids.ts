/** The login screen. */
export const LOGIN_ID = 'early-login';
/** What is shown instead if the code of the console cannot be loaded. */
export const FAILED_ID = 'early-login-failed';
