import type { Role } from '@callpoint/contract/permissions';
import type { ExampleRows } from '../../calls/example-rows.ts';
import { listRoute, PAGING, type RouteExample } from '../route-example.ts';
import { adminRoles, consoleRoles, type ConsoleBase } from './console-base.ts';

/** The calls about plans, subscriptions and invoices. */
export function subscriptionRoutes(base: ConsoleBase): RouteExample[] {
  const both = consoleRoles(base);
  const admins = adminRoles(base);
  return [
    listRoute(
      `${base}/listPaged/subscription_history`,
      both,
      'subscription_history',
      { 'query.filter_id': 1, 'query.myId': 1 },
      ({ ids }) => ({ filter_team_id: ids.team }),
    ),
    listRoute(
      `${base}/listPaged/invoice`,
      both,
      'payment_invoice',
      { 'query.filter_id': 1, 'query.myId': 1 },
      ({ ids }) => ({ filter_team_id: ids.team }),
    ),
    {
      method: 'GET',
      path: `${base}/invoiceFiles`,
      allowed: both,
      names: 'payment_invoice',
      example: ({ ids }) => ({ query: { id: ids.payment_invoice } }),
      status: 409,
    },
    {
      method: 'GET',
      path: `${base}/getSubData`,
      allowed: both,
      names: 'subscription',
      example: ({ ids }) => ({ query: { sub_id: ids.subscription } }),
    },
    {
      method: 'GET',
      path: `${base}/upgradeByAdmin`,
      allowed: admins,
      names: 'team',
      example: ({ ids, planValue }) => ({
        query: { team_id: ids.team, selectedPlan: planValue, expires_on: '2999-12-31' },
      }),
    },
    {
      method: 'GET',
      path: `${base}/convertToFree`,
      allowed: both,
      names: 'team',
      example: ({ ids }) => ({ query: { team_id: ids.team } }),
    },
    ...subscriptionChangeRoutes(base, both),
    {
      method: 'GET',
      path: `${base}/export/plan`,
      allowed: both,
      example: () => ({ query: { ...PAGING, zone: 'Europe/Berlin' } }),
      also: { 'query.filter_id': 1, 'query.filter_search': 'end users', 'query.filterin_id': '1|2' },
    },
    {
      method: 'POST',
      path: `${base}/bulkDelete/plan`,
      allowed: admins,
      example: ({ ids }) => ({ body: { ids: [ids.plan] } }),
    },
  ];
}

/** The changes of a paid subscription, which the subscribers of these tests do not have. */
function subscriptionChangeRoutes(base: string, allowed: readonly Role[]): RouteExample[] {
  const fields = {
    preview: ({ planValue }: ExampleRows) => ({ selectedPlan: planValue }),
    change: ({ planValue }: ExampleRows) => ({
      selectedPlan: planValue,
      due_now: 1,
      currency: 'usd',
      quoted_at: 1_795_248_847,
      subscription_id: 'sub_1',
    }),
    cancel: () => ({ subscription_id: 'sub_1' }),
    resume: () => ({ subscription_id: 'sub_1' }),
    stop: () => ({ subscription_id: 'sub_1' }),
  };
  return Object.entries(fields).map(([action, build]) => ({
    method: 'POST',
    path: `${base}/${action}/subscription`,
    allowed,
    names: 'team',
    example: (rows) => ({ body: { team_id: rows.ids.team, ...build(rows) } }),
    status: 409,
  }));
}
