import type { Page } from '@playwright/test';
import { logInAdmin, createAppUser, signIn, type TestAccount } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { chooseAction, waitForPage } from '../support/page-actions.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** An app user who is logged in on a phone. */
async function createUserWithPhone(server: Server, team: TestAccount) {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  return { ana, phone };
}

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Log out the phone of Ana Flores?' });
const confirmSignOut = (page: Page) => findDialog(page).getByRole('button', { name: 'Log out' }).click();
const DONE = 'The phone of Ana Flores is logged out.';

test('A lost phone is signed out from the user’s page, after a confirmation; the user can log in again', async ({
  teamPage: page,
  server,
  team,
}) => {
  const { ana, phone } = await createUserWithPhone(server, team);
  await page.goto(`/app/users/edit/${ana.id}`);
  const button = page.getByRole('button', { name: 'Log out this phone' });
  await button.click();
  await expect(findDialog(page)).toContainText(
    'Ana Flores has to log in again on the phone to send an alert.',
  );
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  expect((await phone.press(2)).status).toBe(200);

  await button.click();
  await confirmSignOut(page);
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  expect((await phone.press(2)).status).toBe(401);
  expect((await phone.logIn(ana.email, ana.password)).status).toBe(200);
  expect((await phone.press(2)).status).toBe(200);
});

test('A phone can also be signed out in the list of users, by a subscriber and by an administrator @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  const { ana, phone } = await createUserWithPhone(server, team);
  await page.goto('/app/users');
  await chooseAction(page, 'Ana Flores', 'Log out this phone');
  await confirmSignOut(page);
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  expect((await phone.press(2)).status).toBe(401);

  await phone.logIn(ana.email, ana.password);
  await signIn(page.context(), server, await logInAdmin(server));
  await page.goto(`/app/subscriber/users/${team.user.id}`);
  await waitForPage(page, `Users of subscriber ${team.user.id}`);
  monitor.expectResponse(500, '/api/v1/endSessions/app_user');
  await page.route('**/endSessions/app_user', (route) => route.fulfill({ status: 500, body: 'broken' }), {
    times: 1,
  });
  await chooseAction(page, 'Ana Flores', 'Log out this phone');
  await confirmSignOut(page);
  const failure = page.getByRole('alert');
  await expect(failure.getByText('Failed to perform Action.', { exact: true })).toBeVisible();
  await expect(failure.getByText('The server could not respond. Try again in a moment.')).toBeVisible();
  expect((await phone.press(2)).status).toBe(200);
  await chooseAction(page, 'Ana Flores', 'Log out this phone');
  await confirmSignOut(page);
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  expect((await phone.press(2)).status).toBe(401);
});
