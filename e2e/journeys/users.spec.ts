import { readFile } from 'node:fs/promises';
import { createAppUsers, createAppUser, createTeam } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForUrl, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

test('A new subscriber has no users and sees a link to create one @nightly', async ({
  teamPage: page,
  team,
}) => {
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  await expect(page.getByText('No app users yet')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'New User' }).last().click();
  await expect(page).toHaveURL('/app/add-user');
  await expect(page.getByLabel('Team Id')).toHaveValue(String(team.user.id));
});

test('The list shows a user with contact details, and no user of another subscriber', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  await createAppUser(server, await createTeam(server), { name: 'Somebody Else' });
  await page.goto('/app/users');
  const rows = page.getByRole('table', { name: 'App users' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  const row = rows.nth(1);
  await expect(row).toContainText('Ana Flores');
  await expect(row.getByRole('link', { name: ana.email })).toHaveAttribute('href', `mailto:${ana.email}`);
  await expect(row.getByRole('link', { name: ana.phone })).toHaveAttribute('href', 'tel:+12025550143');
  await expect(row).toContainText('Active');
  await row.getByRole('link', { name: 'Edit Ana Flores' }).click();
  await expect(page).toHaveURL(`/app/users/edit/${ana.id}`);
  await page.getByRole('link', { name: 'See records' }).click();
  await expect(page).toHaveURL(`/app/records?app_user_id=${ana.id}`);
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Person: Ana Flores');
});

test('A row that is clicked while its search waits still opens, however slow its page @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  let load = () => {};
  const loads = new Promise<void>((resolve) => (load = resolve));
  await page.route(/edit-user-page-[^/]*\.js/, async (route) => {
    await loads;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/app/users');
  const link = page
    .getByRole('table', { name: 'App users' })
    .getByRole('link', { name: `Ana Flores ${ana.id}` });
  await expect(link).toBeVisible();
  const requested = page.waitForRequest(/edit-user-page-[^/]*\.js/);
  await page.getByRole('searchbox').fill('ana');
  await link.click();
  await requested;
  await page.clock.runFor(1000);
  load();
  await waitForPage(page, 'Update User');
  await expect(page).toHaveURL(`/app/users/edit/${ana.id}`);
});

test('The URL keeps the page, page size and order of many users, and Back restores them @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await createAppUsers(server, team, 63);
  await page.goto('/app/users');
  const table = page.getByRole('table', { name: 'App users' });
  const rows = table.getByRole('row');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText('Page 1 of 4');
  await expect(rows).toHaveCount(21);
  await expect(rows.nth(1)).toContainText('Worker 063');

  await pages.getByRole('button', { name: 'Page 4' }).click();
  await expect(page).toHaveURL('/app/users?page=4');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(3)).toContainText('Worker 001');

  await table.getByRole('button', { name: 'Name' }).click();
  await waitForUrl(page, '/app/users', { sort: 'name', order: 'asc' });
  await expect(rows.nth(1)).toContainText('Worker 001');
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await table.getByRole('button', { name: 'Name' }).click();
  await expect(rows.nth(1)).toContainText('Worker 063');

  const sizes = pages.getByLabel('Rows per page');
  await expect(sizes.getByRole('option')).toHaveText(['10', '20', '25', '50', '75', '100', '200', '500']);
  await expect(sizes).toHaveValue('20');
  await sizes.selectOption('50');
  await waitForUrl(page, '/app/users', { per_page: '50', sort: 'name' });
  await expect(rows).toHaveCount(51);
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(rows).toHaveCount(14);

  await page.goBack();
  await expect(rows).toHaveCount(51);
  await page.goBack();
  await expect(page).toHaveURL('/app/users?sort=name');
  await expect(rows).toHaveCount(21);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/app/users?page=4');
  await expect(rows.nth(3)).toContainText('Worker 001');

  await page.goto('/app/users?page=9&per_page=25&sort=email');
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await waitForUrl(page, '/app/users', { page: '3', per_page: '25', sort: 'email' });
  await expect(rows).toHaveCount(14);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).click();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader', { name: 'Created' })).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(64);
});

test('A blocked user is signed out of the app immediately and sees why; once unblocked, they can log in again', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  expect((await phone.press(1)).status).toBe(200);

  await page.goto('/app/users');
  const row = page.getByRole('table', { name: 'App users' }).getByRole('row').nth(1);
  await page.getByRole('button', { name: 'Block Ana Flores' }).click();
  const dialog = page.getByRole('dialog', { name: 'Block Ana Flores?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Active');
  expect((await phone.press(1)).status).toBe(200);

  await page.getByRole('button', { name: 'Block Ana Flores' }).click();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('status').getByText('Ana Flores is blocked.')).toBeVisible();
  await expect(row).toContainText('Blocked');
  const why = 'Your account is blocked, so nothing can be sent. Call your safety team.';
  expect(await phone.press(5)).toMatchObject({ status: 401, body: { msg: why } });
  expect(await phone.logIn(ana.email, ana.password)).toMatchObject({ status: 403, body: { msg: why } });

  await page.getByRole('button', { name: 'Unblock Ana Flores' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
  await expect(row).toContainText('Active');
  expect((await phone.logIn(ana.email, ana.password)).status).toBe(200);
});

test('On a small screen, users appear as cards and can be sorted @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await createAppUser(server, team, { name: 'Zoe Zimmer', email: 'zoe.zimmer@small-screen.example' });
  await createAppUser(server, team, { name: 'Ana Flores' });
  await page.goto('/app/users');
  const cards = page.getByRole('list', { name: 'App users' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('Ana Flores');
  await page.getByLabel('Sort by').selectOption('Name, Z to A');
  await expect(cards.first()).toContainText('Zoe Zimmer');
  await expect(page).toHaveURL('/app/users?sort=name');
});
