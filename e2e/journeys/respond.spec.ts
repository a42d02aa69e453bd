import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { measureOverflow } from '../support/axe.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { createPhone } from '../support/records.ts';
import { expect, test } from '../support/test.ts';
import { TIME } from '../support/times.ts';

/** A person who is not signed in acknowledges an incident by personal link. */

const boardRow = (page: Page) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ana Flores' });

/** Marks the page, so that a reload is noticed. */
const mark = (page: Page) => page.evaluate('void (window.isMarked = true)');
const isMarked = (page: Page) => page.evaluate('window.isMarked === true');

test('A press is acknowledged by link in another browser without JavaScript; the phone and the board show it live', async ({
  phone,
  teamPage: board,
  server,
  smtp,
  team,
  browser,
}) => {
  await board.goto('/app/board');
  await expect(board.getByText('No open incidents').first()).toBeVisible();
  await phone.hold('Lone Worker Emergency');
  const who = phone.page.getByRole('status', { name: 'Who has it' });
  await expect(who).toContainText('No one has it yet');
  await expect(boardRow(board)).toContainText('No one has acknowledged it');
  for (const page of [phone.page, board]) await mark(page);

  const [email] = await waitForEmails(smtp, team.email);
  const path = /\/respond\/[\w-]{22}/.exec(email?.text ?? '')?.[0] ?? '';
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const other = await context.newPage();
  await other.goto(path);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Lone Worker Emergency');
  await expect(other.getByText('No one has this yet')).toBeVisible();
  await expect(other.getByText('39.7565, -104.9994')).toBeVisible();
  // Opening the page has changed nothing.
  await expect(boardRow(board)).toContainText('No one has acknowledged it');

  await other.getByLabel('Minutes until I am there').fill('10');
  await other.getByRole('button', { name: 'I have it' }).click();
  await expect(other.getByText(/^You have this, expected at /)).toBeVisible();
  await expect(who).toContainText(new RegExp(String.raw`Tess Miller has it, arriving about ${TIME}`));
  await expect(boardRow(board)).toContainText(/Tess Miller has it, ETA/);

  await other.getByRole('button', { name: 'I have arrived' }).click();
  await expect(who).toContainText('Arrived');
  await other.getByText('It is over').click();
  await other.getByLabel('What happened').selectOption('helped');
  await other.getByRole('textbox', { name: 'Note' }).fill('Ana is with us.');
  await other.getByRole('button', { name: 'Close the incident' }).click();
  await expect(other.getByText(/^Closed at .*: the person was helped$/)).toBeVisible();
  await expect(who).toContainText('Closed');
  await expect(boardRow(board)).toHaveCount(0);
  for (const page of [phone.page, board]) expect(await isMarked(page)).toBe(true);
  await context.close();
});

test('The page behind a link is accessible, on a small screen and in the dark @nightly', async ({
  server,
  smtp,
  team,
  browser,
}) => {
  await (await createPhone(server, team)).press(5, { lat: 52.52, lng: 13.405 });
  const [email] = await waitForEmails(smtp, team.email);
  const path = /\/respond\/[\w-]{22}/.exec(email?.text ?? '')?.[0] ?? '';
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: 320, height: 640 };
    const context = await browser.newContext({ baseURL: server.url, colorScheme, viewport });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'I have it' })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary}`)).toEqual([]);
    expect(await measureOverflow(page)).toBe(0);
    await context.close();
  }
});
