import { expectAccessible } from '../support/axe.ts';
import { createAppUser, PASSWORD } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { chooseAction, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** What was deleted by mistake can be restored for 30 days. */

test('A deleted record disappears from its list, and is restored from Recently deleted', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  const id = (await phone.press(2)).body.data?.id ?? 0;

  await page.goto(`/app/button_data/2/${id}`);
  await waitForPage(page, `Record ${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this record?' });
  await expect(question).toContainText('You can restore it for 30 days under Recently deleted.');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(`^${id}\\b`) })).toHaveCount(0);

  await page.goto('/app/recently-deleted');
  await waitForPage(page, 'Recently deleted');
  const title = `Report an Incident/Accident, ${ana.name}`;
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('Record');
  // When it was pressed, and who deleted it.
  const shown =
    /Accident, .+[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d:\d\d [AP]M\s*Record.* [AP]M\s*by Tess Miller/s;
  await expect(row).toHaveText(shown, { useInnerText: true });
  // Only the restoration of a user has an effect that needs a confirmation.
  await page.getByRole('button', { name: `Restore ${title}` }).click();
  await expect(page.getByText(/ is restored\.$/)).toBeVisible();
  await expect(page.getByText('Nothing was deleted in the last 30 days')).toBeVisible();
  // A subscriber has no plans.
  await expect(page.getByText('Deleted records and users appear here.')).toBeVisible();
  // Also if the button was the first control that someone used on the page.
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.goto(`/app/button_data/2/${id}`);
  await waitForPage(page, `Record ${id}`);
  await expect(page.getByText(ana.name).first()).toBeVisible();
});

test('A deleted user cannot log in on the phone; their page shows that they are not part of the team @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  await page.goto('/app/users');
  await page
    .getByRole('link', { name: new RegExp(`Edit ${ana.name}|${ana.name}`) })
    .first()
    .click();
  await waitForPage(page, 'Update User');
  const address = page.url();
  await page.getByRole('button', { name: 'Delete user' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
  await waitForPage(page, 'Users');
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible();
  await expect(page.getByText(ana.email)).toHaveCount(0);
  const signIn = async () => (await new Phone(server.url).logIn(ana.email, PASSWORD)).status;
  expect(await signIn()).toBe(401);
  await page.goto(address);
  await expect(page.getByText('User not part of the team. Can not edit.', { exact: true })).toBeVisible();

  await page.goto('/app/recently-deleted');
  await page.getByRole('button', { name: `Restore ${ana.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(`${ana.name} is restored.`)).toBeVisible();
  expect(await signIn()).toBe(200);
});

test('Selected items are restored together; the one that cannot be restored shows why at its row @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  await createAppUser(server, team, { name: 'Bo Berg' });
  await page.goto('/app/users');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 users deleted.' })).toBeVisible();
  // Someone else gets the address.
  await createAppUser(server, team, { email: ana.email, name: 'Eve Ender' });

  await page.goto('/app/recently-deleted');
  await waitForPage(page, 'Recently deleted');
  const rows = page.getByRole('table', { name: 'Deleted items' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Restore' }).click();
  const question = page.getByRole('dialog', { name: 'Restore these 2 items?' });
  await expect(question).toContainText('Users can log in again on the phone');
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('alert').getByText('1 restored, 1 failed.')).toBeVisible();
  const why = 'Another user has this email address now. Change that user first.';
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(ana.name);
  await expect(rows.nth(2)).toHaveText(why);
  await expect(page.getByRole('checkbox', { name: `Select ${ana.name}` })).toHaveAccessibleDescription(why);
  await expectAccessible(page);
  await page.goto('/app/users');
  await expect(page.getByRole('table', { name: 'App users' })).toContainText('Bo Berg');
});

test('A restoration that is rejected is explained at its row @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.expectResponse(409, '/tapi/v1/restore/deleted');
  const ana = await createAppUser(server, team);
  await page.goto('/app/users');
  await chooseAction(page, ana.name, 'Delete user');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible();
  // Someone with the same address was added meanwhile.
  await createAppUser(server, team, { email: ana.email });

  await page.goto('/app/recently-deleted');
  await page.getByRole('button', { name: `Restore ${ana.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  const note = page.getByRole('table').getByRole('alert');
  await expect(note).toContainText('Not restored');
  await expect(note).toContainText('Another user has this email address now. Change that user first.');
  await expect(page.getByRole('row').filter({ hasText: ana.name }).first()).toBeVisible();
});
