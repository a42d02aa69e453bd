import { expect, test } from 'vitest';
import { hasEarlyLogin, withEarlyLogin } from './early-login.ts';

const PAGE = '<html><head></head><body><div id="root"></div></body></html>';
const templates =
  '<template><a href="/app/forgot">Forgot</a><a href="/app/register">Sign $& up</a></template>';
const styles = ['/app/assets/login.css'];

test('the page of the login screen contains the screen and loads its styles before it is shown', () => {
  expect(withEarlyLogin(PAGE, { templates, styles, signUp: 'open' })).toBe(
    '<html><head><link rel="stylesheet" crossorigin href="/app/assets/login.css"></head>' +
      `<body><div id="root"></div>${templates}</body></html>`,
  );
});

test('without sign-up, the screen has no link to it', () => {
  const page = withEarlyLogin(PAGE, { templates, styles, signUp: 'closed' });
  expect(page).toContain('<template><a href="/app/forgot">Forgot</a></template>');
});

test.each([
  ['/app/', true],
  ['/app/login', true],
  ['/app/login?to=/users', false],
  ['/app/login?why=expired', false],
  ['/app/?x=1', false],
  ['/app/register', false],
  ['/app/users', false],
])('the page at %s contains it: %s', (url, expected) => {
  expect(hasEarlyLogin(url)).toBe(expected);
});
