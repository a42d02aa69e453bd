import { changeRoute, listRoute, newPerson, PAGING, PHONE, type RouteExample } from '../route-example.ts';
import { adminRoles, consoleRoles, PERSON_FIELDS, TEAM_FILTERS, type ConsoleBase } from './console-base.ts';

/** The calls about subscribers. */
export function subscriberRoutes(base: ConsoleBase): RouteExample[] {
  const both = consoleRoles(base);
  const admins = adminRoles(base);
  return [
    listRoute(`${base}/listPaged/team`, both, 'team', {
      ...TEAM_FILTERS,
      'query.filter_search': 'smith',
      'query.filter_plan': 'upgrade_by_admin',
      'query.filter_status': 1,
      'query.filter_payment': 'overdue',
      'query.filterin_id': '1|2',
    }),
    {
      method: 'POST',
      path: `${base}/create/team`,
      allowed: admins,
      example: (rows) => ({ query: { create_settings_row: 'yes' }, body: { data: newPerson(rows) } }),
      slow: true,
    },
    changeRoute(
      `${base}/update/team`,
      both,
      'team',
      () => ({ account_name: 'Smith', first_name: 'Tess', last_name: 'Smith', phone: PHONE }),
      PERSON_FIELDS,
    ),
    {
      method: 'POST',
      path: `${base}/bulkUpdate/team`,
      allowed: admins,
      example: ({ ids }) => ({ body: { ids: [ids.team], data: { status: 1 } } }),
    },
    {
      method: 'GET',
      path: `${base}/export/team`,
      allowed: both,
      example: () => ({ query: { ...PAGING, zone: 'Europe/Berlin' } }),
      also: { 'query.filter_id': 1, 'query.filter_plan': 'free', 'query.filterin_id': '1|2' },
    },
    {
      method: 'GET',
      path: `${base}/reachability`,
      allowed: both,
      names: 'team',
      example: ({ ids }) => ({ query: { team_id: ids.team } }),
    },
    {
      method: 'GET',
      path: `${base}/sendingLimits`,
      allowed: both,
      names: 'team',
      example: ({ ids }) => ({ query: { team_id: ids.team } }),
    },
  ];
}
