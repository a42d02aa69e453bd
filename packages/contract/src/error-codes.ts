/** Codes of rejections that a client acts on. Without schemas: a screen that only calls needs no validator. */

/** The code of a 403: the caller must confirm its password first (`confirmPassword`). */
export const RECENT_AUTHENTICATION = 'recent_authentication';
