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
  expect(text(null, 'expired', '/users')).toBe('Your session has ended. Log in to go on where you were.');
  expect(text(ended('sign_in_required', 'Any sentence.'), 'expired', null)).toBe('Your session has ended.');
  expect(text(ended('session_expired', 'Any sentence.'), 'expired', null)).toBe('Your session has ended.');
  expect(text(ended('account_blocked', 'This account is blocked. Please contact us.'), 'expired', null)).toBe(
    'Your session has ended. This account is blocked. Please contact us.',
  );
  expect(text(ended(null, 'You do not have access to this.'), 'expired', null)).toBe(
    'Your session has ended. You do not have access to this.',
  );
  expect(text(ended(null, ''), 'expired', null)).toBe('Your session has ended.');
});

test('logging out is confirmed, and the notice tells when the server was not reached', () => {
  expect(loginNotice(null, 'logout', null)).toEqual({ kind: 'success', text: 'You are logged out.' });
  expect(text(null, 'logout-here', null)).toMatch(/on this device/);
});
