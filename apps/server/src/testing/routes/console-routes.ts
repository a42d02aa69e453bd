import type { Role } from '@callpoint/contract/permissions';
import type { ExampleRows } from '../example-rows.ts';
import { resourceCases, type ResourceCase, type ResourceName } from '../resources.ts';
import {
  VALID_PASSWORD,
  PUSH_KEYS,
  PHONE,
  newPerson,
  PAGING,
  BETWEEN,
  imageRoute,
  listRoute,
  changeRoute,
  type RouteExample,
} from './route-example.ts';

/** The calls of a resource on a base, from its entry in `resources.ts`. */
function resourceRoutes(
  base: '/tapi/v1' | '/api/v1',
  name: ResourceName,
  { readers, writers, data, also }: ResourceCase,
): RouteExample[] {
  const onBase = (roles: readonly Role[]) => roles.filter((role) => base === '/api/v1' || role === 'team');
  return [
    listRoute(`${base}/listPaged/${name}`, onBase(readers), name, also),
    {
      method: 'POST',
      path: `${base}/create/${name}`,
      allowed: onBase(writers),
      example: () => ({ body: { data: { ...data } } }),
    },
    changeRoute(`${base}/update/${name}`, onBase(writers), name, () => ({ ...data })),
    changeRoute(`${base}/delete/${name}`, onBase(writers), name),
  ];
}

