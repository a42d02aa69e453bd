/**
 * A change of a password, an email address or a phone number needs a sign-in or a confirmed password within so many
 * minutes. Without it the call returns 403 with the code RECENT_AUTHENTICATION.
 */
export const RECENT_MINUTES = 15;
