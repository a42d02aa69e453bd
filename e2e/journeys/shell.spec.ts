import { createAppUsers, createAppUser } from '../support/people.ts';
import { startUsing, waitForPage } from '../support/page-actions.ts';
import { Phone } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

/** The frame around every page: its menus, dialogs, keys, colors and widths. */

test('On a small screen, a button opens the menu, and choosing a page closes it', async ({
  teamPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/app_main_page');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await waitForPage(page, 'App Dashboard Settings');
  await expect(menu).toHaveCount(0);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await menu.getByRole('link', { name: 'Users' }).click();
  await waitForPage(page, 'Users');
  await expect(menu).toHaveCount(0);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
});

test.describe('with animations', () => {
  test.use({ reducedMotion: 'no-preference', viewport: { width: 390, height: 844 } });

  test('the drawer, a menu and a dialog trap the focus and return it when closed', async ({
    teamPage: page,
    server,
    team,
  }) => {
    await createAppUser(server, team);
    await page.goto('/app/users');
    const opener = page.getByRole('button', { name: 'Open the menu' });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await opener.press('Enter');
    await expect(menu).toBeVisible();
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    for (let stops = 0; stops < 30; stops += 1) await page.keyboard.press('Tab');
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(opener).toBeFocused();

    const actions = page.getByRole('button', { name: 'Actions for Ana Flores' });
    await actions.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Install link' })).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Log out this phone' })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Log out the phone of Ana Flores?' });
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(actions).toBeFocused();
  });
});

test('An error stays until a menu link opens another page at its top @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.expectResponse(500, '/tapi/v1/update/app_user');
  await createAppUsers(server, team, 30);
  await page.goto('/app/users');
  await page.route('**/update/app_user', (route) =>
    route.fulfill({ status: 500, json: { ok: false, msg: 'Not today.', errors: [] } }),
  );
  await page.getByRole('button', { name: 'Block Worker 012' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  const error = page.getByRole('alert').getByText('Not today.');
  await expect(error).toBeInViewport();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 2_000);
  await expect.poll(() => page.evaluate<number>('window.scrollY')).toBeGreaterThan(500);
  // It floats over the page at any scroll position.
  await expect(error).toBeInViewport({ ratio: 1 });
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Safety Contacts' })
    .click();
  await waitForPage(page, 'Safety Contacts For App Users');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(error).toHaveCount(0);
});

test('While a dialog is open, the page behind it does not scroll @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await createAppUsers(server, team, 30);
  await page.goto('/app/users');
  const heading = page.getByRole('heading', { level: 1 });
  await page.getByRole('button', { name: 'Block Worker 030' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.mouse.move(20, 700);
  await page.mouse.wheel(0, 1_500);
  await page.keyboard.press('PageDown');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(heading).toBeInViewport();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 1_500);
  await expect(heading).not.toBeInViewport();
});

/** The most tab stops between any two elements of a page. */
const MAX_TAB_STOPS = 60;

