import type { Role } from './permissions.ts';

/** The service bases, and whose tokens each accepts. */
export const BASES = {
  '/sapi/v1': ['admin', 'team', 'app_user'],
  '/tapi/v1': ['team'],
  '/api/v1': ['admin', 'team'],
  '/mapi/v1': ['app_user'],
} as const satisfies Record<string, readonly Role[]>;
export type Base = keyof typeof BASES;

/** The calls of both consoles. */
export const CONSOLE_BASES = ['/tapi/v1', '/api/v1'] as const satisfies readonly Base[];
