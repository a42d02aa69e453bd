import type { Role } from '@callpoint/contract/permissions';
import { VALID_PASSWORD, newPerson, type RouteExample } from './route-example.ts';

const everyone: readonly Role[] = ['admin', 'team', 'app_user'];

/** The calls of the sign-in base. */
export const SIGN_IN_ROUTES: readonly RouteExample[] = [
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
    example: (rows) => ({ body: { ...newPerson(rows), re_password: VALID_PASSWORD } }),
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
  { method: 'GET', path: '/sapi/v1/legal', allowed: 'public', example: () => ({ query: {} }) },
  {
    method: 'POST',
    path: '/sapi/v1/contact',
    allowed: 'public',
    example: () => ({ body: { name: 'Tess', email: 'tess@work.example', message: 'Please call.' } }),
  },
  { method: 'POST', path: '/sapi/v1/logout', allowed: everyone, example: () => ({ body: {} }) },
];
