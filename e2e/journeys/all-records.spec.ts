import type { Item } from '@callpoint/contract/catalog';
import type { Page } from '@playwright/test';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { createAppUser, createTeam, type TestAccount, type TestAppUser } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { openPage, waitForPage, waitForUrl } from '../support/page-actions.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** Pixels: a number on one line, which is 25 px high to be pressed, is lower. */
const ONE_LINE = 30;

const ITEMS: Item[] = [
  { kind: 'button', id: 5 },
  { kind: 'form', id: 3 },
];

/** Stores presses and forms in turn, one minute apart, the last at noon UTC on 20 November 2026. */
async function storeRecords(server: Server, team: TestAccount, user: TestAppUser, count: number) {
  await server.withDatabase(async (db) => {
    for (let minutes = count - 1; minutes >= 0; minutes -= 1) {
      const item = ITEMS[minutes % 2] as Item;
      const record = buildSubmission({ ...user, team_id: team.user.id }, { item, message: 'Gloves' });
      await storeSubmissions(db, [record], new Date(Date.UTC(2026, 10, 20, 12, -minutes)));
    }
  });
}

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

test('At 1280 px, what happened, to whom, and its status are complete in every row @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const priya = await createAppUser(server, team, { name: 'Priya Raghunathan' });
  const phone = new Phone(server.url);
  await phone.logIn(priya.email, priya.password);
  for (const button of [2, 4, 5] as const) await phone.press(button, { lat: 39.7788, lng: -104.9646 });
  await openPage(page, 'records', 'All records');
  const table = page.getByRole('table', { name: 'All records' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByText('Not acknowledged')).toBeVisible();
  const header = await table.getByRole('columnheader').allInnerTexts();
  for (const name of ['Button or form', 'Name', 'Messages']) {
    const cells = table.locator(`tbody td:nth-child(${header.indexOf(name) + 1})`);
    await expect(cells).toHaveCount(3);
    // A pixel of a letter's tail may exceed a line.
    const cut = await cells.evaluateAll((all) =>
      all
        .filter((cell) =>
          [cell, ...cell.querySelectorAll('*')].some(
            (part) =>
              part.clientWidth > 0 &&
              (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 4),
          ),
        )
        .map((cell) => cell.textContent),
    );
    expect(cut, name).toEqual([]);
  }
  const lineOf = async (list: Page, name: string | RegExp) =>
    (await list.getByRole('table').getByRole('link', { name }).first().boundingBox())?.height;
  expect(await lineOf(page, '+1 202 555 0143')).toBeLessThan(ONE_LINE);
  // With more room, coordinates take one line, too.
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await lineOf(page, /^39\.7788, -104\.9646/)).toBeLessThan(24);
});

/** At 1280 px, opens lists and expects the first phone number of each on one line, complete. */
async function expectNumbersOnOneLine(
  page: Page,
  lists: readonly (readonly [path: string, title: string])[],
) {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [path, title] of lists) {
    await openPage(page, path, title);
    const number = page.getByRole('table').getByRole('link', { name: /^\+1 202 555 \d{4}$/ });
    await expect(number.first(), path).toBeVisible();
    const { height, isCut } = await number.first().evaluate((link) => ({
      height: link.getBoundingClientRect().height,
      isCut: link.scrollWidth > link.clientWidth + 1,
    }));
    expect({ path, isCut, isOneLine: height < ONE_LINE }).toEqual({ path, isCut: false, isOneLine: true });
  }
}

test('At 1280 px, a phone number takes one line in the records of a button and of each kind of form @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5);
  await phone.submitForm(1, { message: 'May I lift this?', company: 'Orchard' });
  await phone.submitForm(3, { message: 'Ten gloves', company: 'Orchard', type: 'Gloves' });
  await expectNumbersOnOneLine(page, [
    ['button_data/5', 'Lone Worker Emergency'],
    ['form_data/1', 'Ask a Safety Question'],
    ['form_data/3', 'Need a Safety Product'],
  ]);
});

test('At 1280 px, a phone number takes one line in an administrator’s lists of records and subscribers @nightly', async ({
  adminPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5);
  await expectNumbersOnOneLine(page, [
    [`records?team_id=${team.user.id}`, 'All records'],
    [`subscribers?search=${encodeURIComponent(team.email)}`, 'Subscribers'],
  ]);
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

test('On a phone, filters are behind a button, and a card shows who, when, and the messages @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const ana = await createAppUser(server, team, { name: 'Ana Flores' });
  await storeRecords(server, team, ana, 2);
  await openPage(page, 'records', 'All records');
  const cards = page.getByRole('list', { name: 'All records' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('Ana Flores');
  await expect(page.getByRole('combobox', { name: 'Person' })).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Button or form').selectOption('Lone Worker Emergency');
  await expect(cards).toHaveCount(1);
  // The others are behind the button again after a reload.
  await page.getByRole('button', { name: 'Today' }).click();
  await page.reload();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(page.getByLabel('Button or form')).toBeVisible();
  await expect(page.getByLabel('From', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Messages', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('Button or form')).toBeHidden();
  await expectAccessible(page, [390]);
});

test('On a phone, the card of an acknowledged emergency shows who has it @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const ana = await createAppUser(server, team, { name: 'Ana Flores' });
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  const press = await phone.press(5);
  const { id } = await server.withDatabase((db) =>
    db
      .selectFrom('incident')
      .select('id')
      .where('button_click_id', '=', press.body.data?.id ?? 0)
      .executeTakeFirstOrThrow(),
  );
  await callOrThrow(server.url, '/tapi/v1/answer/incident', {
    token: team.token,
    body: { id, answer: 'have' },
  });
  await openPage(page, 'records', 'All records');
  const card = page.getByRole('list', { name: 'All records' }).getByRole('listitem');
  await expect(card.getByText('Acknowledged by Tess Miller')).toBeVisible();
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

test('An administrator lists the records of all subscribers, or of one', async ({
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
