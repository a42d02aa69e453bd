import { changeRoute, imageRoute, listRoute, BETWEEN, PAGING, type RouteExample } from '../route-example.ts';
import { consoleRoles, TEAM_FILTERS, type ConsoleBase } from './console-base.ts';

const RECORD_FILTERS = {
  'query.filter_search': 'ann',
  'query.filter_messages': 'failed',
  'query.filter_app_user_id': 1,
};
const RECORD_QUERY = {
  ...RECORD_FILTERS,
  ...BETWEEN,
  'query.filter_team_id': 1,
  'query.filterin_item': 'button-5|form-3',
  'query.filterin_record': 'button-12|form-7',
  'query.older': '2026-11-21T08:14:07.000Z_button_1',
  'query.newer': '2026-11-21T08:14:07.000Z_form_1',
};

/** The calls about submissions, their messages and alarms, and deleted rows. */
export function recordRoutes(base: ConsoleBase): RouteExample[] {
  const both = consoleRoles(base);
  return [
    ...(['button_click', 'form_submission'] as const).flatMap((name): RouteExample[] => [
      listRoute(
        `${base}/listPaged/${name}`,
        both,
        name,
        {
          ...(name === 'button_click'
            ? { 'query.filter_button_id': 1, 'query.filter_opened': 'no' }
            : { 'query.filter_f_id': 1 }),
          ...BETWEEN,
          ...TEAM_FILTERS,
          ...RECORD_FILTERS,
          'query.filterin_id': '1|2',
        },
        ({ ids }) => ({ filter_id: ids[name], related: 'app_user' }),
      ),
      changeRoute(`${base}/delete/${name}`, both, name),
    ]),
    {
      method: 'GET',
      path: `${base}/submissionSummary`,
      allowed: both,
      names: 'team',
      example: ({ ids }) => ({ query: { team_id: ids.team } }),
    },
    changeRoute(`${base}/open/button_click`, both, 'button_click'),
    changeRoute(`${base}/open/form_submission`, both, 'form_submission'),
    {
      method: 'GET',
      path: `${base}/findRecord`,
      allowed: both,
      example: ({ recordKey }) => ({ query: { key: recordKey } }),
    },
    {
      method: 'GET',
      path: `${base}/records`,
      allowed: both,
      example: () => ({ query: {} }),
      also: RECORD_QUERY,
    },
    {
      method: 'GET',
      path: `${base}/export/record`,
      allowed: both,
      example: () => ({ query: { zone: 'Europe/Berlin' } }),
      also: RECORD_QUERY,
    },
    { method: 'GET', path: `${base}/find`, allowed: both, example: () => ({ query: { search: 'ann' } }) },
    ...(
      [
        ['bulkDelete', 'button_click'],
        ['bulkDelete', 'form_submission'],
        ['bulkResend', 'delivery'],
        ['bulkRelease', 'button_click'],
        ['bulkRelease', 'form_submission'],
      ] as const
    ).map(([change, name]): RouteExample => ({
      method: 'POST',
      path: `${base}/${change}/${name}`,
      allowed: both,
      example: ({ ids }) => ({ body: { ids: [ids[name]] } }),
    })),
    ...(['button_click', 'form_submission', 'delivery'] as const).map((name): RouteExample => ({
      method: 'GET',
      path: `${base}/export/${name}`,
      allowed: both,
      example: () => ({ query: { ...PAGING, zone: 'Europe/Berlin' } }),
      also: { 'query.filter_id': 1, ...BETWEEN, ...TEAM_FILTERS },
    })),
    changeRoute(`${base}/resend/delivery`, both, 'delivery'),
    listRoute(`${base}/listPaged/delivery`, both, 'delivery', {
      'query.filter_state': 'held',
      'query.filter_search': 'ann',
      'query.filterin_id': '1|2',
      'query.filter_channel': 'sms',
      'query.filter_button_id': 5,
      'query.filter_f_id': 3,
      'query.filter_button_click_id': 1,
      'query.filter_form_submission_id': 1,
      ...BETWEEN,
      ...TEAM_FILTERS,
    }),
    listRoute(`${base}/listPaged/alarm`, both, 'alarm', {
      'query.filter_button_click_id': 1,
      'query.filter_form_submission_id': 1,
      'query.filter_open': 'yes',
      'query.related': 'app_user',
      ...TEAM_FILTERS,
    }),
    changeRoute(`${base}/close/alarm`, both, 'alarm'),
    imageRoute(base, both),
    listRoute(`${base}/listPaged/deleted`, both, 'deleted_item', {
      ...TEAM_FILTERS,
      'query.filter_kind': 'app_user',
      'query.filter_row_id': 1,
      'query.filter_search': 'ann',
    }),
    changeRoute(`${base}/restore/deleted`, both, 'deleted_item'),
    {
      method: 'POST',
      path: `${base}/bulkRestore/deleted`,
      allowed: both,
      example: ({ ids }) => ({ body: { ids: [ids.deleted_item] } }),
    },
  ];
}
