import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { createAppUser } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { openPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';
import { storeRecords } from '../support/records.ts';

/** How lists of records appear at the widths of a desktop and a phone. */

/** Pixels: a number on one line, which is 25 px high to be pressed, is lower. */
const ONE_LINE = 30;

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
