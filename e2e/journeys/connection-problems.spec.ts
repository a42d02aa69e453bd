import { createAppUser } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

test('A list that fails to load shows an error, and Try again loads it', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.expectResponse(500, '/tapi/v1/listPaged/app_user');
  await createAppUser(server, team);
  await page.route('**/listPaged/app_user*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto('/app/users');
  const failed = page.getByRole('alert').filter({ hasText: 'The users could not be loaded.' });
  await expect(failed).toContainText('The server could not respond.');
  await expect(page.getByText('No app users yet')).toHaveCount(0);
  await page.unroute('**/listPaged/app_user*');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: 'Ana Flores' })).toBeVisible();
  await expect(failed).toHaveCount(0);
});

test('Settings that fail to load show no empty form; a denied list shows that there is no access @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.expectResponse(500, '/tapi/v1/listPaged/settings');
  monitor.expectResponse(403, '/tapi/v1/listPaged/button_click');
  await page.route('**/listPaged/settings*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto('/app/button_press_settings/5');
  await expect(
    page.getByRole('alert').filter({ hasText: 'The settings could not be loaded.' }),
  ).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(0);
  await page.unroute('**/listPaged/settings*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('form', { name: 'Email Notification Settings' })).toBeVisible();

  await page.route('**/listPaged/button_click*', (route) =>
    route.fulfill({ status: 403, json: { ok: false, msg: 'You do not have access to this.', errors: [] } }),
  );
  await page.goto('/app/button_data/5');
  await expect(page.getByText('You don’t have access to this')).toBeVisible();
});

test('The first load of a list shows that it is loading @nightly', async ({ teamPage: page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/listPaged/app_user*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1);
  await expect(page.getByText('No app users yet')).toHaveCount(0);
  release();
  await expect(page.getByText('No app users yet')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
});

test('When the server fails at first, open emergencies are requested again until they are loaded @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  const phone = new Phone(server.url);
  const ana = await createAppUser(server, team);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5);
  monitor.expectResponse(503, '/tapi/v1/listPaged/incident');
  monitor.expectResponse(503, '/tapi/v1/teamFrame');
  await page.route('**/tapi/v1/teamFrame', (route) => route.fulfill({ status: 503, body: 'busy' }));
  // Two reads of this list alone, with one retry of each: nothing but the time triggers the next one.
  let requests = 0;
  await page.route('**/listPaged/incident*', (route) => {
    requests += 1;
    return requests > 4 ? route.continue() : route.fulfill({ status: 503, body: 'busy' });
  });
  await page.goto('/app/users');
  await expect(page.getByRole('region', { name: 'Open emergencies' })).toContainText('Ana Flores');
});

test('An emergency appears even when no event arrives', async ({ teamPage: page, server, team }) => {
  const phone = new Phone(server.url);
  const ana = await createAppUser(server, team);
  await phone.logIn(ana.email, ana.password);
  await page.clock.install();
  // Like a proxy that buffers the stream until it closes.
  await page.route('**/tapi/v1/events*', () => {});
  const read = page.waitForResponse('**/tapi/v1/teamFrame');
  await page.goto('/app/users');
  await read;
  await waitForPage(page, 'Users');
  await phone.press(5);
  await page.clock.fastForward(31_000);
  await expect(page.getByRole('region', { name: 'Open emergencies' })).toContainText('Ana Flores');
});

test('When the network is lost, the page shows Offline and keeps its rows; when it returns, the page recovers', async ({
  teamPage: page,
  context,
  server,
  team,
  monitor,
}) => {
  await createAppUser(server, team);
  await page.goto('/app/users');
  const ana = page.getByRole('row', { name: 'Ana Flores' });
  await expect(ana).toBeVisible();
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();

  monitor.allowNetworkFailures();
  await context.setOffline(true);
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
  await page.getByRole('table').getByRole('button', { name: 'Name' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'The users could not be loaded.' });
  await expect(failed).toContainText('The content below is out of date.');
  await expect(ana).toBeVisible();

  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Safety Contacts' }).click();
  const note = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(note).toBeVisible();
  await waitForPage(page, 'Users');
  await note.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(note).toHaveCount(0);

  await context.setOffline(false);
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  await expect(failed).toHaveCount(0);
  await expect(ana).toBeVisible();
});

test('While the server is down, the current page stays with what was typed, and the next one opens when the server responds', async ({
  teamPage: page,
  monitor,
}) => {
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  const search = page.getByRole('searchbox').first();
  await search.fill('Flores');
  monitor.allowNetworkFailures();
  await page.route('**/*', (route) => route.abort());
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const note = page.getByRole('status').filter({ hasText: 'Callpoint does not respond.' });
  await menu.getByRole('link', { name: 'Safety Contacts' }).click();
  await expect(note).toContainText('The page opens automatically as soon as Callpoint responds.');
  await expect(search).toHaveValue('Flores');
  // A person who continues to type stays.
  await search.fill('Flo');
  await expect(note).toHaveCount(0);

  await menu.getByRole('link', { name: 'Safety Contacts' }).click();
  await expect(note).toBeVisible();
  await expect(page).toHaveURL(/\/app\/users/);
  await page.unroute('**/*');
  await waitForPage(page, 'Safety Contacts For App Users');
  await expect(note).toHaveCount(0);
});

test('A page opened while the server is down says so, and opens when the server responds @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  let isDown = true;
  await page.route(/\/(healthz|app\/assets\/(?!index|early).*\.js)/, (route) =>
    isDown ? route.abort() : route.continue(),
  );
  await page.goto('/app/users');
  await expect(page.getByText('Callpoint does not respond')).toBeVisible();
  isDown = false;
  await waitForPage(page, 'Users');
});

test('Logging in without a network shows an error, and a retry with a network succeeds @nightly', async ({
  page,
  context,
  team,
  monitor,
}) => {
  await page.goto('/app/login');
  await waitForPage(page, 'Log in');
  await page.getByLabel('Email', { exact: true }).fill(team.email);
  await page.getByLabel('Password', { exact: true }).fill(team.password);
  await page.getByLabel('Login As').selectOption('Subscriber');
  monitor.allowNetworkFailures();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert').getByText('Failed to perform Action.', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Log in' }).click();
  await waitForPage(page, 'App Dashboard Settings');
});

test('If who would be notified fails to load, the start page shows the error and its other parts @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.expectResponse(503, '/tapi/v1/reachability');
  await page.route('**/reachability*', (route) => route.fulfill({ status: 503, body: 'starting' }));
  await page.goto('/app/app_main_page');
  const failed = page.getByRole('alert').filter({ hasText: 'The recipients could not be loaded.' });
  await expect(failed).toContainText('The server could not respond.');
  // The settings load when they are in the window.
  await page.keyboard.press('End');
  await expect(page.getByLabel('Main screen top text')).toBeVisible();
  await page.unroute('**/reachability*');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Only one address would be notified:').first()).toBeVisible();
  await expect(failed).toHaveCount(0);
});
