import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { plannedEmail } from '@callpoint/server/testing/outbox';
import { Clicks } from '../support/clicks.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { createAppUser, generateEmail, type TestAccount, type TestAppUser } from '../support/people.ts';
import { openPage, waitForEditors, waitForPage } from '../support/page-actions.ts';
import { EMAIL, SCREEN, settingCard, SMS, textField } from '../support/setting-cards.ts';
import type { Server } from '../support/server.ts';
import { saveSetting } from '../support/settings.ts';
import { expect, test } from '../support/test.ts';

/** Everyday tasks take few clicks, counted from the first page after the login. */

const START = ['app_main_page', 'App Dashboard Settings'] as const;

/** Noon of a day before today, in the browser's zone (Central European Time). */
function daysAgo(days: number): Date {
  const noon = new Date();
  noon.setUTCHours(11, 0, 0, 0);
  return new Date(noon.getTime() - days * 86_400_000);
}

async function storePress(
  server: Server,
  team: TestAccount,
  user: TestAppUser,
  at: Date,
  messages: Parameters<typeof buildSubmission>[1] = {},
): Promise<number> {
  return await server.withDatabase(async (db) => {
    const press = buildSubmission(
      { ...user, team_id: team.user.id },
      { item: { kind: 'button', id: 2 }, ...messages },
    );
    const [stored] = await storeSubmissions(db, [press], at);
    return stored?.id ?? 0;
  });
}

test('A failed message is found and resent in four clicks', async ({
  teamPage: page,
  server,
  team,
  smtp,
}) => {
  const address = generateEmail('safety');
  const ana = await createAppUser(server, team);
  const press = await storePress(server, team, ana, daysAgo(0), {
    messages: [{ ...plannedEmail(), address }],
  });
  await server.withDatabase((db) =>
    db.updateTable('delivery').set({ state: 'failed' }).where('button_click_id', '=', press).execute(),
  );
  await openPage(page, ...START);
  const clicks = new Clicks();
  await clicks.openFromMenu(page, 'Deliveries');
  await waitForPage(page, 'Deliveries');
  await clicks.click(page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }));
  await clicks.click(page.getByRole('button', { name: `Resend: ${address}` }));
  await clicks.click(page.getByRole('dialog').getByRole('button', { name: 'Resend' }));
  clicks.expectAtMost(4);
  await waitForEmails(smtp, address, 1);
});

