import { readFile } from 'node:fs/promises';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { createAppUser, createTeam, type TestAccount, type TestAppUser } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForUrl, chooseAction, waitForPage } from '../support/page-actions.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** Stores presses of Report an Incident/Accident, one minute apart, the last at noon UTC on 20 November 2026. */
async function storePastPresses(
  server: Server,
  team: TestAccount,
  user: TestAppUser,
  count: number,
): Promise<void> {
  await server.withDatabase(async (db) => {
    for (let minutes = count - 1; minutes >= 0; minutes -= 1) {
      const press = buildSubmission(
        { id: user.id, team_id: team.user.id },
        { item: { kind: 'button', id: 2 }, location: { lat: 52 + minutes / 100, lng: 13 } },
      );
      await storeSubmissions(db, [press], new Date(Date.UTC(2026, 10, 20, 12, -minutes)));
    }
  });
}

async function logInPhone(server: Server, user: TestAppUser): Promise<Phone> {
  const phone = new Phone(server.url);
  await phone.logIn(user.email, user.password);
  return phone;
}

test('A button without presses shows that there are no records; an unknown button is not found @nightly', async ({
  teamPage: page,
}) => {
  for (const [id, title] of [
    [1, 'OSHA On-Site'],
    [2, 'Report an Incident/Accident'],
    [4, 'Report a Safety Complaint'],
    [5, 'Lone Worker Emergency'],
  ] as const) {
    await page.goto(`/app/button_data/${id}`);
    await waitForPage(page, title);
    await expect(page.getByText('No records yet')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Check who is notified' }).click();
  await expect(page).toHaveURL('/app/button_press_settings/5');
  await page.goto('/app/button_data/3');
  await waitForPage(page, 'Not Found');
});

test('Many presses are listed newest first with time and location, and can be paged, sorted and deleted', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  await storePastPresses(server, team, ana, 45);
  const other = await createTeam(server);
  await (await logInPhone(server, await createAppUser(server, other, { name: 'Somebody Else' }))).press(2);

  await page.goto('/app/button_data/2');
  const table = page.getByRole('table', { name: 'Report an Incident/Accident' });
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(21);
  await expect(table.getByRole('columnheader')).toHaveText([
    '',
    'Submission Id',
    'Date and Time of Notification CET/CEST',
    'Location',
    'Name',
    'Email',
    'Phone',
    'Messages',
    'Actions',
  ]);
  await expect(rows.nth(1)).toContainText('Nov 20, 2026, 1:00:00 PM');
  await expect(rows.nth(1).getByRole('link', { name: '52, 13' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=52,13',
  );
  await expect(page.getByText('Somebody Else')).toHaveCount(0);

  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText('Page 1 of 3');
  await pages.getByRole('button', { name: 'Page 3' }).click();
  await expect(page).toHaveURL('/app/button_data/2?page=3');
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(5)).toContainText('Nov 20, 2026, 12:16:00 PM');

  await table.getByRole('button', { name: 'Date and Time of Notification' }).click();
  await waitForUrl(page, '/app/button_data/2', { sort: 'created_at' });
  await table.getByRole('button', { name: 'Date and Time of Notification' }).click();
  await waitForUrl(page, '/app/button_data/2', { sort: 'created_at', order: 'asc' });
  await expect(rows.nth(1)).toContainText('12:16:00');
  for (const fixed of ['Location', 'Name', 'Email', 'Phone']) {
    await expect(table.getByRole('columnheader', { name: fixed }).getByRole('button')).toHaveCount(0);
  }

  const first = rows.nth(1);
  await first.getByRole('button', { name: /^Actions for record/ }).click();
  await page.getByRole('menuitem', { name: 'Delete Item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this record?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(first).toContainText('12:16:00');
  await first.getByRole('button', { name: /^Actions for record/ }).click();
  await page.getByRole('menuitem', { name: 'Delete Item' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible();
  await expect(rows.nth(1)).toContainText('12:17:00');
});

test('Records received while reading appear on request; a press without a location shows that @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await logInPhone(server, await createAppUser(server, team));
  await phone.press(5, { lat: 52.52, lng: 13.405 });
  await page.goto('/app/button_data/5');
  const rows = page.getByRole('table', { name: 'Lone Worker Emergency' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await phone.press(5);
  const showNew = page.getByRole('button', { name: 'Show 1 new' });
  await expect(showNew).toBeVisible();
  await expect(rows).toHaveCount(2);
  await showNew.click();
  await expect(rows).toHaveCount(3);
  await expect(showNew).toHaveCount(0);
  await expect(rows.nth(1)).toContainText('No location');
  await expect(rows.nth(2)).toContainText('52.52, 13.405');

  await phone.press(5);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows).toHaveCount(4);
});

test('Deleting a record that was already deleted shows the server’s error @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.expectResponse(404, '/tapi/v1/delete/button_click');
  const ana = await createAppUser(server, team);
  const { body } = await (await logInPhone(server, ana)).press(1);
  await page.goto('/app/button_data/1');
  await expect(page.getByRole('row', { name: 'Ana Flores' })).toBeVisible();
  // Someone else on the team deletes it first.
  await server.withDatabase((db) =>
    db
      .deleteFrom('button_click')
      .where('id', '=', body.data?.id ?? 0)
      .execute(),
  );
  await chooseAction(page, `record ${body.data?.id}`, 'Delete Item');
  const deleting = page.waitForResponse('**/delete/button_click');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const { msg } = (await (await deleting).json()) as { msg: string };
  await expect(page.getByRole('alert').getByText(msg, { exact: true })).toBeVisible();
});

test('The company, message and type of a form are shown as plain text, never as markup', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await logInPhone(server, await createAppUser(server, team));
  await phone.submitForm(3, {
    message: 'Ten pairs <b>please</b>',
    company: 'Orchard & Sons',
    type: 'Gloves',
    location: { lat: 52.52, lng: 13.405 },
  });
  await phone.submitForm(1, { message: 'Is a helmet needed?' });

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/app/form_data/3');
  await waitForPage(page, 'Need a Safety Product');
  const table = page.getByRole('table', { name: 'Need a Safety Product' });
  await expect(table.getByRole('columnheader')).toHaveText([
    '',
    'Id',
    'Date and Time CET/CEST',
    'Location',
    'Name',
    'Email',
    'Phone',
    'Company',
    'Message',
    'Type',
    'Messages',
    'Actions',
  ]);
  const row = table.getByRole('row').nth(1);
  await expect(row).toContainText('Ten pairs <b>please</b>');
  // On a laptop, who it was and the number to call are complete; other texts end with an ellipsis.
  for (const cell of [row.getByRole('cell').nth(4), row.getByRole('cell').nth(6)])
    await expect.poll(() => cell.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expect(row.getByRole('cell', { name: 'Orchard & Sons' })).toBeVisible();
  await expect(row.getByRole('cell', { name: 'Gloves' })).toBeVisible();

  await page.goto('/app/form_data/1');
  await waitForPage(page, 'Ask a Safety Question');
  const questions = page.getByRole('table', { name: 'Ask a Safety Question' });
  await expect(questions.getByRole('columnheader', { name: 'Images' })).toBeVisible();
  await expect(questions.getByRole('row').nth(1)).toContainText('Is a helmet needed?');
  await page.getByRole('button', { name: /^Actions for record/ }).click();
  await page.getByRole('menuitem', { name: 'Delete Item' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No records yet')).toBeVisible();

  await page.goto('/app/form_data/2');
  await waitForPage(page, 'Request Safety Consultation');
  await expect(page.getByText('No records yet')).toBeVisible();
  await page.goto('/app/form_data/4');
  await waitForPage(page, 'Not Found');
});

test('Columns can be hidden by keyboard and stay hidden; dates filter the list and its export', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const ana = await createAppUser(server, team);
  await storePastPresses(server, team, ana, 2);
  await page.goto('/app/button_data/2');
  const table = page.getByRole('table', { name: 'Report an Incident/Accident' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Columns' }).focus();
  await page.keyboard.press('Enter');
  const email = page.getByRole('menuitemcheckbox', { name: 'Email' });
  await expect(email).toBeChecked();
  await page.keyboard.press('E');
  await page.keyboard.press('Enter');
  await expect(email).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  await expect(table.getByRole('columnheader', { name: 'Email' })).toHaveCount(0);
  await page.reload();
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('columnheader', { name: 'Email' })).toHaveCount(0);

  await page.getByLabel('From').fill('2026-11-21');
  await waitForUrl(page, '/app/button_data/2', { from: '2026-11-21' });
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(page.getByText('No records from Nov 21, 2026.')).toBeVisible();
  await page.goBack();
  await page.getByLabel('Until').fill('2026-11-20');
  await expect(table.getByRole('row')).toHaveCount(3);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^report-an-incident-accident-\d{8}-\d{6}\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('2026-11-20T12:00:00.000Z,2026-11-20 13:00:00,52,13,');
  await expect(page.getByText(/^Exported as report-an-incident-accident/)).toBeVisible();

  await page.route('**/export/button_click*', (route) => route.abort());
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('alert').getByText('The file could not be created.')).toBeVisible();
});
