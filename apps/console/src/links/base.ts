import type { PagePath } from './page-path.ts';

/** The console's base path, without a slash at its end. */
export const BASE = '/app';

/** The screens that the router treats differently. */
export const LOGIN = '/login' satisfies PagePath;
export const LOGOUT = '/logout' satisfies PagePath;