test('A subscriber can log in, skip the menu and block a user by keyboard alone', async ({
  page,
  server,
  team,
}) => {
  await createAppUser(server, team);
  await page.goto('/app/login');
  await waitForPage(page, 'Log in');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const tabTo = async (name: string, role: 'textbox' | 'combobox' | 'button' | 'link') => {
    const reached = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'));
    for (let stops = 0; stops < MAX_TAB_STOPS; stops += 1) {
      await page.keyboard.press('Tab');
      if ((await reached.count()) === 1) return;
    }
    throw new Error(`${name} is not among the next ${MAX_TAB_STOPS} stops`);
  };
  await tabTo('Email', 'textbox');
  await page.keyboard.type(team.email);
  await tabTo('Password', 'textbox');
  const frame = page.locator('input[type="password"]:focus');
  await expect(frame).toHaveCSS('outline-style', 'solid');
  await page.keyboard.type(team.password);
  await tabTo('Login As', 'combobox');
  await page.keyboard.press('s');
  await expect(page.getByLabel('Login As')).toHaveValue('team');
  await tabTo('Log in', 'button');
  await page.keyboard.press('Enter');
  await waitForPage(page, 'App Dashboard Settings');

  await tabTo('Users', 'link');
  await page.keyboard.press('Enter');
  await waitForPage(page, 'Users');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo('Block Ana Flores', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Block Ana Flores?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Block Ana Flores' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('d');
  await expect(page.getByRole('menuitem', { name: 'Delete user' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Actions for Ana Flores' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo('Block', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'Ana Flores' })).toContainText('Blocked');
});

test('A color scheme chosen in the account menu stays after a reload', async ({ teamPage: page }) => {
  await page.goto('/app/users');
  await page.getByRole('button', { name: 'Tess Miller account menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await waitForPage(page, 'Users');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test.describe('with an avatar service @nightly', () => {
  const service = 'https://avatars.example';
  test.use({ serverOptions: { variables: { AVATAR_SERVICE_URL: `${service}/api/` } } });

  test('the avatar is requested by first and last name when someone uses the page; when the service fails, initials are shown', async ({
    teamPage: page,
    monitor,
  }) => {
    monitor.allowOrigin(service);
    const requested: string[] = [];
    await page.route(`${service}/**`, async (route) => {
      requested.push(route.request().url());
      await route.abort();
    });
    await page.goto('/app/users');
    await waitForPage(page, 'Users');
    await expect(page.getByRole('button', { name: 'Tess Miller account menu' })).toContainText('TM');
    expect(requested).toEqual([]);
    await startUsing(page);
    await expect.poll(() => requested).toEqual([`${service}/api/?name=Tess+Miller`]);
  });
});

test('Ctrl+K opens a page by a part of its name; Escape stays on the page', async ({ teamPage: page }) => {
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  const button = page.getByRole('button', { name: 'Search' });
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox', { name: 'Search' });
  await button.focus();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('nowhere');
  await expect(dialog.getByRole('option')).toHaveText(['Search all records for “nowhere”']);
  await expect(dialog.getByRole('status')).toHaveText('1 result');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('lone rec');
  const option = dialog.getByRole('option', { name: 'Lone Worker Emergency Notification Records' });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await waitForPage(page, 'Lone Worker Emergency');
  expect(new URL(page.url()).pathname).toBe('/app/button_data/5');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // Two pages match this name; the arrow keys choose one.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('lone worker');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/button_press_settings\/5$/);
});

test('The search keeps what is typed before its code is loaded @nightly', async ({ teamPage: page }) => {
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  // The slower the typing, the more keys come before the field.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lone worker rec', { delay: 30 });
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('lone worker rec');
});

test('At 320 and 640 px, no part of the frame is cut off @nightly', async ({ teamPage: page }) => {
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/app/users');
    await waitForPage(page, 'Users');
    const sideways = await page
      .locator('html')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(sideways).toBe(0);
    for (const name of ['Open the menu', 'Search', 'Tess Miller account menu']) {
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
  }
  await page.getByRole('button', { name: 'Tess Miller account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Tess Miller account menu' })).toBeFocused();
});

test('At 1280 px, the breadcrumb of a record is complete: the search gives way @nightly', async ({
  teamPage: page,
  server,
  team,
  context,
  monitor,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  const { id } = (await phone.submitForm(2, { message: 'Air', company: 'Orchard', type: 'Air' })).body
    .data ?? {
    id: 0,
  };
  await page.goto(`/app/form_data/2/${id}`);
  await waitForPage(page, `Record ${id}`);
  const parts = page.getByRole('navigation', { name: 'Breadcrumb' }).locator('li');
  const cut = () =>
    parts.evaluateAll((all) =>
      all
        .flatMap((one) => [one, ...one.querySelectorAll('a, span')])
        .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
        .map((one) => one.textContent),
    );
  await expect(parts).toHaveCount(3);
  expect(await cut()).toEqual([]);
  // The email of the record may be sent meanwhile: then the page reads its deliveries.
  monitor.allowNetworkFailures();
  await context.setOffline(true);
  await expect(page.getByRole('status').getByText('Offline', { exact: true })).toBeVisible();
  expect(await cut()).toEqual([]);
});
