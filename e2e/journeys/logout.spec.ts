import { call } from '../support/calls.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

const KEYS = ['userInfo', 'userRole', 'userToken'];

test('Logging out requires confirmation, then ends the session in the browser and on the server', async ({
  teamPage: page,
  server,
  team,
}) => {
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  await page.getByRole('button', { name: 'Tess Miller account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/app/logout');
  await expect(page.getByText('Are you sure you want to logout?', { exact: true })).toBeVisible();
  expect((await call(server.url, '/tapi/v1/listPaged/settings', { token: team.token })).status).toBe(200);

  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Yes Please!' }).click();
  await waitForPage(page, 'Log in');
  await expect(page).toHaveURL('/app/');
  const left = (await page.localStorage.items()).map(({ name }) => name);
  expect(left.filter((name) => KEYS.includes(name))).toEqual([]);
  expect((await call(server.url, '/tapi/v1/listPaged/settings', { token: team.token })).status).toBe(401);
  await reloaded;
  await expect(page).toHaveURL('/app/');
  await expect(page.getByText('You are logged out.')).toBeVisible();
  await page.reload();
  await waitForPage(page, 'Log in');
  await expect(page.getByText('You are logged out.')).toBeHidden();
  await page.goto('/app/users');
  await waitForPage(page, 'Log in');
});

test('Logging out without a network signs out this device and shows that the server was not reached @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  await page.goto('/app/logout');
  await expect(page.getByText('Are you sure you want to logout?', { exact: true })).toBeVisible();
  await page.route('**/sapi/v1/logout', (route) => route.abort('internetdisconnected'));
  monitor.allowNetworkFailures();
  await page.getByRole('button', { name: 'Yes Please!' }).click();
  await waitForPage(page, 'Log in');
  await expect(
    page.getByText(/You are logged out on this device\. The server could not be reached/),
  ).toBeVisible();
  const left = (await page.localStorage.items()).map(({ name }) => name);
  expect(left.filter((name) => KEYS.includes(name))).toEqual([]);
});
