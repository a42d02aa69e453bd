import { call } from '../support/calls.ts';
import { waitForConfirmationLink } from '../support/mailbox.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

const CONFIRMED = 'Your email address is confirmed';

test('A new subscriber confirms its email address with the link in the email, once', async ({
  teamPage: page,
  browser,
  server,
  smtp,
  team,
  monitor,
}) => {
  const steps = page.getByRole('region', { name: 'First steps' });
  const step = steps.getByRole('listitem').filter({ hasText: 'Confirm your email address' });
  await page.goto('/app/app_main_page');
  await expect(step).toContainText('To do');
  const link = await waitForConfirmationLink(smtp, team.email);

  // Opening the link, as mail scanners do, changes nothing.
  const otherPage = await browser.newPage({ baseURL: server.url });
  await otherPage.goto(link);
  await waitForPage(otherPage, 'Confirm your email address');
  await expect(otherPage).toHaveURL('/app/confirm');
  await page.reload();
  await expect(step).toContainText('To do');

  await otherPage.getByRole('button', { name: 'Confirm' }).click();
  await expect(otherPage.getByText(CONFIRMED, { exact: true })).toBeVisible();
  await expect(otherPage.getByRole('heading', { level: 1 })).toBeFocused();
  await otherPage.getByRole('link', { name: 'Go to login' }).click();
  await waitForPage(otherPage, 'Log in');
  await page.reload();
  await expect(step).toContainText('Done');

  monitor.expectResponse(400, '/sapi/v1/confirmEmail');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await page.getByRole('link', { name: 'Go to My Profile' }).click();
  await waitForPage(page, 'My Profile');
  await expect(page.getByText('Email not confirmed.')).toHaveCount(0);
  await otherPage.close();
});

test('The profile sends the link again, a few times an hour, until the address is confirmed @nightly', async ({
  teamPage: page,
  smtp,
  team,
  monitor,
}) => {
  await waitForConfirmationLink(smtp, team.email);
  await page.goto('/app/my-profile');
  const account = page.getByRole('region', { name: 'Account details' });
  const resend = account.getByRole('button', { name: 'Resend email' });
  const outcome = account.getByRole('status').filter({ hasText: /\S/ });
  await expect(account.getByText('Email not confirmed.')).toBeVisible();
  await resend.click();
  await expect(outcome).toHaveText('Check your inbox.');
  await expect(resend).toBeFocused();
  await resend.click();
  const link = await waitForConfirmationLink(smtp, team.email, 3);
  monitor.expectResponse(429, '/tapi/v1/sendConfirmation');
  await resend.click();
  await expect(outcome).toContainText('We sent you 3 links within an hour.');

  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(CONFIRMED, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'My Profile' }).click();
  await expect(account.getByLabel('Email', { exact: true })).toHaveValue(team.email);
  await expect(account.getByText('Email not confirmed.')).toHaveCount(0);
});

test('When the address was confirmed in the meantime, no email is resent and the note disappears @nightly', async ({
  teamPage: page,
  server,
  smtp,
  team,
  monitor,
}) => {
  const token = new URL(await waitForConfirmationLink(smtp, team.email)).searchParams.get('token');
  await page.goto('/app/my-profile');
  const resend = page.getByRole('button', { name: 'Resend email' });
  await expect(resend).toBeVisible();
  expect((await call(server.url, '/sapi/v1/confirmEmail', { body: { token } })).status).toBe(200);
  monitor.expectResponse(409, '/tapi/v1/sendConfirmation');
  await resend.click();
  await expect(resend).toHaveCount(0);
});

test('A link without its token shows what to do', async ({ page }) => {
  await page.goto('/app/confirm');
  await expect(page.getByText('This link is incomplete')).toBeVisible();
  await page.getByRole('link', { name: 'Go to login' }).click();
  await expect(page).toHaveURL(/\/app\/login\?to=%2Fmy-profile$/);
});

test.describe('without email @nightly', () => {
  test.use({ serverOptions: { smtpUrl: null } });

  test('the first steps show that no link was sent, and offer to send none', async ({ teamPage: page }) => {
    await page.goto('/app/app_main_page');
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(
      steps.getByText(/This server can’t send email or SMS yet, so no alert is sent\./),
    ).toBeVisible();
    await expect(steps.getByText(/so no link was sent/)).toBeVisible();
    await expect(steps.getByText(/email we sent you|Alerts are sent/)).toHaveCount(0);
    await expect(steps.getByRole('button', { name: 'Resend email' })).toHaveCount(0);
  });
});
