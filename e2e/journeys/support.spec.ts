import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** Everyone can read the terms and the privacy notice, and write to the operator. */

test('A visitor reads the terms and the privacy notice behind the sign-up @nightly', async ({ page }) => {
  await page.goto('/app/register');
  await expect(page.getByRole('link', { name: 'Terms and conditions' })).toHaveAttribute(
    'href',
    '/app/terms',
  );
  await expect(page.getByRole('link', { name: 'Privacy notice' })).toHaveAttribute('href', '/app/privacy');
  await page.goto('/app/terms');
  await waitForPage(page, 'Terms and conditions');
  await expect(
    page.getByText('The operator of this server has not published terms of its own yet.'),
  ).toBeVisible();
  // The default has no date.
  await expect(page.getByText(/Valid since|Version/)).toHaveCount(0);
  await page.goto('/app/privacy');
  await waitForPage(page, 'Privacy notice');
  await expect(page.getByText('Callpoint stores your account')).toBeVisible();
});

test('The login, the sign-up, and the forgotten password link to the contact form @nightly', async ({
  page,
}) => {
  for (const path of ['login', 'register', 'forgot']) {
    await page.goto(`/app/${path}`);
    await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
    await waitForPage(page, 'Contact us');
    await expect(page).toHaveURL('/app/contact');
  }
});

test('A signed-in subscriber opens the contact form from the account menu', async ({ teamPage: page }) => {
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Contact us' }).click();
  await waitForPage(page, 'Contact us');
});

test('A visitor writes to the operator, who gets an email; an incomplete form keeps what was typed', async ({
  page,
  server,
  smtp,
}) => {
  await page.goto('/app/login');
  await page.getByRole('link', { name: 'Contact us' }).click();
  await waitForPage(page, 'Contact us');
  await page.getByLabel('Name', { exact: true }).fill('Tess Miller');
  const message = page.getByRole('textbox', { name: 'Message' });
  const text = `Please raise our limit of SMS. ${server.url}`;
  await message.fill(text);
  const send = page.getByRole('button', { name: 'Send message' });
  await send.click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(message).toHaveValue(text);
  await page.getByLabel('Email', { exact: true }).fill('tess@work.example');
  await send.click();
  await expect(page.getByText('Your message was sent.', { exact: true })).toBeVisible();
  await expect(message).toHaveValue('');
  const admin = await server.withDatabase((db) =>
    db.selectFrom('admin').select('email').orderBy('id').executeTakeFirstOrThrow(),
  );
  // Other journeys on this server cause emails to the administrator too.
  const received = () =>
    smtp.mails.find((email) => email.to.includes(admin.email) && email.text.includes(text));
  await expect.poll(() => received()?.text).toContain('Reply to: tess@work.example');
});

test('A message that could not be sent is reported next to the button, and stays in the form @nightly', async ({
  page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  await page.goto('/app/contact');
  await waitForPage(page, 'Contact us');
  await page.getByLabel('Name', { exact: true }).fill('Tess Miller');
  await page.getByLabel('Email', { exact: true }).fill('tess@work.example');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Please raise our limit of SMS.');
  await page.route('**/sapi/v1/contact', (route) => route.abort('connectionreset'), { times: 1 });
  const send = page.getByRole('button', { name: 'Send message' });
  await send.click();
  const failure = page.getByRole('alert').getByText('Failed to perform Action.', { exact: true });
  await expect(failure).toBeVisible();
  await expect(page.getByRole('alert').getByText('Your message is kept.')).toBeVisible();
  await expect(message).toHaveValue('Please raise our limit of SMS.');
  await send.click();
  await expect(page.getByText('Your message was sent.', { exact: true })).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('An empty message is not sent: a summary links to each field @nightly', async ({ page }) => {
  await page.goto('/app/contact');
  await waitForPage(page, 'Contact us');
  await page.getByRole('button', { name: 'Send message' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Please fix these 3 fields:' });
  for (const name of ['Name', 'Email', 'Message']) {
    const missing = `${name} is required.`;
    // At the field, and in the summary as a link to it.
    await expect(page.getByText(missing, { exact: true })).toHaveCount(2);
    await summary.getByRole('link', { name: missing }).click();
    await expect(page.getByRole('textbox', { name, exact: true })).toBeFocused();
  }
});
