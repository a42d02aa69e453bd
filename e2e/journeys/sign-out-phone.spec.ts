import type { Page } from '@playwright/test';
import { admin, newAppUser, signedIn, type Account } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { chooseAction, onPage } from '../support/page-actions.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** An app user who is logged in on a phone. */
async function userWithPhone(server: Server, team: Account) {
  const ana = await newAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  return { ana, phone };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign out the phone of Ana Flores?' });
const signOut = (page: Page) => dialogOf(page).getByRole('button', { name: 'Sign out' }).click();
const DONE = 'The phone of Ana Flores is signed out.';

test('A lost phone is signed out from the user’s page, after a confirmation; the user can log in again', async ({
  teamPage: page,
  server,
  team,
}) => {
  const { ana, phone } = await userWithPhone(server, team);
  await page.goto(`/app/users/edit/${ana.id}`);
  const button = page.getByRole('button', { name: 'Sign out this phone' });
  await button.click();
  await expect(dialogOf(page)).toContainText(
    'Ana Flores has to log in again on the phone before they can send an alert.',
  );
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  expect((await phone.press(2)).status).toBe(200);

  await button.click();
  await signOut(page);
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  expect((await phone.press(2)).status).toBe(401);
  expect((await phone.logIn(ana.email, ana.password)).status).toBe(200);
  expect((await phone.press(2)).status).toBe(200);
});

test('A phone can also be signed out in the list of users, by a subscriber and by an administrator', async ({
  teamPage: page,
  server,
  team,
  watch,
}) => {
  const { ana, phone } = await userWithPhone(server, team);
  await page.goto('/app/users');
  await chooseAction(page, 'Ana Flores', 'Sign out this phone');
  await signOut(page);
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  expect((await phone.press(2)).status).toBe(401);

  await phone.logIn(ana.email, ana.password);
  await signedIn(page.context(), server, await admin(server));
  await page.goto(`/app/subscriber/users/${team.user.id}`);
  await onPage(page, `Users of subscriber ${team.user.id}`);
  watch.expectAnswer(500, '/api/v1/endSessions/app_user');
  await page.route('**/endSessions/app_user', (route) => route.fulfill({ status: 500, body: 'broken' }), {
    times: 1,
  });
  await chooseAction(page, 'Ana Flores', 'Sign out this phone');
  await signOut(page);
  await expect(page.getByRole('alert').getByText('Failed to perform Action.', { exact: true })).toBeVisible();
  expect((await phone.press(2)).status).toBe(200);
  await chooseAction(page, 'Ana Flores', 'Sign out this phone');
  await signOut(page);
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  expect((await phone.press(2)).status).toBe(401);
});
