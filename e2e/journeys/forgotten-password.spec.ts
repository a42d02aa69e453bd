import type { Page } from '@playwright/test';
import { waitForEmails } from '../support/mailbox.ts';
import { createTeam } from '../support/people.ts';
import { logIn, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

const NEW_PASSWORD = 'Winter-harbour-88';
const SENT = 'If this account exists, we emailed it a link to set a new password.';
const EXPIRED = 'This link was used or has expired. Request a new one.';

async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto('/app/forgot');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Login As').selectOption('Subscriber');
  await page.getByRole('button', { name: 'Send the link' }).click();
}

async function choosePassword(page: Page, password: string, again = password) {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(again);
  await page.getByRole('button', { name: 'Set the new password' }).click();
}

test('The emailed link sets a new password once, and its token disappears from the URL', async ({
  page,
  server,
  smtp,
  monitor,
}) => {
  monitor.expectResponse(400, '/sapi/v1/resetPassword');
  monitor.expectResponse(401, '/sapi/v1/login');
  const team = await createTeam(server);
  await requestLink(page, team.email);
  await expect(page.getByText(SENT, { exact: true })).toBeVisible();

  const [email] = await waitForEmails(smtp, team.email);
  expect(email?.subject).toBe('Set a new password for Callpoint');
  expect(email?.from).toBe('alerts@callpoint.example');
  const link = /http:\/\/\S+\/app\/reset\?token=[\w-]+/.exec(email?.text ?? '')?.[0] ?? '';
  expect(new URL(link).origin).toBe(server.url);

  await page.goto(link);
  await waitForPage(page, 'Choose a new password');
  await expect(page).toHaveURL('/app/reset');
  await choosePassword(page, NEW_PASSWORD, 'Something-else-9');
  await expect(page.getByRole('alert')).toContainText('Password and confirm password do not match.');
  await choosePassword(page, NEW_PASSWORD);
  await expect(page.getByText('Password Updated Successfully.', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, team);
  await expect(page.getByRole('alert')).toContainText('password is wrong');
  await logIn(page, { ...team, password: NEW_PASSWORD });
  await waitForPage(page, 'App Dashboard Settings');

  const again = await page.context().newPage();
  await again.goto(link);
  await choosePassword(again, 'Third-harbour-99');
  await expect(again.getByRole('alert').filter({ hasText: EXPIRED })).toBeVisible();
});

test('An expired link is rejected, and a new one can be requested @nightly', async ({
  page,
  server,
  smtp,
  monitor,
}) => {
  monitor.expectResponse(400, '/sapi/v1/resetPassword');
  const team = await createTeam(server);
  await requestLink(page, team.email);
  const [email] = await waitForEmails(smtp, team.email);
  const link = /http:\/\/\S+\/app\/reset\?token=[\w-]+/.exec(email?.text ?? '')?.[0] ?? '';
  // The link expires, as it does after thirty minutes.
  await server.withDatabase((db) =>
    db
      .updateTable('account_link')
      .set({ expires_at: new Date().toISOString() })
      .where('account_id', '=', team.user.id)
      .execute(),
  );
  await page.goto(link);
  await choosePassword(page, NEW_PASSWORD);
  await expect(page.getByRole('alert')).toContainText(EXPIRED);
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await waitForPage(page, 'Forgot your password?');
});

test('An unknown address shows the same message and receives no email', async ({ page, server, smtp }) => {
  const team = await createTeam(server);
  await requestLink(page, 'nobody@work.example');
  await expect(page.getByText(SENT, { exact: true })).toBeVisible();
  // Emails are sent in order: when the second one has arrived, there is none for the first.
  await requestLink(page, team.email);
  await waitForEmails(smtp, team.email);
  await waitForEmails(smtp, 'nobody@work.example', 0);
});

test('A link without its token shows what to do @nightly', async ({ page }) => {
  await page.goto('/app/reset');
  await expect(page.getByText('This link is incomplete')).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/app/forgot');
});

test.describe('without email @nightly', () => {
  test.use({ serverOptions: { smtpUrl: null } });

  test('the page shows that no link can be sent', async ({ page, server, monitor }) => {
    monitor.expectResponse(503, '/sapi/v1/forgotPassword');
    const team = await createTeam(server);
    await requestLink(page, team.email);
    await expect(page.getByRole('alert')).toContainText(
      'This server can’t send email yet, so it can’t send a link. Ask the administrator of this server to configure email.',
    );
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(team.email);
  });
});
