import { EXAMPLE_UPDATED_AT, VALID_PASSWORD, type RouteExample } from './route-example.ts';

/** Filters of the audit. */
const AUDIT = {
  'query.sort': 'at',
  'query.filter_actor_role': 'admin',
  'query.filter_actor_id': 1,
  'query.filter_action': 'update',
  'query.filter_outcome': 'done',
  'query.filter_subject': 'plan',
  'query.filter_search': 'ann',
  'query.filterin_id': '1|2',
  'query.filter_subject_id': 1,
  'query.filter_from': EXAMPLE_UPDATED_AT,
  'query.filter_to': EXAMPLE_UPDATED_AT,
};

/** The calls that only the main base has. */
export const ADMIN_ROUTES: readonly RouteExample[] = [
  { method: 'GET', path: '/api/v1/account', allowed: ['admin'], example: () => ({ query: {} }) },
  {
    method: 'GET',
    path: '/api/v1/adminFrame',
    allowed: ['admin'],
    example: () => ({ query: {} }),
    also: { 'query.subscribers_since': EXAMPLE_UPDATED_AT, 'query.messages_since': EXAMPLE_UPDATED_AT },
  },
  {
    method: 'POST',
    path: '/api/v1/update/account',
    allowed: ['admin'],
    example: () => ({ body: { data: { first_name: 'Ada', last_name: 'O’Smith' } } }),
    also: {
      updated_at: EXAMPLE_UPDATED_AT,
      'data.email': 'other@callpoint.example',
      'data.password': VALID_PASSWORD,
    },
  },
  {
    method: 'GET',
    path: '/api/v1/overview',
    allowed: ['admin'],
    example: () => ({ query: { zone: 'Europe/Berlin' } }),
  },
  { method: 'GET', path: '/api/v1/revenue', allowed: ['admin'], example: () => ({ query: {} }) },
  { method: 'GET', path: '/api/v1/unpaidAccounts', allowed: ['admin'], example: () => ({ query: {} }) },
  // The example's subscriber has paid.
  ...['start/stopNotice', 'withdraw/stopNotice', 'stop/unpaidAccount'].map((path): RouteExample => ({
    method: 'POST',
    path: `/api/v1/${path}`,
    allowed: ['admin'],
    names: 'team',
    example: ({ ids }) => ({ body: { team_id: ids.team } }),
    status: 409,
  })),
  {
    method: 'GET',
    path: '/api/v1/newItems',
    allowed: ['admin'],
    example: () => ({ query: {} }),
    also: { 'query.subscribers_since': EXAMPLE_UPDATED_AT, 'query.messages_since': EXAMPLE_UPDATED_AT },
  },
  {
    method: 'POST',
    path: '/api/v1/update/sendingLimits',
    allowed: ['admin'],
    names: 'team',
    example: ({ ids }) => ({
      body: { team_id: ids.team, data: { daily_email_limit: 5000, daily_sms_limit: null } },
    }),
  },
  { method: 'POST', path: '/api/v1/test/paymentKeys', allowed: ['admin'], example: () => ({ body: {} }) },
  {
    method: 'POST',
    path: '/api/v1/release/delivery',
    allowed: ['admin'],
    names: 'team',
    example: ({ ids }) => ({ body: { team_id: ids.team } }),
  },
  {
    method: 'GET',
    path: '/api/v1/listPaged/audit',
    allowed: ['admin'],
    example: ({ ids }) => ({ query: { page: 1, per_page: 500, order: 'asc', filter_team_id: ids.team } }),
    also: AUDIT,
  },
  {
    method: 'GET',
    path: '/api/v1/export/audit',
    allowed: ['admin'],
    example: ({ ids }) => ({ query: { order: 'asc', filter_team_id: ids.team, zone: 'Europe/Berlin' } }),
    also: AUDIT,
  },
];
