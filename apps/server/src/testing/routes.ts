import type { Role } from '@callpoint/contract/permissions';

/** Where each call's row lives, and what a valid call looks like: the table that the walks over all routes use. */
export type RouteExample = {
  method: 'GET' | 'POST';
  path: string;
  /** Who gets through on this base. `public`: everybody. */
  allowed: 'public' | readonly Role[];
};

export const ROUTES: readonly RouteExample[] = [
  { method: 'POST', path: '/sapi/v1/login', allowed: 'public' },
  { method: 'POST', path: '/sapi/v1/signup', allowed: 'public' },
  { method: 'POST', path: '/sapi/v1/forgotPassword', allowed: 'public' },
  { method: 'POST', path: '/sapi/v1/resetPassword', allowed: 'public' },
  { method: 'POST', path: '/sapi/v1/logout', allowed: ['admin', 'team', 'app_user'] },
  ...(['/tapi/v1', '/api/v1'] as const).flatMap((base): RouteExample[] => {
    const consoleRoles: readonly Role[] = base === '/api/v1' ? ['admin', 'team'] : ['team'];
    const admins: readonly Role[] = base === '/api/v1' ? ['admin'] : [];
    return [
      { method: 'POST', path: `${base}/changePassword`, allowed: consoleRoles },
      { method: 'GET', path: `${base}/listPaged/team`, allowed: consoleRoles },
      { method: 'POST', path: `${base}/create/team`, allowed: admins },
      { method: 'POST', path: `${base}/update/team`, allowed: consoleRoles },
      { method: 'GET', path: `${base}/listPaged/config`, allowed: admins },
      { method: 'POST', path: `${base}/update/config`, allowed: admins },
      { method: 'GET', path: `${base}/listPaged/plan`, allowed: consoleRoles },
      { method: 'POST', path: `${base}/create/plan`, allowed: admins },
      { method: 'POST', path: `${base}/update/plan`, allowed: admins },
      { method: 'POST', path: `${base}/delete/plan`, allowed: admins },
      { method: 'GET', path: `${base}/listPaged/subscription_history`, allowed: consoleRoles },
      { method: 'GET', path: `${base}/getSubData`, allowed: consoleRoles },
      { method: 'GET', path: `${base}/upgradeByAdmin`, allowed: admins },
      { method: 'GET', path: `${base}/convertToFree`, allowed: consoleRoles },
      { method: 'GET', path: `${base}/listPaged/app_user`, allowed: consoleRoles },
      { method: 'POST', path: `${base}/createCustom/app_user`, allowed: ['team'] },
      { method: 'POST', path: `${base}/update/app_user`, allowed: consoleRoles },
      { method: 'GET', path: `${base}/listPaged/settings`, allowed: consoleRoles },
      { method: 'POST', path: `${base}/update/settings`, allowed: ['team'] },
      { method: 'GET', path: `${base}/listPaged/button_click`, allowed: consoleRoles },
      { method: 'GET', path: `${base}/listPaged/form_submission`, allowed: consoleRoles },
      { method: 'POST', path: `${base}/delete/button_click`, allowed: consoleRoles },
      { method: 'POST', path: `${base}/delete/form_submission`, allowed: consoleRoles },
    ];
  }),
  { method: 'POST', path: '/mapi/v1/login', allowed: 'public' },
  { method: 'POST', path: '/mapi/v1/logout', allowed: ['app_user'] },
  { method: 'GET', path: '/mapi/v1/dashboard', allowed: ['app_user'] },
  { method: 'POST', path: '/mapi/v1/button_click', allowed: ['app_user'] },
  { method: 'POST', path: '/mapi/v1/form_submission', allowed: ['app_user'] },
];
