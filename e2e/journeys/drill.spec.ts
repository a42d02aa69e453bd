import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { openPage } from '../support/page-actions.ts';
import { createAppUser, createAppUsers } from '../support/people.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { createPhone } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

/** A drill sends the messages of a real press, and says so everywhere. */

test('A drill shows who is messaged before it starts, carries the word DRILL, and its response time is listed', async ({
  teamPage: page,
  server,
  team,
  smtp,
}) => {
  await createAppUser(server, team);
  await openPage(page, 'incidents', 'Incidents');
  const drills = page.getByRole('region', { name: 'Drills' });
  await expect(drills.getByText('Never drilled')).toHaveCount(4);
  await drills.getByRole('button', { name: 'Start a drill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a drill' });
  await expect(dialog.getByLabel('Button')).toHaveValue('5');
  await expect(dialog.getByRole('listitem').filter({ hasText: team.email })).toContainText(
    'Email · Safety team',
  );
  await expect(
    dialog.getByText('Only people who agreed are called, and not in the quiet hours.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Start drill' }).click();

  await expect(page.getByRole('heading', { level: 1, name: /^Incident \d+$/ })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('DRILL', { exact: true })).toBeVisible();
  await expect(main.getByText('DRILL: Lone Worker Emergency').first()).toBeVisible();
  const emails = await waitForEmails(smtp, team.email);
  expect(emails.every(({ subject }) => subject.startsWith('DRILL'))).toBe(true);
  await page.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByRole('region', { name: 'Acknowledged' }).getByText(/ has it$/)).toBeVisible();
  await page.getByRole('button', { name: 'Close incident' }).click();
  const close = page.getByRole('dialog');
  await close.getByRole('radio', { name: 'Drill' }).check();
  await close.getByRole('button', { name: 'Close incident' }).click();
  await expect(main.getByText('Closed: drill', { exact: true })).toBeVisible();

  await openPage(page, 'incidents?open=all', 'Incidents');
  await expect(drills.getByText('Last drilled today')).toBeVisible();
  await expect(drills.getByText(/^Acknowledged after \d+ s$/)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Ana Flores' })).toContainText(
    'DRILL: Lone Worker Emergency',
  );
});

test('Any active app user can press in a drill, found by typing, by keyboard @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const zoe = await createAppUser(server, team, { name: 'Zoe Adler' });
  await createAppUser(server, team, { name: 'Zoe Blocked' });
  await createAppUsers(server, team, 230);
  await server.withDatabase((db) =>
    db.updateTable('app_user').set({ status: 0 }).where('name', '=', 'Zoe Blocked').execute(),
  );
  await openPage(page, 'incidents', 'Incidents');
  await page.getByRole('button', { name: 'Start a drill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a drill' });
  const field = dialog.getByRole('combobox', { name: 'App user who presses' });
  const list = dialog.getByRole('listbox', { name: 'App user who presses' });
  await expect(field).toHaveValue('Worker 001');
  await expect(dialog.getByText('20 of 231 app users are listed. Type to find the others.')).toBeVisible();
  await field.click();
  await expect(list.getByRole('option')).toHaveCount(20);
  await expectAccessible(page);
  await field.fill('nobody');
  await expect(dialog.getByText('No app user matches')).toBeVisible();
  // Escape closes the list, not the dialog.
  await field.press('Escape');
  await expect(field).toHaveValue('Worker 001');
  await field.fill('zoe');
  await expect(list.getByRole('option')).toHaveText(['Zoe Adler']);
  await field.press('Enter');
  await expect(field).toHaveValue('Zoe Adler');
  await dialog.getByRole('button', { name: 'Start drill' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Incident \d+$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Person and place' })).toContainText(zoe.email);
});

test('A drill cannot be started before its recipients are shown', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  await createAppUser(server, team);
  const preview = '/tapi/v1/preview/submission';
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(`**${preview}`, async (route) => {
    await held;
    await route.fulfill({ status: 500, body: 'broken' });
  });
  monitor.allowResponse(500, preview);
  await openPage(page, 'incidents', 'Incidents');
  await page.getByRole('button', { name: 'Start a drill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a drill' });
  const start = dialog.getByRole('button', { name: 'Start drill' });
  await expect(dialog.getByText('Loading the recipients')).toBeVisible();
  await expect(start).toBeDisabled();
  respond();
  await expect(dialog.getByText('The recipients could not be loaded.')).toBeVisible();
  await expect(start).toBeDisabled();
  await page.unroute(`**${preview}`);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText(team.email)).toBeVisible();
  await expect(start).toBeEnabled();
});

test('A drill is neither red nor counted as an emergency', async ({ teamPage: page, server, team }) => {
  const phone = await createPhone(server, team, 'Ben Hale');
  const { id } = await createAppUser(server, team);
  const body = { button_id: 5, app_user_id: id };
  await callOrThrow(server.url, '/tapi/v1/drill', { token: team.token, body });
  const bar = page.getByRole('region', { name: 'Open emergencies' });
  await openPage(page, 'users', 'Users');
  await expect(bar).toContainText('DRILL: Lone Worker Emergency');
  await expect(bar).toContainText('Not acknowledged');
  await expect(bar).toHaveAttribute('data-calm', 'true');
  await expectAccessible(page);

  // The mark of a small screen counts the real one alone.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: /^Open alarms/ })).toHaveCount(0);
  await phone.press(5);
  await expect(bar.getByRole('listitem')).toHaveCount(1);
  await expect(bar.getByRole('listitem')).toContainText('Ben Hale');
  await expect(page.getByRole('button', { name: 'Open alarms: 1' })).toBeVisible();
  // Below it, the drill takes one line, which still says that it is one.
  await expect(bar.getByText('DRILL: Lone Worker Emergency')).toBeVisible();
  await expect(bar.getByRole('link', { name: /^Call Ana Flores/ })).toHaveCount(0);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/app/board');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'DRILL' })).toHaveAttribute(
    'data-tone',
    'drill',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Ana Flores, open incident/ }).click();
  const band = page.getByRole('region', { name: 'Not acknowledged', exact: true });
  await expect(band).toHaveAttribute('data-tone', 'drill');
  await expect(band).toContainText('DRILL');
  await expectAccessible(page);
});
