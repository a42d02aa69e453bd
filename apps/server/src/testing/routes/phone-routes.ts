import type { Role } from '@callpoint/contract/permissions';
import { EXAMPLE_IMAGE } from '../input/example-image.ts';
import { VALID_PASSWORD, LOCATION, PUSH_KEYS, imageRoute, type RouteExample } from './route-example.ts';

const phones: readonly Role[] = ['app_user'];

/** The calls of the phone base. */
export const PHONE_ROUTES: readonly RouteExample[] = [
  {
    method: 'POST',
    path: '/mapi/v1/login',
    allowed: 'public',
    example: ({ emails, password }) => ({ body: { email: emails.app_user, password } }),
    slow: true,
  },
  {
    method: 'POST',
    path: '/mapi/v1/install',
    allowed: 'public',
    example: ({ installCode }) => ({ body: { code: installCode } }),
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
    path: '/mapi/v1/push_subscription',
    allowed: phones,
    example: ({ unique }) => ({
      body: { endpoint: `https://push.example.com/send/${unique}`, keys: PUSH_KEYS },
    }),
  },
  {
    method: 'POST',
    path: '/mapi/v1/push_subscription/delete',
    allowed: phones,
    example: ({ unique }) => ({ body: { endpoint: `https://push.example.com/send/${unique}` } }),
  },
  {
    method: 'POST',
    path: '/mapi/v1/button_click',
    allowed: phones,
    example: ({ clientId }) => ({
      body: {
        client_id: clientId,
        button_id: 5,
        location: LOCATION,
        pressed_at: '2026-11-21T09:14:06+01:00',
      },
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
        location: LOCATION,
        pressed_at: '2026-11-21T09:14:06+01:00',
        company: 'Smith & Sons',
        message: 'Gloves, size 9',
        type: 'PPE',
      },
    }),
  },
  {
    method: 'GET',
    path: '/mapi/v1/submission',
    allowed: phones,
    example: ({ storedClientId }) => ({ query: { client_id: storedClientId } }),
  },
  {
    method: 'GET',
    path: '/mapi/v1/listPaged/submission',
    allowed: phones,
    example: () => ({ query: {} }),
    also: { 'query.older': '2026-11-21T08:14:07.000Z_button_1' },
  },
  {
    method: 'POST',
    path: '/mapi/v1/location',
    allowed: phones,
    example: ({ storedClientId }) => ({ body: { client_id: storedClientId, location: LOCATION } }),
  },
  {
    method: 'POST',
    path: '/mapi/v1/safe',
    allowed: phones,
    example: ({ storedClientId }) => ({
      body: { client_id: storedClientId, reason: 'Pressed by accident.' },
    }),
  },
  {
    method: 'POST',
    path: '/mapi/v1/images',
    allowed: phones,
    example: () => ({ body: { image: EXAMPLE_IMAGE } }),
  },
  imageRoute('/mapi/v1', phones),
  { method: 'GET', path: '/mapi/v1/check_in', allowed: phones, example: () => ({ query: {} }) },
  {
    method: 'POST',
    path: '/mapi/v1/check_in',
    allowed: phones,
    // The start of the active check-in again: a person has only one.
    example: ({ checkInId }) => ({
      body: {
        client_id: checkInId,
        every_minutes: 30,
        grace_minutes: 5,
        until: '2026-11-21T17:00:00.000Z',
        location: LOCATION,
      },
    }),
  },
  {
    method: 'POST',
    path: '/mapi/v1/check_in/confirm',
    allowed: phones,
    example: ({ checkInId }) => ({ body: { client_id: checkInId, location: LOCATION } }),
  },
  {
    method: 'POST',
    path: '/mapi/v1/check_in/end',
    allowed: phones,
    example: ({ checkInId }) => ({ body: { client_id: checkInId } }),
  },
];
