import type { ConsoleRole } from '@callpoint/contract/permissions';
import type { RouteObject } from 'react-router';

/** One page: its address and the module that exports it as `Component`, loaded when somebody goes there. */
export type PageRoute = Required<Pick<RouteObject, 'path' | 'lazy'>>;

/** The pages of each role. A line is all that a new page needs here. */
export const PAGES: Readonly<Record<ConsoleRole, readonly PageRoute[]>> = {
  team: [
    { path: 'users', lazy: () => import('../../features/app-users/users-page.tsx') },
    { path: 'add-user', lazy: () => import('../../features/app-users/add-user-page.tsx') },
    { path: 'users/edit/:userId', lazy: () => import('../../features/app-users/edit-user-page.tsx') },
    { path: 'app_main_page', lazy: () => import('../pages/main-page.tsx') },
    {
      path: 'button_press_settings/:formId',
      lazy: () => import('../../features/settings/button-settings-page.tsx'),
    },
    { path: 'form_settings/:formId', lazy: () => import('../../features/settings/form-settings-page.tsx') },
    { path: 'safety-contacts', lazy: () => import('../../features/safety-contacts/contacts-page.tsx') },
    { path: 'my-profile', lazy: () => import('../pages/my-profile-page.tsx') },
    { path: 'profile', lazy: () => import('../pages/my-profile-page.tsx') },
    { path: 'purchase', lazy: () => import('../../features/subscriptions/purchase-page.tsx') },
    { path: 'button_data/:btnId', lazy: () => import('../../features/submissions/button-data-page.tsx') },
    { path: 'form_data/:formId', lazy: () => import('../../features/submissions/form-data-page.tsx') },
    { path: 'button_data/:btnId/:recordId', lazy: () => import('../records/button-record-page.tsx') },
    { path: 'form_data/:formId/:recordId', lazy: () => import('../records/form-record-page.tsx') },
    { path: 'deliveries', lazy: () => import('../../features/deliveries/deliveries-page.tsx') },
    { path: 'deliveries/:deliveryId', lazy: () => import('../../features/deliveries/delivery-page.tsx') },
  ],
  admin: [
    { path: 'subscribers', lazy: () => import('../../features/subscribers/subscribers-page.tsx') },
    { path: 'overview', lazy: () => import('../../features/overview/overview-page.tsx') },
    { path: 'audit', lazy: () => import('../../features/audit/audit-page.tsx') },
    { path: 'new-subscriber', lazy: () => import('../../features/subscribers/new-subscriber-page.tsx') },
    {
      path: 'configuration',
      lazy: () => import('../../features/configuration/configuration-page.tsx'),
    },
    {
      // React Router's paths match in any case: this is safetyContacts too.
      path: '/SafetyContacts',
      lazy: () => import('../../features/safety-contacts/platform-contacts-page.tsx'),
    },
    {
      path: 'subscriber/users/:teamId',
      lazy: () => import('../../features/app-users/team-users-page.tsx'),
    },
    { path: 'subscriber/data/:teamId', lazy: () => import('../../features/submissions/items-page.tsx') },
    {
      path: 'subscriber/button_data/:teamId/:btnId',
      lazy: () => import('../../features/submissions/button-data-page.tsx'),
    },
    {
      path: 'subscriber/form_data/:teamId/:formId',
      lazy: () => import('../../features/submissions/form-data-page.tsx'),
    },
    {
      path: 'subscriber/button_data/:teamId/:btnId/:recordId',
      lazy: () => import('../records/button-record-page.tsx'),
    },
    {
      path: 'subscriber/form_data/:teamId/:formId/:recordId',
      lazy: () => import('../records/form-record-page.tsx'),
    },
    { path: 'deliveries', lazy: () => import('../../features/deliveries/deliveries-page.tsx') },
    { path: 'deliveries/:deliveryId', lazy: () => import('../../features/deliveries/delivery-page.tsx') },
    { path: 'plans', lazy: () => import('../../features/plans/plans-page.tsx') },
    { path: 'new-plan', lazy: () => import('../../features/plans/new-plan-page.tsx') },
    { path: 'plan/edit/:planId', lazy: () => import('../../features/plans/edit-plan-page.tsx') },
    { path: 'account', lazy: () => import('../../features/account/account-page.tsx') },
    {
      path: 'subscriber/profile/:teamId',
      lazy: () => import('../pages/subscriber-profile-page.tsx'),
    },
  ],
};

/** The pages of people who are not signed in. */
export const SIGNED_OUT_PAGES: readonly PageRoute[] = [
  { path: 'login', lazy: () => import('../../features/sessions/login-page.tsx') },
  { path: 'register', lazy: () => import('../../features/sessions/register-page.tsx') },
  { path: 'forgot', lazy: () => import('../../features/sessions/forgot-page.tsx') },
];

/** Where emailed links lead, signed in or not. */
export const LINK_PAGES: readonly PageRoute[] = [
  { path: 'reset', lazy: () => import('../../features/sessions/reset-page.tsx') },
  { path: 'confirm', lazy: () => import('../../features/sessions/confirm-email-page.tsx') },
  { path: 'unlock', lazy: () => import('../../features/sessions/unlock-page.tsx') },
];

/** Of both roles. */
export const LOGOUT_PAGE: PageRoute = {
  path: 'logout',
  lazy: () => import('../../features/sessions/logout-page.tsx'),
};

/** Where each role starts. */
export const HOME: Readonly<Record<ConsoleRole, string>> = { team: '/app_main_page', admin: '/subscribers' };
