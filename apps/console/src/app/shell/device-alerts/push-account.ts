/** Where this browser stores which account turned notifications on. */
export const PUSH_ACCOUNT_KEY = 'pushAccount';
