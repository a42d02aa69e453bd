import type { FailureCode } from '@callpoint/contract/error-codes';
import { expect, test } from 'vitest';
import { loginNotice } from './login-notice.ts';

const text = (...given: Parameters<typeof loginNotice>) => loginNotice(...given)?.text;

test('a direct visit shows no notice', () => {
  expect(loginNotice(null, null, null)).toBeNull();
});

test('a visitor who requested an inner page sees why to log in', () => {
  expect(text(null, null, '/users')).toBe('Log in to see this page.');
});

test('an expired session shows a notice, with the reason if there is one', () => {
  const ended = (code: FailureCode | null, msg: string) => ({ because: 'expired', code, msg }) as const;
  expect(text(null, 'expired', '/users')).toBe(
    'Your session has expired. Log in to continue where you were.',
  );
  expect(text(ended('sign_in_required', 'Any sentence.'), 'expired', null)).toBe('Your session has expired.');
  expect(text(ended('session_expired', 'Any sentence.'), 'expired', null)).toBe('Your session has expired.');
  expect(text(ended('signed_out', 'Any sentence.'), 'expired', null)).toBe('Your session has expired.');
  expect(
    text(
      ended('password_changed', 'Your password was changed. Please log in with the new one.'),
      'expired',
      null,
    ),
  ).toBe('Your session has expired. Your password was changed. Please log in with the new one.');
  expect(
    text(ended('account_blocked', 'This account is blocked. Contact us to unblock it.'), 'expired', null),
  ).toBe('Your session has expired. This account is blocked. Contact us to unblock it.');
  expect(text(ended(null, 'You do not have access to this.'), 'expired', null)).toBe(
    'Your session has expired. You do not have access to this.',
  );
  expect(text(ended(null, ''), 'expired', null)).toBe('Your session has expired.');
});

test('logging out is confirmed, and the notice shows when the server was not reached', () => {
  const logout = (serverNotified: boolean) => ({ because: 'logout', serverNotified }) as const;
  expect(loginNotice(logout(true), null, null)).toEqual({ kind: 'success', text: 'You are logged out.' });
  expect(text(logout(false), null, null)).toMatch(/on this device/);
});
