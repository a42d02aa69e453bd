import { logInAdmin, createAppUser, PASSWORD, signIn } from '../support/people.ts';
import { logIn, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** Access to pages by address, role and session, in one tab and in several. */

test('An unknown address shows Not Found, signed in or not @nightly', async ({
  page,
  context,
  server,
  team,
}) => {
  await page.goto('/app/nowhere/at/all');
  await waitForPage(page, 'Not Found');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  await signIn(context, server, team);
  await page.goto('/app/nowhere');
  await waitForPage(page, 'Not Found');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await waitForPage(page, 'App Dashboard Settings');
});

test('A role that opens another role’s page sees Not Found, the reason and a link to its own start page', async ({
  page,
  context,
  server,
  team,
}) => {
  await signIn(context, server, team);
  await page.goto('/app/subscribers');
  await waitForPage(page, 'Not Found');
  await expect(page.getByText('You don’t have access to this')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your start page' }).click();
  await expect(page).toHaveURL('/app/app_main_page');

  await signIn(context, server, await logInAdmin(server));
  for (const path of ['users', 'button_data/5', 'form_settings/1']) {
    await page.goto(`/app/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Not Found', exact: true })).toBeVisible();
    await expect(page.getByText('You don’t have access to this')).toBeVisible();
  }
  await page.goto('/app/');
  await expect(page).toHaveURL('/app/subscribers');
});

test('A visitor who opens a page while signed out gets that page after logging in', async ({
  page,
  team,
}) => {
  await page.goto('/app/users?sort=name&order=asc');
  await expect(page).toHaveURL(/\/app\/login\?to=/);
  await expect(page.getByRole('status').getByText('Log in to see this page.')).toBeVisible();
  await logIn(page, team);
  await expect(page).toHaveURL('/app/users?sort=name&order=asc');
  await waitForPage(page, 'Users');
});

test('An expired session leads to the login screen with the reason, and the form keeps its unsaved text', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.expectResponse(401, '/tapi/v1/update/app_user');
  const ana = await createAppUser(server, team);
  // The frame around the screen reads these in its own time: after the session has expired, they would leave the form.
  const frame = ['teamFrame', 'events'].map((name) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === `/tapi/v1/${name}`),
  );
  await page.goto(`/app/users/edit/${ana.id}`);
  await Promise.all(frame);
  await page.getByLabel('Full Name').fill('Ana Berg');
  // The session expires, as it does after twelve hours without a call.
  await server.withDatabase((db) =>
    db
      .updateTable('session')
      .set({ expires_at: new Date().toISOString() })
      .where('role', '=', 'team')
      .where('account_id', '=', team.user.id)
      .execute(),
  );
  await page.getByRole('button', { name: 'Update User' }).click();
  await waitForPage(page, 'Log in');
  await expect(
    page
      .getByRole('alert')
      .getByText('Your session has expired. Log in to continue where you were.', { exact: true }),
  ).toBeVisible();
  expect(await page.localStorage.getItem('userToken')).toBeNull();
  // Only the password is missing.
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(team.email);
  await expect(page.getByLabel('Login As')).toHaveValue('team');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`/app/users/edit/${ana.id}`);
  await expect(page.getByLabel('Full Name')).toHaveValue('Ana Berg');
});

test('When one tab logs out or in, the second tab follows @nightly', async ({
  teamPage: page,
  context,
  team,
  monitor,
}) => {
  // The second tab opens the stream and reads the figures, perhaps before it receives the end of the session.
  monitor.allowResponse(401, '/tapi/v1/events');
  monitor.allowResponse(401, '/tapi/v1/submissionSummary');
  monitor.allowResponse(401, '/tapi/v1/teamFrame');
  monitor.allowResponse(401, '/tapi/v1/overduePayment');
  await page.goto('/app/users');
  const second = await context.newPage();
  await second.goto('/app/safety-contacts');
  await waitForPage(second, 'Safety Contacts For App Users');

  // A background tab renders once a second.
  await page.bringToFront();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Logout' }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Yes Please!' }).click();
  await waitForPage(second, 'Log in');
  await expect(second.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);

  await reloaded;
  await waitForPage(page, 'Log in');
  await second.bringToFront();
  await logIn(second, team);
  await expect(second.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});
