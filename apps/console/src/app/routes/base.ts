/** The console's base path, without a slash at its end. */
export const BASE = '/app';
