import { expectAccessible } from '../support/axe.ts';
import { call } from '../support/calls.ts';
import { generateEmail, PASSWORD } from '../support/people.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

test.use({ serverOptions: { variables: { SIGN_UP: 'closed' } } });

test('When sign-up is closed, its page shows what to do, no link leads to it and the call is rejected @nightly', async ({
  page,
  server,
}) => {
  await page.goto('/app/login');
  await waitForPage(page, 'Log in');
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up as a new Subscriber' })).toHaveCount(0);

  await page.goto('/app/register');
  await waitForPage(page, 'Sign up');
  await expect(page.getByText('Sign-up is closed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact us for an account.' })).toHaveAttribute(
    'href',
    '/app/contact',
  );
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Log in instead' }).click();
  await waitForPage(page, 'Log in');

  const rejected = await call(server.url, '/sapi/v1/signup', {
    body: {
      email: generateEmail('late'),
      account_name: 'Late Works',
      first_name: 'Lena',
      last_name: 'Late',
      phone: '+1 202 555 0100',
      password: PASSWORD,
      re_password: PASSWORD,
    },
  });
  expect(rejected.status).toBe(403);
  expect(JSON.stringify(rejected.body)).toContain('Sign-up is closed.');
});
