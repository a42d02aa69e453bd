import { expect, test } from 'vitest';
import { landingPath } from './landing.ts';

test('without a requested page each role starts at its own page', () => {
  expect(landingPath('team', null)).toBe('/app_main_page');
  expect(landingPath('admin', null)).toBe('/subscribers');
});

test('a requested page of the role opens, with its query', () => {
  expect(landingPath('team', '/users/edit/7?from=mail')).toBe('/users/edit/7?from=mail');
});

test.each([
  '/users',
  '/nowhere',
  '//evil.example/users',
  'https://evil.example/',
  'users',
  '',
  '/login',
  '/logout',
])('an administrator who requested %s starts at home', (wanted) => {
  expect(landingPath('admin', wanted)).toBe('/subscribers');
});