/** The calls that both the team base and the main base have. */
export function consoleRoutes(base: '/tapi/v1' | '/api/v1'): RouteExample[] {
  const both: readonly Role[] = base === '/api/v1' ? ['admin', 'team'] : ['team'];
  const admins: readonly Role[] = base === '/api/v1' ? ['admin'] : [];
  const teamFilters = { 'query.filter_team_id': 1, 'query.myId': 1 };
  const recordFilters = {
    'query.filter_search': 'ann',
    'query.filter_messages': 'failed',
    'query.filter_app_user_id': 1,
  };
  const recordQuery = {
    ...recordFilters,
    ...BETWEEN,
    'query.filter_team_id': 1,
    'query.filterin_item': 'button-5|form-3',
    'query.filterin_record': 'button-12|form-7',
    'query.older': '2026-11-21T08:14:07.000Z_button_1',
    'query.newer': '2026-11-21T08:14:07.000Z_form_1',
  };
  const personFields = {
    'data.email': 'other@work.example',
    'data.password': VALID_PASSWORD,
    'data.status': 1,
  };
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

    listRoute(`${base}/listPaged/team`, both, 'team', {
      ...teamFilters,
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
      personFields,
    ),

    listRoute(`${base}/listPaged/config`, admins, 'config', {
      'query.filter_config_key': 'contact_person',
      'query.filter_search': 'contact',
    }),
    changeRoute(`${base}/update/config`, admins, 'config', () => ({ config_value: 'help@consult.example' })),

    ...resourceCases.flatMap(([name, resource]) => resourceRoutes(base, name, resource)),

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
    listRoute(`${base}/listPaged/deleted`, both, 'deleted_item', {
      ...teamFilters,
      'query.filter_kind': 'app_user',
      'query.filter_row_id': 1,
      'query.filter_search': 'ann',
    }),
    changeRoute(`${base}/restore/deleted`, both, 'deleted_item'),
    changeRoute(`${base}/delete/app_user`, both, 'spare_user'),
    {
      method: 'GET',
      path: `${base}/findRecord`,
      allowed: both,
      example: ({ recordKey }) => ({ query: { key: recordKey } }),
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

    listRoute(`${base}/listPaged/app_user`, both, 'app_user', {
      ...teamFilters,
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
      { ...personFields, 'data.sms_consent': 'I agree to text messages.' },
    ),

    changeRoute(`${base}/endSessions/app_user`, both, 'app_user'),
    changeRoute(`${base}/installLink/app_user`, both, 'app_user'),

    listRoute(`${base}/listPaged/settings`, both, 'settings', {
      'query.filter_setting_key': 'contact_person',
      'query.filterin_setting_key': 'btn_1_mode|btn_2_mode',
      ...teamFilters,
    }),
    changeRoute(`${base}/update/settings`, ['team'], 'settings', () => ({
      setting_value: 'Press to tell us.',
    })),
    listRoute(`${base}/listPaged/version`, both, 'version', {
      'query.filter_subject': 'plan',
      'query.filter_subject_id': 1,
      'query.filterin_subject_id': '1|2',
    }),
    {
      method: 'GET',
      path: `${base}/defaultValue`,
      allowed: both,
      names: 'settings',
      example: ({ ids }) => ({ query: { subject: 'settings', id: ids.settings } }),
    },

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
          ...teamFilters,
          ...recordFilters,
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
    listRoute(`${base}/listPaged/alarm`, both, 'alarm', {
      'query.filter_button_click_id': 1,
      'query.filter_form_submission_id': 1,
      'query.filter_open': 'yes',
      'query.related': 'app_user',
      ...teamFilters,
    }),
    changeRoute(`${base}/close/alarm`, both, 'alarm'),
    listRoute(`${base}/listPaged/incident`, both, 'incident', {
      'query.filter_open': 'yes',
      'query.filter_drill': 'no',
      'query.filter_button_id': 5,
      'query.filter_button_click_id': 1,
      'query.filter_search': 'ann',
      ...teamFilters,
    }),
    {
      method: 'GET',
      path: `${base}/incident`,
      allowed: both,
      names: 'incident',
      example: ({ ids }) => ({ query: { id: ids.incident } }),
    },
    ...['incidentExport', 'incidentPdf'].map((name): RouteExample => ({
      method: 'GET',
      path: `${base}/${name}`,
      allowed: both,
      names: 'incident',
      example: ({ ids }) => ({ query: { id: ids.incident } }),
    })),
    {
      method: 'GET',
      path: `${base}/incidentMetrics`,
      allowed: both,
      names: 'team',
      example: ({ ids }) => ({ query: { team_id: ids.team } }),
      also: { 'query.months': 3 },
    },
    incidentRoute(both, `${base}/answer/incident`, { answer: 'have', eta_minutes: 10 }),
    incidentRoute(both, `${base}/progress/incident`, { state: 'on_the_way' }),
    incidentRoute(both, `${base}/note/incident`, { text: 'Gate B is open.' }),
    incidentRoute(both, `${base}/close/incident`, { outcome: 'helped', note: 'Taken home.' }),
    changeRoute(`${base}/open/button_click`, both, 'button_click'),
    changeRoute(`${base}/open/form_submission`, both, 'form_submission'),
    { method: 'GET', path: `${base}/events`, allowed: both, example: () => ({ query: {} }) },
    ...(['button_click', 'form_submission', 'delivery'] as const).map((name): RouteExample => ({
      method: 'GET',
      path: `${base}/export/${name}`,
      allowed: both,
      example: () => ({ query: { ...PAGING, zone: 'Europe/Berlin' } }),
      also: { 'query.filter_id': 1, ...BETWEEN, ...teamFilters },
    })),
    {
      method: 'GET',
      path: `${base}/export/team`,
      allowed: both,
      example: () => ({ query: { ...PAGING, zone: 'Europe/Berlin' } }),
      also: { 'query.filter_id': 1, 'query.filter_plan': 'free', 'query.filterin_id': '1|2' },
    },
    {
      method: 'GET',
      path: `${base}/export/plan`,
      allowed: both,
      example: () => ({ query: { ...PAGING, zone: 'Europe/Berlin' } }),
      also: { 'query.filter_id': 1, 'query.filter_search': 'end users', 'query.filterin_id': '1|2' },
    },
    {
      method: 'GET',
      path: `${base}/export/app_user`,
      allowed: both,
      example: () => ({ query: { ...PAGING, zone: 'Europe/Berlin' } }),
      also: { 'query.filter_id': 1, 'query.filter_status': 1, ...teamFilters },
    },
    {
      method: 'GET',
      path: `${base}/records`,
      allowed: both,
      example: () => ({ query: {} }),
      also: recordQuery,
    },
    {
      method: 'GET',
      path: `${base}/export/record`,
      allowed: both,
      example: () => ({ query: { zone: 'Europe/Berlin' } }),
      also: recordQuery,
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
    {
      method: 'POST',
      path: `${base}/bulkRestore/deleted`,
      allowed: both,
      example: ({ ids }) => ({ body: { ids: [ids.deleted_item] } }),
    },
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
      method: 'POST',
      path: `${base}/bulkUpdate/team`,
      allowed: admins,
      example: ({ ids }) => ({ body: { ids: [ids.team], data: { status: 1 } } }),
    },
    {
      method: 'POST',
      path: `${base}/bulkDelete/plan`,
      allowed: admins,
      example: ({ ids }) => ({ body: { ids: [ids.plan] } }),
    },
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
    imageRoute(base, both),
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
      ...teamFilters,
    }),
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
    }),
    cancel: () => ({}),
    resume: () => ({}),
    stop: () => ({}),
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

/** A change of an incident. */
function incidentRoute(
  allowed: readonly Role[],
  path: string,
  values: Record<string, unknown>,
): RouteExample {
  return {
    method: 'POST',
    path,
    allowed,
    names: 'incident',
    example: ({ ids }) => ({ body: { id: ids.incident, ...values } }),
  };
}
