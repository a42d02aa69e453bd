import { expectAccessible } from '../support/axe.ts';
import { createAppUser, createTeam } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { openPage, waitForPage, waitForUrl } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';
import { storeRecords } from '../support/records.ts';

test('Presses and forms are in one list, which can be paged, filtered, and searched; filters can be saved', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team, { name: 'Ana Flores' });
  await storeRecords(server, team, ana, 45);
  const other = await createTeam(server);
  const stranger = await createAppUser(server, other, { name: 'Somebody Else' });
  await storeRecords(server, other, stranger, 1);

  await openPage(page, 'records', 'All records');
  const table = page.getByRole('table', { name: 'All records' });
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(21);
  await expect(rows.nth(1)).toContainText('Nov 20, 2026, 1:00:00 PM');
  await expect(rows.nth(1)).toContainText('Lone Worker Emergency');
  await expect(rows.nth(2)).toContainText('Need a Safety Product');
  await expect(page.getByText('Somebody Else')).toHaveCount(0);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText('1–20 of 45');
  await pages.getByRole('button', { name: 'Older' }).click();
  await expect(rows.nth(1)).toContainText('Nov 20, 2026, 12:40:00 PM');
  await expect(pages).toContainText('21–40 of 45');
  await pages.getByRole('button', { name: 'Older' }).click();
  await expect(rows).toHaveCount(6);
  await expect(pages).toContainText('41–45 of 45');
  await page.goBack();
  await expect(rows.nth(1)).toContainText('Nov 20, 2026, 12:40:00 PM');
  await page.reload();
  await expect(pages).toContainText('21–40 of 45');
  await pages.getByRole('button', { name: 'Newer' }).click();
  await expect(rows.nth(1)).toContainText('Nov 20, 2026, 1:00:00 PM');

  await page.getByLabel('Button or form').selectOption('Need a Safety Product');
  await expect(pages).toContainText('20 of 22');
  await page.getByRole('searchbox', { name: 'Search' }).fill('gloves');
  await waitForUrl(page, '/app/records', { item: 'form-3', search: 'gloves' });
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Save filter' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Gloves');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Filter “Gloves” saved.')).toBeVisible();

  await page.getByLabel('From', { exact: true }).fill('2026-11-25');
  await page.getByLabel('Until', { exact: true }).fill('2026-11-20');
  await expect(
    page.getByText('The first day (Nov 25, 2026) is after the last day (Nov 20, 2026). Change one of them.'),
  ).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('');
  await page.getByLabel('Until', { exact: true }).fill('');

  await page.getByRole('searchbox', { name: 'Search' }).fill('walrus');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(page.getByText('No records of Need a Safety Product, with “walrus”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await waitForUrl(page, '/app/records', {});
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Gloves' }).click();
  await waitForUrl(page, '/app/records', { item: 'form-3', search: 'gloves' });
  await expect(pages).toContainText('20 of 22');

  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Manage filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage filters' });
  await dialog.getByLabel('Name of filter “Gloves”').fill('All gloves');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByLabel('Name of filter “All gloves”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete filter “All gloves”' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await rows
    .nth(1)
    .getByRole('link', { name: /^Ana Flores, open record/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Record \d+$/ })).toBeVisible();
});

test('The first record appears on the empty list, later ones are announced; the row shows its messages in words @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await openPage(page, 'records', 'All records');
  await expect(page.getByText('No records yet')).toBeVisible();
  await phone.press(2);
  const rows = page.getByRole('table', { name: 'All records' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(/\d (sent|held)/);
  await phone.press(2);
  await page.getByRole('button', { name: 'Show 1 new' }).click();
  await expect(rows).toHaveCount(3);

  const status = page.getByLabel('Messages', { exact: true });
  await expect(status.getByRole('option', { selected: true })).toHaveText('Messages: any status');
  await status.selectOption('Opened');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(status.getByRole('option', { selected: true })).toHaveText('Messages: Opened');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  const newest = rows.nth(1).getByRole('link', { name: /open record/ });
  const name = (await newest.getAttribute('aria-label')) ?? '';
  await newest.click();
  await expect(page.getByText('Opened by the team')).toBeVisible();
  await page.goBack();
  await status.selectOption('Opened');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1).getByRole('link', { name })).toBeVisible();
});