test('A user is found by a part of the phone number and blocked in three clicks @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team, { name: 'Ana Flores', phone: '+1 (202) 555-0147' });
  await openPage(page, ...START);
  const clicks = new Clicks();
  await clicks.click(page.getByRole('button', { name: /^Search/ }));
  await page.getByRole('combobox', { name: 'Search' }).fill('555 0147');
  await expect(page.getByRole('option', { name: /^Ana Flores/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/app/users/edit/${ana.id}`);
  await clicks.click(page.getByRole('button', { name: 'Block', exact: true }));
  await clicks.click(page.getByRole('dialog').getByRole('button', { name: 'Block' }));
  clicks.expectAtMost(3);
  const message = page.getByRole('status').filter({ hasText: 'Ana Flores is blocked.' });
  await expect(message).toBeVisible();
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Ana Flores is unblocked. They must log in to the app again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeFocused();
});

test('A user is blocked from the list in three clicks @nightly', async ({ teamPage: page, server, team }) => {
  await createAppUser(server, team, { name: 'Ana Flores' });
  await openPage(page, ...START);
  const clicks = new Clicks();
  await clicks.openFromMenu(page, 'Users');
  await clicks.click(page.getByRole('button', { name: 'Block Ana Flores' }));
  await clicks.click(page.getByRole('dialog').getByRole('button', { name: 'Block' }));
  clicks.expectAtMost(3);
  await expect(page.getByRole('button', { name: 'Unblock Ana Flores' })).toBeVisible();
});

test('All records of last month are exported in three clicks @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const now = new Date();
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, 12));
  await storePress(server, team, ana, lastMonth);
  await storePress(server, team, ana, lastMonth, { item: { kind: 'form', id: 3 }, message: 'Gloves' });
  await storePress(server, team, ana, now);
  await openPage(page, ...START);
  const clicks = new Clicks();
  await clicks.openFromMenu(page, 'All records');
  await waitForPage(page, 'All records');
  await clicks.click(page.getByRole('button', { name: 'Last month' }));
  const table = page.getByRole('table', { name: 'All records' });
  await expect(table.getByRole('row')).toHaveCount(3);
  const downloading = page.waitForEvent('download');
  await clicks.click(page.getByRole('button', { name: 'Export CSV' }));
  clicks.expectAtMost(3);
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',')[0] ?? '')
      .toSorted(),
  ).toEqual(['Button', 'Form']);
});

test('One person’s records of yesterday are shown in three clicks @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team, { name: 'Ana Flores' });
  const ben = await createAppUser(server, team, { name: 'Ben Hur' });
  for (const [user, days] of [
    [ana, 1],
    [ana, 0],
    [ben, 1],
    [ana, 3],
  ] as const)
    await storePress(server, team, user, daysAgo(days));
  await openPage(page, ...START);
  const clicks = new Clicks();
  await clicks.openFromMenu(page, 'Users');
  await clicks.click(page.getByRole('link', { name: 'Records of Ana Flores' }));
  await waitForPage(page, 'All records');
  await clicks.click(page.getByRole('button', { name: 'Yesterday' }));
  clicks.expectAtMost(3);
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Person: Ana Flores');
  const rows = page.getByRole('table', { name: 'All records' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Ana Flores');
});

test('An administrator sees in one click which subscribers notify no one @nightly', async ({
  adminPage: page,
}) => {
  await openPage(page, 'subscribers', 'Subscribers');
  const clicks = new Clicks();
  await clicks.openFromMenu(page, 'Overview');
  await waitForPage(page, 'Overview');
  clicks.expectAtMost(1);
  const reach = page.getByRole('region', { name: 'If someone pressed now' });
  await expect(reach.getByRole('link', { name: /^No one: \d+$/ })).toBeVisible();
});

/** Opens the settings of Lone Worker Emergency from the menu. */
async function openSettings(page: Page, clicks: Clicks): Promise<void> {
  const section = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('list', { name: 'Customization' });
  await clicks.click(section.getByRole('link', { name: 'Lone Worker Emergency' }));
  await waitForPage(page, 'Lone Worker Emergency');
}

test('Who would be notified is shown after one click @nightly', async ({ teamPage: page, team }) => {
  await openPage(page, ...START);
  const clicks = new Clicks();
  await openSettings(page, clicks);
  clicks.expectAtMost(1);
  const who = page.getByRole('region', { name: 'Who would be notified' });
  const steps = (role: string) => who.getByRole('list', { name: role }).getByRole('listitem');
  await expect(steps('Safety team')).toHaveText([`Email 1 of 1 ${team.email}`, 'SMS Held +1 202 555 0100']);
  await expect(steps('App user')).toHaveText([
    'Email Yes At their own address',
    /^SMS No Turned off here$/,
    /^On screen Shown /,
  ]);
});

test('Who gets an SMS is changed in four clicks @nightly', async ({ teamPage: page }) => {
  await openPage(page, ...START);
  const clicks = new Clicks();
  await openSettings(page, clicks);
  const who = page.getByRole('region', { name: 'Who would be notified' });
  await clicks.click(who.getByRole('list', { name: 'Safety team' }).getByRole('button', { name: /^SMS/ }));
  const sms = settingCard(page, SMS);
  const recipients = textField(sms, 'Safety team members who get the SMS');
  await expect(recipients).toBeFocused();
  await page.keyboard.type('+12025550188,');
  await clicks.click(sms.getByRole('button', { name: 'Remove +1 202 555 0100' }));
  await expect(recipients).toBeFocused();
  await clicks.click(sms.getByRole('button', { name: 'Save 1 change' }));
  clicks.expectAtMost(4);
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await page.reload();
  const chips = sms.getByRole('list', { name: 'Safety team members who get the SMS' }).getByRole('listitem');
  await expect(chips).toHaveText(['+1 202 555 0188']);
});

test('A text is changed in three clicks, with its preview for a person of the team @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await createAppUser(server, team, { name: 'Ben Hale' });
  await openPage(page, ...START);
  const clicks = new Clicks();
  await openSettings(page, clicks);
  await waitForEditors(page);
  const who = page.getByRole('region', { name: 'Who would be notified' });
  await clicks.click(who.getByRole('list', { name: 'App user' }).getByRole('button', { name: /^On screen/ }));
  const screen = settingCard(page, SCREEN);
  const field = textField(screen, 'Message on the user’s screen');
  await expect(field).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Help comes, {{NAME}}.');
  const preview = screen.getByRole('complementary', { name: 'What the phone shows' });
  await expect(preview).toContainText('Help comes, Ana Flores.');
  await clicks.click(screen.getByRole('button', { name: 'Save 1 change' }));
  clicks.expectAtMost(3);
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await preview.getByRole('combobox', { name: 'Filled in for' }).selectOption('Ben Hale');
  await expect(preview).toContainText('Help comes, Ben Hale.');
  // The other previews are for the same person.
  const email = settingCard(page, EMAIL).getByRole('complementary');
  await expect(
    email.getByRole('combobox', { name: 'Filled in for' }).getByRole('option', { selected: true }),
  ).toHaveText('Ben Hale');
});

test('A saved text is restored in three clicks @nightly', async ({ teamPage: page, server, team }) => {
  const before = await saveSetting(server, team, 'msg_to_show_on_screen_5', 'A mistake.');
  await openPage(page, ...START);
  const clicks = new Clicks();
  await openSettings(page, clicks);
  const screen = settingCard(page, SCREEN);
  await clicks.click(screen.getByRole('button', { name: 'History' }));
  const history = page.getByRole('dialog', { name: `History: ${SCREEN}` });
  await clicks.click(history.getByRole('button', { name: /value before these changes/ }));
  clicks.expectAtMost(3);
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await waitForEditors(page);
  await expect(textField(screen, 'Message on the user’s screen')).toHaveText(before, { useInnerText: true });
});
