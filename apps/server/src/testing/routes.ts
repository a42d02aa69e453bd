import type { Role } from '@callpoint/contract/permissions';
import { resourceCases, type ResourceCase, type ResourceName } from './resources.ts';
import type { CallInput, Rows } from './tenant.ts';

/** Every call of the service bases, the roles that it accepts, and one valid call of each, for tests of all routes. */
export type RouteExample = {
  method: 'GET' | 'POST';
  path: string;
  /** The roles that this base accepts. `public`: all callers. */
  allowed: 'public' | readonly Role[];
  /** The table of the row whose id the call contains, if any. */
  names?: keyof Rows['ids'];
  /** A valid call about these rows. `unique` differs in each call, for addresses that must be unique. */
  example: (rows: Rows) => CallInput;
  /** Further fields of the call, each with a valid value: `data.email`, `query.filter_id`. */
  also?: Readonly<Record<string, string | number>>;
  /** True if it hashes a password, which costs 30 ms. */
  slow?: true;
};

const READ_AT = '2026-11-21T08:14:07.000Z';
/** A strong password that no account has. */
export const VALID_PASSWORD = 'Quiet-harbour-77';
const PHONE = '+1 202 555 0143';
const person = ({ unique }: Rows) => ({
  email: `new-${unique}@work.example`,
  account_name: 'Smith & Sons',
  first_name: 'Tess',
  last_name: 'O’Smith',
  phone: PHONE,
  password: VALID_PASSWORD,
});

const PAGING = { page: 1, per_page: 500, sort: 'id', order: 'asc', delay: 1, my: 'yes' };
const BETWEEN = {
  'query.filter_from': '2026-01-01T00:00:00.000Z',
  'query.filter_to': '2099-01-01T00:00:00.000Z',
};
const location = { lat: 38.8977, lng: -77.0365, accuracy: 12, at: '2026-11-21T08:14:07+01:00' };

function list(
  path: string,
  allowed: readonly Role[],
  names: keyof Rows['ids'],
  also: RouteExample['also'] = {},
  filter: (rows: Rows) => CallInput['query'] = ({ ids }) => ({ filter_id: ids[names] }),
): RouteExample {
  const example = (rows: Rows) => ({ query: { ...PAGING, ...filter(rows) } });
  return { method: 'GET', path, allowed, names, example, also };
}

function change(
  path: string,
  allowed: readonly Role[],
  names: keyof Rows['ids'],
  data?: (rows: Rows) => Record<string, unknown>,
  also: RouteExample['also'] = {},
): RouteExample {
  const example = (rows: Rows) => ({ body: { id: rows.ids[names], ...(data ? { data: data(rows) } : {}) } });
  return {
    method: 'POST',
    path,
    allowed,
    names,
    example,
    also: data ? { updated_at: READ_AT, ...also } : also,
  };
}

/** The calls of a resource on a base, from its entry in `resources.ts`. */
function resourceRoutes(
  base: '/tapi/v1' | '/api/v1',
  name: ResourceName,
  { readers, writers, data, also }: ResourceCase,
): RouteExample[] {
  const onBase = (roles: readonly Role[]) => roles.filter((role) => base === '/api/v1' || role === 'team');
  return [
    list(`${base}/listPaged/${name}`, onBase(readers), name, also),
    {
      method: 'POST',
      path: `${base}/create/${name}`,
      allowed: onBase(writers),
      example: () => ({ body: { data: { ...data } } }),
    },
    change(`${base}/update/${name}`, onBase(writers), name, () => ({ ...data })),
    change(`${base}/delete/${name}`, onBase(writers), name),
  ];
}

