import { expect, test } from 'vitest';
import { matchPath } from './match-path.ts';

test('a path matches a pattern with the same segments', () => {
  expect(matchPath('users', '/users')).toEqual({});
  expect(matchPath('/', '/')).toEqual({});
  expect(matchPath('/users', '/users/')).toEqual({});
});

test('parameters are decoded', () => {
  expect(matchPath('users/edit/:userId', '/users/edit/7')).toEqual({ userId: '7' });
  expect(matchPath('subscriber/button_data/:teamId/:btnId', '/subscriber/button_data/3/5')).toEqual({
    teamId: '3',
    btnId: '5',
  });
  expect(matchPath('users/edit/:userId', '/users/edit/a%2Fb')).toEqual({ userId: 'a/b' });
  expect(matchPath('users/edit/:userId', '/users/edit/%zz')).toEqual({ userId: '%zz' });
});

test('letters match in either case', () => {
  expect(matchPath('SafetyContacts', '/safetyContacts')).toEqual({});
});

test.each(['/', '/users/edit', '/users/edit/7/8', '/users/new/7'])(
  '%s does not match a longer, shorter or different pattern',
  (path) => {
    expect(matchPath('users/edit/:userId', path)).toBeNull();
  },
);
