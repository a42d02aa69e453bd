import type { Page } from '@playwright/test';
import { waitForEditors, waitForPage } from '../support/page-actions.ts';
import {
  chooseRole,
  settingCard,
  selectField,
  EMAIL,
  SCREEN,
  setRecipients,
  SMS,
  textField,
} from '../support/setting-cards.ts';
import { expect, test } from '../support/test.ts';

/** What a settings card saves, rejects and keeps. */

test('Each button’s page has its title and three cards that collapse; an unknown button is not found @nightly', async ({
  teamPage: page,
}) => {
  for (const [id, title] of [
    [1, 'OSHA On-Site'],
    [2, 'Report an Incident/Accident'],
    [4, 'Report a Safety Complaint'],
    [5, 'Lone Worker Emergency'],
  ] as const) {
    await page.goto(`/app/button_press_settings/${id}`);
    await waitForPage(page, title);
  }
  for (const title of [SCREEN, EMAIL, SMS]) {
    const toggle = page.getByRole('button', { name: title, exact: true });
    await expect(settingCard(page, title).getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect(settingCard(page, title).getByRole('button', { name: 'Reset' })).toBeDisabled();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(settingCard(page, title)).toHaveCount(0);
    await toggle.click();
    await expect(settingCard(page, title)).toBeVisible();
  }
  await page.goto('/app/button_press_settings/3');
  await waitForPage(page, 'Not Found');
});

test('Saving a card stores the changed values of that card only', async ({ teamPage: page }) => {
  await page.goto('/app/button_press_settings/2');
  await waitForEditors(page);
  const [email, sms] = [settingCard(page, EMAIL), settingCard(page, SMS)];
  await chooseRole(email, 'App user');
  await chooseRole(sms, 'App user');
  await selectField(email, 'Notify the user by email').selectOption('No');
  await textField(email, 'Subject for the user').fill('We know, {{NAME}}');
  await selectField(sms, 'Notify the user by SMS').selectOption('Yes');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await email.getByRole('button', { name: 'Save 2 changes' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  expect(sent).toEqual(['/tapi/v1/update/settings', '/tapi/v1/update/settings']);
  await expect(sms.getByRole('button', { name: 'Save 1 change' })).toBeEnabled();
  await expect(email.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await sms.getByRole('button', { name: 'Reset' }).click();

  await page.reload();
  await waitForEditors(page);
  await chooseRole(email, 'App user');
  await chooseRole(sms, 'App user');
  await expect(selectField(email, 'Notify the user by email')).toHaveValue('no');
  await expect(textField(email, 'Subject for the user')).toHaveText('We know, {{NAME}}');
  await expect(selectField(sms, 'Notify the user by SMS')).toHaveValue('no');
});

test('An unselected choice, an empty field and each invalid recipient get an error @nightly', async ({
  teamPage: page,
}) => {
  await page.goto('/app/button_press_settings/1');
  await waitForEditors(page);
  const email = settingCard(page, EMAIL);
  await setRecipients(email, 'Safety team members who get the email', 'anna@work.example, bob, carl@');
  await expect(email.getByRole('listitem').filter({ hasText: 'bob' })).toContainText('invalid');
  await chooseRole(email, 'App user');
  await expect(selectField(email, 'Notify the user by email').getByRole('option')).toHaveText([
    'Select',
    'Yes',
    'No',
  ]);
  await selectField(email, 'Notify the user by email').selectOption('Select');
  await textField(email, 'Subject for the user').fill(' ');
  await email.getByRole('button', { name: 'Save 3 changes' }).click();
  await expect(email.getByRole('alert').getByRole('link')).toHaveText([
    '“bob” is not an email address.',
    '“carl@” is not an email address.',
    'Notify the user by email is required.',
    'Subject for the user is required.',
  ]);
  await expect(textField(email, 'Safety team members who get the email')).toBeFocused();

  const sms = settingCard(page, SMS);
  await setRecipients(sms, 'Safety team members who get the SMS', '+12025550143, 555-019');
  await sms.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(sms.getByRole('alert').getByRole('link')).toHaveText([/“555-019” is not a phone number/]);

  await setRecipients(sms, 'Safety team members who get the SMS', '(303) 555-0141');
  await sms.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(sms.getByText('+1 303 555 0141')).toBeVisible();
});

test('When some values fail to save, the screen counts both and keeps the unsaved ones @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.expectResponse(500, '/tapi/v1/update/settings');
  await page.goto('/app/button_press_settings/4');
  await waitForEditors(page);
  const email = settingCard(page, EMAIL);
  await textField(email, 'Subject for the safety team').fill('Two');
  await chooseRole(email, 'App user');
  await textField(email, 'Subject for the user').fill('One');
  await textField(email, 'Email to the user').fill('Three');
  await page.route('**/tapi/v1/update/settings', async (route) => {
    const fails = route.request().postData()?.includes('"Two"');
    await (fails
      ? route.fulfill({ status: 500, json: { ok: false, msg: 'No.', errors: [] } })
      : route.continue());
  });
  await email.getByRole('button', { name: 'Save 3 changes' }).click();
  await expect(
    page.getByRole('alert').getByText('2 values updated successfully. 1 values failed', { exact: true }),
  ).toBeVisible();
  await expect(textField(email, 'Subject for the safety team')).toHaveText('Two');

  await page.unroute('**/tapi/v1/update/settings');
  await email.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await page.reload();
  await waitForEditors(page);
  await expect(textField(email, 'Subject for the safety team')).toHaveText('Two');
  await chooseRole(email, 'App user');
  await expect(textField(email, 'Subject for the user')).toHaveText('One');
});

test('A save without a network shows an error and keeps what was typed @nightly', async ({
  teamPage: page,
  context,
  monitor,
}) => {
  await page.goto('/app/button_press_settings/4');
  await waitForEditors(page);
  const screen = settingCard(page, SCREEN);
  await textField(screen, 'Message on the user’s screen').fill('Help comes.');
  monitor.allowNetworkFailures();
  await context.setOffline(true);
  await screen.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('alert').getByText('Failed to perform Action.', { exact: true })).toBeVisible();
  await expect(textField(screen, 'Message on the user’s screen')).toHaveText('Help comes.');
  await context.setOffline(false);
  await screen.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
});

test('Reset restores the saved values; leaving with unsaved changes requires confirmation @nightly', async ({
  teamPage: page,
}) => {
  await page.goto('/app/button_press_settings/5');
  await waitForEditors(page);
  const screen = settingCard(page, SCREEN);
  const field = textField(screen, 'Message on the user’s screen');
  const saved = await field.innerText();
  await field.fill('Something else');
  await screen.getByRole('button', { name: 'Reset' }).click();
  await expect(field).toHaveText(saved);
  await expect(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

  await field.fill('Something else');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveText('Something else');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await waitForPage(page, 'Users');
});

test('When two people edit the same settings, the second sees the conflict, keeps their text and chooses', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.expectResponse(409, '/tapi/v1/update/settings');
  await page.goto('/app/button_press_settings/4');
  await waitForEditors(page);
  const other = await page.context().newPage();
  await other.goto('/app/button_press_settings/4');
  await waitForEditors(other);
  const [mine, theirs] = [settingCard(page, EMAIL), settingCard(other, EMAIL)];
  const done = (on: Page) => on.getByRole('status').getByText('Updated Successfully.', { exact: true });

  await chooseRole(mine, 'App user');
  await chooseRole(theirs, 'App user');
  await textField(mine, 'Subject for the user').fill('Mine');
  await textField(theirs, 'Subject for the user').fill('Theirs');
  await selectField(theirs, 'Notify the user by email').selectOption('No');
  await theirs.getByRole('button', { name: 'Save 2 changes' }).click();
  await expect(done(other)).toBeVisible();
  // Several saves in a row need no reload between them.
  await textField(theirs, 'Subject for the user').fill('Theirs, later');
  await theirs.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(theirs.getByText(/^Saved at/)).toBeVisible();

  await page.bringToFront();
  await chooseRole(mine, 'Safety team');
  await textField(mine, 'Subject for the safety team').fill('Nobody else changed this');
  await chooseRole(mine, 'App user');
  await selectField(mine, 'Notify the user by email').selectOption('Select');
  await selectField(mine, 'Notify the user by email').selectOption('No');
  await mine.getByRole('button', { name: 'Save 3 changes' }).click();
  await expect(
    page.getByText('2 values updated successfully. 1 values failed', { exact: true }),
  ).toBeVisible();
  await expect(mine.getByRole('alert').getByRole('link')).toHaveText([
    /^This was changed in the meantime, at \d{1,2}:\d\d [AP]M\.$/,
  ]);
  await expect(mine.getByRole('alert').filter({ hasText: 'Someone else changed this field' })).toBeVisible();
  await expect(textField(mine, 'Subject for the user')).toBeFocused();
  await expect(textField(mine, 'Subject for the user')).toHaveText('Mine');
  await expect(mine.getByText('Theirs, later', { exact: true })).toBeVisible();
  await mine.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(done(page)).toBeVisible();
  await expect(mine.getByRole('button', { name: /^Use the other version/ })).toHaveCount(0);

  await other.bringToFront();
  await textField(theirs, 'Subject for the user').fill('Once more');
  await theirs.getByRole('button', { name: 'Save 1 change' }).click();
  await theirs.getByRole('button', { name: 'Use the other version: Subject for the user' }).click();
  await expect(textField(theirs, 'Subject for the user')).toHaveText('Mine');
  await expect(textField(theirs, 'Subject for the user')).toBeFocused();
  await expect(theirs.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
});
