import { PUSH_KEYS, VALID_PASSWORD, type RouteExample } from '../route-example.ts';
import { consoleRoles, type ConsoleBase } from './console-base.ts';

/** The calls about the caller's own account, browser and saved filters, and its live events. */
export function accountRoutes(base: ConsoleBase): RouteExample[] {
  const both = consoleRoles(base);
  return [
    {
      method: 'POST',
      path: `${base}/confirmPassword`,
      allowed: both,
      example: ({ password }) => ({ body: { password } }),
      slow: true,
    },
    {
      method: 'POST',
      path: `${base}/changePassword`,
      allowed: both,
      example: () => ({ body: { password: VALID_PASSWORD } }),
      slow: true,
    },
    { method: 'GET', path: `${base}/push_key`, allowed: both, example: () => ({}) },
    {
      method: 'POST',
      path: `${base}/push_subscription`,
      allowed: both,
      example: ({ unique }) => ({
        body: { endpoint: `https://push.example.com/send/${unique}`, keys: PUSH_KEYS },
      }),
    },
    {
      method: 'POST',
      path: `${base}/push_subscription/delete`,
      allowed: both,
      example: ({ unique }) => ({ body: { endpoint: `https://push.example.com/send/${unique}` } }),
    },
    { method: 'GET', path: `${base}/events`, allowed: both, example: () => ({ query: {} }) },
    {
      method: 'GET',
      path: `${base}/savedFilters`,
      allowed: both,
      example: () => ({ query: { list: 'records' } }),
    },
    {
      method: 'POST',
      path: `${base}/saveFilter`,
      allowed: both,
      example: () => ({ body: { list: 'records', name: 'Failed', query: 'messages=failed' } }),
      also: { replaces: 'Other' },
    },
    {
      method: 'POST',
      path: `${base}/deleteFilter`,
      allowed: both,
      example: () => ({ body: { list: 'records', name: 'Failed' } }),
    },
  ];
}