/** The calls that both the team base and the main base have. */
function consoleRoutes(base: '/tapi/v1' | '/api/v1'): RouteExample[] {
  const both: readonly Role[] = base === '/api/v1' ? ['admin', 'team'] : ['team'];
  const admins: readonly Role[] = base === '/api/v1' ? ['admin'] : [];
  const ofTeam = { 'query.filter_team_id': 1, 'query.myId': 1 };
  const ofPerson = { 'data.email': 'other@work.example', 'data.password': VALID_PASSWORD, 'data.status': 1 };
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

    list(`${base}/listPaged/team`, both, 'team', {
      ...ofTeam,
      'query.filter_search': 'smith',
      'query.filter_plan': 'upgrade_by_admin',
      'query.filter_status': 1,
    }),
    {
      method: 'POST',
      path: `${base}/create/team`,
      allowed: admins,
      example: (rows) => ({ query: { create_settings_row: 'yes' }, body: { data: person(rows) } }),
      slow: true,
    },
    change(
      `${base}/update/team`,
      both,
      'team',
      () => ({ account_name: 'Smith', first_name: 'Tess', last_name: 'Smith', phone: PHONE }),
      ofPerson,
    ),

    list(`${base}/listPaged/config`, admins, 'config', { 'query.filter_config_key': 'contact_person' }),
    change(`${base}/update/config`, admins, 'config', () => ({ config_value: 'help@consult.example' })),

    ...resourceCases.flatMap(([name, resource]) => resourceRoutes(base, name, resource)),

    list(
      `${base}/listPaged/subscription_history`,
      both,
      'subscription_history',
      { 'query.filter_id': 1, 'query.myId': 1 },
      ({ ids }) => ({ filter_team_id: ids.team }),
    ),
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

    list(`${base}/listPaged/app_user`, both, 'app_user', { ...ofTeam, 'query.filter_status': 1 }),
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
    change(
      `${base}/update/app_user`,
      both,
      'app_user',
      ({ ids }) => ({ team_id: ids.team, name: 'Ann Lee', phone: PHONE }),
      { ...ofPerson, 'data.sms_consent': 'I agree to text messages.' },
    ),

    change(`${base}/endSessions/app_user`, both, 'app_user'),

    list(`${base}/listPaged/settings`, both, 'settings', {
      'query.filter_setting_key': 'contact_person',
      'query.filterin_setting_key': 'btn_1_mode|btn_2_mode',
      ...ofTeam,
    }),
    change(`${base}/update/settings`, ['team'], 'settings', () => ({ setting_value: 'Press to tell us.' })),

    ...(['button_click', 'form_submission'] as const).flatMap((name): RouteExample[] => [
      list(
        `${base}/listPaged/${name}`,
        both,
        name,
        {
          ...(name === 'button_click'
            ? { 'query.filter_button_id': 1, 'query.filter_opened': 'no' }
            : { 'query.filter_f_id': 1 }),
          ...BETWEEN,
          ...ofTeam,
        },
        ({ ids }) => ({ filter_id: ids[name], related: 'app_user' }),
      ),
      change(`${base}/delete/${name}`, both, name),
    ]),
    {
      method: 'GET',
      path: `${base}/submissionSummary`,
      allowed: both,
      names: 'team',
      example: ({ ids }) => ({ query: { team_id: ids.team } }),
    },
    list(`${base}/listPaged/alarm`, both, 'alarm', {
      'query.filter_button_click_id': 1,
      'query.filter_form_submission_id': 1,
      'query.filter_open': 'yes',
      'query.related': 'app_user',
      ...ofTeam,
    }),
    change(`${base}/close/alarm`, both, 'alarm'),
    change(`${base}/open/button_click`, both, 'button_click'),
    { method: 'GET', path: `${base}/events`, allowed: both, example: () => ({ query: {} }) },
    ...(['button_click', 'form_submission', 'delivery'] as const).map((name): RouteExample => ({
      method: 'GET',
      path: `${base}/export/${name}`,
      allowed: both,
      example: () => ({ query: { ...PAGING, zone: 'Europe/Berlin' } }),
      also: { 'query.filter_id': 1, ...BETWEEN, ...ofTeam },
    })),
    {
      method: 'GET',
      path: `${base}/export/app_user`,
      allowed: both,
      example: () => ({ query: { ...PAGING, zone: 'Europe/Berlin' } }),
      also: { 'query.filter_id': 1, 'query.filter_status': 1, ...ofTeam },
    },
    change(`${base}/resend/delivery`, both, 'delivery'),
    list(`${base}/listPaged/delivery`, both, 'delivery', {
      'query.filter_state': 'held',
      'query.filter_channel': 'sms',
      'query.filter_button_id': 5,
      'query.filter_f_id': 3,
      'query.filter_button_click_id': 1,
      'query.filter_form_submission_id': 1,
      ...BETWEEN,
      ...ofTeam,
    }),
  ];
}

const everyone: readonly Role[] = ['admin', 'team', 'app_user'];
const phones: readonly Role[] = ['app_user'];

/** Filters of the audit. */
const AUDIT = {
  'query.sort': 'at',
  'query.filter_actor_role': 'admin',
  'query.filter_actor_id': 1,
  'query.filter_action': 'update',
  'query.filter_outcome': 'done',
  'query.filter_subject': 'plan',
  'query.filter_subject_id': 1,
  'query.filter_from': READ_AT,
  'query.filter_to': READ_AT,
};