test('Several records are selected by keyboard and deleted together; a record deleted meanwhile is named as failed', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  await storeRecords(server, team, ana, 4);
  await openPage(page, 'records', 'All records');
  const table = page.getByRole('table', { name: 'All records' });
  await expect(table.getByRole('row')).toHaveCount(5);
  await table.getByRole('checkbox', { name: 'Select all rows of this page' }).focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: '4 selected' });
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  await table
    .getByRole('checkbox', { name: /^Select record/ })
    .first()
    .focus();
  await page.keyboard.press('Space');
  const selected = page.getByRole('region', { name: '3 selected' });
  // Someone else on the team deletes one of them first.
  await server.withDatabase((db) =>
    db
      .deleteFrom('button_click')
      .where('team_id', '=', team.user.id)
      .where('created_at', '<', '2026-11-20T11:59:30.000Z')
      .execute(),
  );
  const button = selected.getByRole('button', { name: 'Delete', includeHidden: true });
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // It waits for the answer, not for the server.
  await expect(button).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').getByText('2 records deleted, 1 failed.')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
});

test('Selected users are blocked together, and Undo unblocks them', async ({
  teamPage: page,
  server,
  team,
}) => {
  await createAppUser(server, team, { name: 'Ana Flores' });
  await createAppUser(server, team, { name: 'Ben Hur' });
  await openPage(page, 'users', 'Users');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page
    .getByRole('region', { name: '2 selected' })
    .getByRole('button', { name: 'Block', exact: true })
    .click();
  await page
    .getByRole('dialog', { name: 'Block these 2 users?' })
    .getByRole('button', { name: 'Block' })
    .click();
  const message = page.getByRole('status').filter({ hasText: '2 users blocked.' });
  await expect(message).toBeVisible();
  const table = page.getByRole('table', { name: 'App users' });
  await expect(table.getByText('Blocked')).toHaveCount(2);
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByText('Active')).toHaveCount(2);
});

test('The empty list offers the next step: add a user, then check who is notified @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const main = page.getByRole('main');
  await openPage(page, 'records', 'All records');
  await expect(main.getByText('No records yet')).toBeVisible();
  await main.getByRole('link', { name: 'Add a user' }).click();
  await waitForPage(page, 'New User');
  await createAppUser(server, team);
  await openPage(page, 'records', 'All records');
  await main.getByRole('link', { name: 'Check who is notified' }).click();
  await waitForPage(page, 'Lone Worker Emergency');
});

test.describe('on a platform without records @nightly', () => {
  test.use({ serverOptions: {} });

  test('the empty list leads an administrator to the subscribers', async ({ adminPage: page }) => {
    await openPage(page, 'records', 'All records');
    await page.getByRole('main').getByRole('link', { name: 'Show subscribers' }).click();
    await waitForPage(page, 'Subscribers');
  });
});

test('An administrator lists the records of all subscribers, or of one @nightly', async ({
  adminPage: page,
  server,
}) => {
  const team = await createTeam(server, { account_name: 'Zinc Works' });
  const ana = await createAppUser(server, team, { name: 'Ana Zinc' });
  await storeRecords(server, team, ana, 2);
  await openPage(page, `records?team_id=${team.user.id}`, 'All records');
  const table = page.getByRole('table', { name: 'All records' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row').nth(1)).toContainText('Zinc Works');
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('zinc');
  const subscriber = page.getByRole('option', { name: /^Zinc Works/ });
  await expect(subscriber).toBeVisible();
  await expect(
    page.getByRole('option', { name: /^Ana Zinc (Lone Worker Emergency|OSHA|Need|Ask|Report|Request)/ }),
  ).toHaveCount(2);
  await subscriber.click();
  await expect(page).toHaveURL(`/app/subscriber/profile/${team.user.id}`);
  await waitForPage(page, 'Profile of Zinc Works');
});
