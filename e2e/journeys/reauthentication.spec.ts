import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { ageSessions, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const NEW_PASSWORD = 'Winter-harbour-88';
const DONE = 'Password Updated Successfully.';

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your password' });

/** Types a new password on the profile, without saving it. */
async function typeNewPassword(page: Page) {
  const card = page.getByRole('region', { name: 'Change password' });
  await card.getByLabel('New password').fill(NEW_PASSWORD);
  await card.getByLabel('Confirm password').fill(NEW_PASSWORD);
  return { card, change: card.locator('[type="submit"]') };
}

test.beforeEach(async ({ teamPage: page, server, team, monitor }) => {
  monitor.expectResponse(403, '/tapi/v1/changePassword');
  await ageSessions(server, team);
  await page.goto('/app/my-profile');
});

test('A change that requires recent authentication continues after the password is confirmed', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.expectResponse(403, '/tapi/v1/confirmPassword');
  const { card, change } = await typeNewPassword(page);
  await change.click();

  const dialog = findDialog(page);
  const field = dialog.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  await expectAccessible(page, [1280, 390]);

  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(field).toHaveAccessibleDescription('Enter your password.');
  await field.fill('Not-the-password-1');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('The password is wrong.');
  await expect(field).toBeFocused();
  await expectAccessible(page, [390]);

  await field.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(card.getByLabel('New password')).toHaveValue('');
});

test('Canceling changes nothing: the form keeps what was typed, and the focus returns @nightly', async ({
  teamPage: page,
}) => {
  const { card, change } = await typeNewPassword(page);
  const leave = [
    () => page.keyboard.press('Escape'),
    () => findDialog(page).getByRole('button', { name: 'Cancel' }).click(),
  ];
  for (const cancel of leave) {
    await change.click();
    await expect(findDialog(page)).toBeVisible();
    await cancel();
    await expect(findDialog(page)).toHaveCount(0);
    await expect(card.getByRole('status')).toHaveText('Nothing was changed.');
    await expect(change).toBeFocused();
    await expect(card.getByLabel('New password')).toHaveValue(NEW_PASSWORD);
  }

  // A confirmation lasts: the next change does not prompt.
  await change.click();
  await findDialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  const again = await typeNewPassword(page);
  await again.change.click();
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
});

test('Two changes at the same time share one prompt, and after too many wrong passwords the error shows when to try again @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.expectResponse(403, '/tapi/v1/update/team');
  monitor.expectResponse(429, '/tapi/v1/confirmPassword');
  const { change } = await typeNewPassword(page);
  await page.getByLabel('Phone', { exact: true }).fill('+1 202 555 0177');
  const both = Promise.all([
    page.waitForResponse('**/tapi/v1/update/team'),
    page.waitForResponse('**/tapi/v1/changePassword'),
  ]);
  // The dialog covers the page as soon as the first call is rejected.
  await page.getByRole('button', { name: 'Save changes' }).dispatchEvent('click');
  await change.dispatchEvent('click');
  await both;
  await expect(findDialog(page)).toHaveCount(1);

  await page.route(
    '**/confirmPassword',
    (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '120' },
        json: { ok: false, msg: 'Too many attempts. Try again in 2 minutes.', errors: [] },
      }),
    { times: 1 },
  );
  const field = findDialog(page).getByLabel('Password', { exact: true });
  await field.fill('Not-the-password-1');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Too many attempts. Try again in 2 minutes.');

  await field.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(findDialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+1 202 555 0177');
  await expect(change).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+1 202 555 0177');
});

test('A prompt that cannot be loaded counts as canceled, and nothing is lost @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const { card, change } = await typeNewPassword(page);
  // Aborts both the preload and the import.
  await page.route('**/assets/confirm-password-dialog-*.js', (route) => route.abort());
  await change.click();
  await expect(card.getByRole('status')).toHaveText('Nothing was changed.');
  await expect(card.getByLabel('New password')).toHaveValue(NEW_PASSWORD);
  await expect(findDialog(page)).toHaveCount(0);
});