export const ROUTES: readonly RouteExample[] = [
  {
    method: 'POST',
    path: '/sapi/v1/login',
    allowed: 'public',
    example: ({ emails, password }) => ({ body: { email: emails.team, password, role: 'team' } }),
    slow: true,
  },
  {
    method: 'POST',
    path: '/sapi/v1/signup',
    allowed: 'public',
    example: (rows) => ({ body: { ...person(rows), re_password: VALID_PASSWORD } }),
    slow: true,
  },
  {
    method: 'POST',
    path: '/sapi/v1/forgotPassword',
    allowed: 'public',
    example: ({ emails }) => ({ body: { email: emails.team, role: 'team' } }),
  },
  {
    method: 'POST',
    path: '/sapi/v1/resetPassword',
    allowed: 'public',
    example: ({ resetToken }) => ({
      body: { token: resetToken, password: VALID_PASSWORD, re_password: VALID_PASSWORD },
    }),
    slow: true,
  },
  {
    method: 'POST',
    path: '/sapi/v1/unlockSignIn',
    allowed: 'public',
    example: ({ unlockToken }) => ({ body: { token: unlockToken } }),
  },
  {
    method: 'POST',
    path: '/sapi/v1/confirmEmail',
    allowed: 'public',
    example: ({ confirmToken }) => ({ body: { token: confirmToken } }),
  },
  { method: 'POST', path: '/sapi/v1/logout', allowed: everyone, example: () => ({ body: {} }) },

  ...consoleRoutes('/tapi/v1'),
  ...(['/tapi/v1/preview/submission', '/tapi/v1/test/message'] as const).map((path): RouteExample => ({
    method: 'POST',
    path,
    allowed: ['team'],
    names: 'app_user',
    example: ({ ids }) => ({
      body: {
        button_id: 5,
        app_user_id: ids.app_user,
        location,
        company: 'Smith & Sons',
        message: 'Gloves, size 9',
        type: 'PPE',
        settings: { mail_to_user_subject_5: 'We know, {{NAME}}' },
        ...(path.includes('/test/') ? { channel: 'email', role: 'user' } : {}),
      },
    }),
    also: { f_id: 3 },
  })),
  ...consoleRoutes('/api/v1'),
  { method: 'GET', path: '/api/v1/account', allowed: ['admin'], example: () => ({ query: {} }) },
  {
    method: 'POST',
    path: '/api/v1/update/account',
    allowed: ['admin'],
    example: () => ({ body: { data: { first_name: 'Ada', last_name: 'O’Smith' } } }),
    also: { updated_at: READ_AT, 'data.email': 'other@callpoint.example', 'data.password': VALID_PASSWORD },
  },
  {
    method: 'GET',
    path: '/api/v1/overview',
    allowed: ['admin'],
    example: () => ({ query: { zone: 'Europe/Berlin' } }),
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

  { method: 'GET', path: '/tapi/v1/firstSteps', allowed: ['team'], example: () => ({ query: {} }) },
  { method: 'POST', path: '/tapi/v1/confirmRecipients', allowed: ['team'], example: () => ({ body: {} }) },
  { method: 'POST', path: '/tapi/v1/sendConfirmation', allowed: ['team'], example: () => ({ body: {} }) },
  { method: 'POST', path: '/tapi/v1/endFirstSteps', allowed: ['team'], example: () => ({ body: {} }) },

  {
    method: 'POST',
    path: '/mapi/v1/login',
    allowed: 'public',
    example: ({ emails, password }) => ({ body: { email: emails.app_user, password } }),
    slow: true,
  },
  {
    method: 'POST',
    path: '/mapi/v1/changePassword',
    allowed: phones,
    example: ({ password }) => ({ body: { current_password: password, password: VALID_PASSWORD } }),
    slow: true,
  },
  { method: 'POST', path: '/mapi/v1/logout', allowed: phones, example: () => ({ body: {} }) },
  { method: 'GET', path: '/mapi/v1/dashboard', allowed: phones, example: () => ({ query: {} }) },
  {
    method: 'POST',
    path: '/mapi/v1/button_click',
    allowed: phones,
    example: ({ clientId }) => ({
      body: { client_id: clientId, button_id: 5, location, pressed_at: '2026-11-21T09:14:06+01:00' },
    }),
  },
  {
    method: 'POST',
    path: '/mapi/v1/form_submission',
    allowed: phones,
    example: ({ clientId }) => ({
      body: {
        client_id: clientId,
        f_id: 3,
        location,
        pressed_at: '2026-11-21T09:14:06+01:00',
        company: 'Smith & Sons',
        message: 'Gloves, size 9',
        type: 'PPE',
      },
    }),
  },
];
