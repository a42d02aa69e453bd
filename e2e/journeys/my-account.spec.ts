import { expectAccessible } from '../support/axe.ts';
import { call, callOrThrow } from '../support/calls.ts';
import { logInAdmin, ageSessions } from '../support/people.ts';
import { waitForPage, openPage } from '../support/page-actions.ts';
import { ADMIN } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

// The administrator's address and password change.
test.use({ serverOptions: {} });

const NEW_PASSWORD = 'Winter-harbour-88';

test('An administrator opens My account by keyboard, and a changed name appears in the account menu', async ({
  adminPage: page,
}) => {
  await page.goto('/app/subscribers');
  await waitForPage(page, 'Subscribers');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search' });
  await expect(search).toBeFocused();
  await page.keyboard.type('my acc');
  await expect(page.getByRole('option', { name: 'My account', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await waitForPage(page, 'My account');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const firstName = page.getByLabel('First name');
  await expect(firstName).toHaveValue('Platform');

  await page.keyboard.press('Tab');
  await expect(firstName).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect(firstName).toHaveAccessibleDescription(/First name is required\./);
  await expect(firstName).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Lovelace');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ada Lovelace account menu' })).toBeVisible();
  await page.getByRole('button', { name: 'Ada Lovelace account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'My account' })).toBeVisible();
});

test('On a slow device, text typed right after a rejected save goes into the focused field', async ({
  adminPage: page,
}) => {
  await openPage(page, 'account', 'My account');
  const firstName = page.getByLabel('First name');
  await firstName.fill('');
  await page.evaluate(`{
    const frames = [];
    window.requestAnimationFrame = (callback) => frames.push(callback);
    addEventListener('draw', () => frames.splice(0).forEach((callback) => callback(performance.now())));
  }`);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.evaluate(`void dispatchEvent(new Event('draw'))`);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Lovelace');
  await expect(firstName).toHaveValue('Ada');
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace');
});

test('Changing the email or the password requires a recent confirmation and ends the other sessions @nightly', async ({
  adminPage: page,
  server,
  monitor,
}) => {
  const requestStatus = async (token: string) =>
    (await call(server.url, '/api/v1/account', { token })).status;
  const login = (email: string, password: string) =>
    call(server.url, '/sapi/v1/login', { body: { email, password, role: 'admin' } });
  const otherSession = await logInAdmin(server);
  await ageSessions(server, otherSession);
  await openPage(page, 'account', 'My account');
  const details = page.getByRole('region', { name: 'Account details' });
  await details.getByLabel('Email').fill('ada.new@callpoint.example');
  monitor.expectResponse(403, '/api/v1/update/account');
  await details.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await requestStatus(otherSession.token)).toBe(401);
  expect((await login(ADMIN.email, ADMIN.password)).status).toBe(401);

  const card = page.getByRole('region', { name: 'Change password' });
  await card.getByLabel('New password').fill('password1');
  await card.getByLabel('Confirm password').fill('password1');
  monitor.expectResponse(400, '/api/v1/changePassword');
  await card.getByRole('button', { name: 'Change password' }).click();
  await expect(card.getByLabel('New password')).toHaveAccessibleDescription(
    /Password is too common\. Choose another\./,
  );
  await card.getByLabel('New password').fill(NEW_PASSWORD);
  await card.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await card.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password Updated Successfully.', { exact: true })).toBeVisible();
  expect((await login('ada.new@callpoint.example', ADMIN.password)).status).toBe(401);
  expect((await login('ada.new@callpoint.example', NEW_PASSWORD)).status).toBe(200);
});

test('A failed load can be retried; a conflicting change appears next to the user’s own @nightly', async ({
  adminPage: page,
  server,
  monitor,
}) => {
  monitor.expectResponse(500, '/api/v1/account');
  monitor.expectResponse(500, '/api/v1/adminFrame');
  await page.route(/\/api\/v1\/(account|adminFrame)$/, (route) =>
    route.fulfill({ status: 500, body: 'broken' }),
  );
  await page.goto('/app/account');
  await expect(page.getByText('Your account could not be loaded.')).toBeVisible();
  await expectAccessible(page, [390]);
  await page.unroute(/\/api\/v1\/(account|adminFrame)$/);
  await page.getByRole('button', { name: 'Try again' }).click();

  const details = page.getByRole('region', { name: 'Account details' });
  await details.getByLabel('First name').fill('Ada');
  await callOrThrow(server.url, '/api/v1/update/account', {
    token: (await logInAdmin(server)).token,
    body: { data: { first_name: 'Adele', last_name: 'King' } },
  });
  monitor.expectResponse(409, '/api/v1/update/account');
  await details.getByRole('button', { name: 'Save changes' }).click();
  await expect(details.getByLabel('First name')).toHaveAccessibleDescription(
    /This was changed in the meantime/,
  );
  await expect(details.getByLabel('Last name')).toHaveValue('King');
  await expectAccessible(page);
  await details.getByRole('button', { name: /^Use the other version/ }).click();
  await expect(details.getByLabel('First name')).toHaveValue('Adele');
});
