import { expect, test } from 'vitest';
import { findRoute, listRoutes } from './routes.ts';

const BUTTON = { kind: 'button', id: 5 } as const;
const FORM = { kind: 'form', id: 2 } as const;

test('finds the settings for the messages of one channel to one role', () => {
  expect(findRoute(BUTTON, 'sms', 'user')).toMatchObject({
    switchedBy: 'sms_to_user',
    text: 'sms_to_user_message',
  });
  expect(findRoute(BUTTON, 'email', 'team')).toMatchObject({
    list: 'mail_to_admin_emails',
    switchedBy: null,
  });
  expect(findRoute(FORM, 'email', 'consultancy')).toMatchObject({ switchedBy: 'mail_to_bermac' });
});

test('a form has no SMS', () => {
  expect(findRoute(FORM, 'sms', 'team')).toBeUndefined();
  expect(new Set(listRoutes(FORM).map(({ channel }) => channel))).toEqual(new Set(['email']));
});
