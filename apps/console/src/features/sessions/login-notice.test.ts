import { expect, test } from 'vitest';
import { loginNotice } from './login-notice.ts';

const text = (...given: Parameters<typeof loginNotice>) => loginNotice(...given)?.text;

test('somebody who comes by themselves is told nothing', () => {
  expect(loginNotice(null, null, null)).toBeNull();
});

test('somebody who asked for an inner page is told why they are here', () => {
  expect(text(null, null, '/users')).toBe('Log in to see this page.');
});

test('a session that ended says so, with the reason where there is one', () => {
  const ended = (msg: string | null) => ({ because: 'expired', msg }) as const;
  expect(text(null, 'expired', '/users')).toBe('Your session has ended. Log in to go on where you were.');
  expect(text(ended('Please sign in.'), 'expired', null)).toBe('Your session has ended.');
  expect(text(ended('Your session has ended. Please sign in again.'), 'expired', null)).toBe(
    'Your session has ended.',
  );
  expect(text(ended('This account is blocked. Please contact us.'), 'expired', null)).toBe(
    'Your session has ended. This account is blocked. Please contact us.',
  );
});

test('logging out is confirmed, and says where the server could not be told', () => {
  expect(loginNotice(null, 'logout', null)).toEqual({ kind: 'success', text: 'You are logged out.' });
  expect(text(null, 'logout-here', null)).toMatch(/on this device/);
});
