import {
  changeRoute,
  listRoute,
  PAGING,
  PHONE,
  VALID_PASSWORD,
  type RouteExample,
} from '../route-example.ts';
import { consoleRoles, PERSON_FIELDS, TEAM_FILTERS, type ConsoleBase } from './console-base.ts';

/** The calls about app users. */
export function appUserRoutes(base: ConsoleBase): RouteExample[] {
  const both = consoleRoles(base);
  return [
    listRoute(`${base}/listPaged/app_user`, both, 'app_user', {
      ...TEAM_FILTERS,
      'query.filter_status': 1,
      'query.filter_search': 'ann',
      'query.filterin_id': '1|2',
    }),
    {
      method: 'POST',
      path: `${base}/createCustom/app_user`,
      allowed: ['team'],
      names: 'team',
      example: ({ ids, unique }) => ({
        body: {
          data: {
            team_id: ids.team,
            name: 'Ann Lee',
            email: `new-${unique}@work.example`,
            phone: PHONE,
            password: VALID_PASSWORD,
          },
        },
      }),
      also: { 'data.sms_consent': 'I agree to text messages.' },
      slow: true,
    },
    changeRoute(
      `${base}/update/app_user`,
      both,
      'app_user',
      ({ ids }) => ({ team_id: ids.team, name: 'Ann Lee', phone: PHONE }),
      { ...PERSON_FIELDS, 'data.sms_consent': 'I agree to text messages.' },
    ),
    changeRoute(`${base}/delete/app_user`, both, 'spare_user'),
    {
      method: 'POST',
      path: `${base}/bulkDelete/app_user`,
      allowed: both,
      example: ({ ids }) => ({ body: { ids: [ids.spare_user] } }),
    },
    {
      method: 'POST',
      path: `${base}/bulkUpdate/app_user`,
      allowed: both,
      example: ({ ids }) => ({ body: { ids: [ids.app_user], data: { status: 1 } } }),
    },
    {
      method: 'GET',
      path: `${base}/export/app_user`,
      allowed: both,
      example: () => ({ query: { ...PAGING, zone: 'Europe/Berlin' } }),
      also: { 'query.filter_id': 1, 'query.filter_status': 1, ...TEAM_FILTERS },
    },
    changeRoute(`${base}/endSessions/app_user`, both, 'app_user'),
    changeRoute(`${base}/installLink/app_user`, both, 'app_user'),
  ];
}
