import { openPage, waitForEditors, waitForPage } from '../support/page-actions.ts';
import { chooseRole, EMAIL, SCREEN, settingCard, textField } from '../support/setting-cards.ts';
import { expect, test } from '../support/test.ts';

/** A saved mistake can be seen and reverted. */

test('A saved text shows its changed words in the history, and the earlier text is restored with two clicks', async ({
  teamPage: page,
}) => {
  await page.goto('/app/button_press_settings/5');
  await waitForEditors(page);
  const screen = settingCard(page, SCREEN);
  const field = textField(screen, 'Message on the user’s screen');
  const before = await field.innerText();
  await field.fill(`${before} Stay put.`);
  await screen.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

  await screen.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: `History: ${SCREEN}` });
  await expect(history.getByRole('insertion').first()).toContainText('Stay put');
  await expect(history.getByText('Current version')).toBeVisible();
  // Restoring removes it.
  await expect(history.getByRole('deletion').first()).toContainText('Stay put');
  await history.getByRole('button', { name: /value before these changes/ }).click();
  await expect(history).toHaveCount(0);
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await expect(field).toHaveText(before);
  await expect(screen.getByRole('button', { name: 'History' })).toBeFocused();

  await page.reload();
  await waitForEditors(page);
  await expect(field).toHaveText(before);
  // The restored version is the current one; the older one has the same text.
  await screen.getByRole('button', { name: 'History' }).click();
  await expect(history.getByText('Same as current')).toBeVisible();
  await expect(history.getByText('Current version')).toHaveCount(1);
});

test('The history names who changed a choice, and restores the default @nightly', async ({
  teamPage: page,
  team,
}) => {
  await page.goto('/app/button_press_settings/2');
  await waitForEditors(page);
  const email = settingCard(page, EMAIL);
  await chooseRole(email, 'App user');
  await email.getByLabel('Notify the user by email').selectOption('No');
  await email.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(email.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await email.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: `History: ${EMAIL}` });
  await expect(history.getByText('Changed from “Yes” to “No”').first()).toBeVisible();
  await expect(history.getByText(`by ${team.user.first_name} ${team.user.last_name}`)).toBeVisible();
  await history.getByRole('combobox', { name: 'Field' }).selectOption('Notify the user by email');
  await history.getByRole('button', { name: 'Restore the default: Notify the user by email' }).click();
  await expect(history).toHaveCount(0);
  await expect(email.getByLabel('Notify the user by email')).toHaveValue('yes');
});

test('Safety contacts are added, moved, removed and restored with the keyboard’s focus in place @nightly', async ({
  teamPage: page,
}) => {
  await openPage(page, 'safety-contacts', 'Safety Contacts For App Users');
  const part = (name: string, number: number) =>
    page.getByRole('textbox', { name: `${name} of Safety Person #${number}` });
  const row = (number: number) =>
    page.getByRole('rowgroup', { name: `Safety Person #${number}`, exact: true });
  const saved = page.getByRole('status').getByText('Update Successfully.', { exact: true });
  for (const [number, name] of [
    [1, 'Ann'],
    [2, 'Bo'],
  ] as const) {
    await part('Name', number).fill(name);
    await part('Phone', number).fill(`+1202555014${number}`);
    await row(number).getByRole('button', { name: 'Save' }).click();
    await expect(row(number).getByRole('button', { name: 'Save' })).toBeDisabled();
  }
  await expect(page.getByText('2 people to call. People without a phone number do not count.')).toBeVisible();

  await page.getByRole('button', { name: 'Add a person' }).click();
  await expect(part('Name', 4)).toBeFocused();
  await part('Name', 4).fill('Cy');
  await part('Phone', 4).fill('+12025550144');
  await expect(page.getByRole('button', { name: 'Move down: Safety Person #1' })).toBeDisabled();
  await row(4).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('3 people to call. People without a phone number do not count.')).toBeVisible();

  await page.getByRole('button', { name: 'Move down: Safety Person #1' }).click();
  await expect(part('Name', 1)).toHaveValue('Bo');
  await expect(part('Name', 2)).toHaveValue('Ann');
  await expect(page.getByRole('button', { name: 'Move down: Safety Person #2' })).toBeFocused();

  await page.getByRole('button', { name: 'Remove: Safety Person #1' }).click();
  await page.getByRole('dialog', { name: 'Remove Bo?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(part('Name', 1)).toHaveValue('Ann');
  await expect(page.getByRole('button', { name: 'Remove: Safety Person #1' })).toBeFocused();
  await expect(page.getByText('2 people to call. People without a phone number do not count.')).toBeVisible();

  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History: Safety Contacts For App Users' });
  await expect(history.getByText('Removed Bo')).toBeVisible();
  await history.getByRole('button', { name: 'Restore:' }).first().click();
  await expect(history).toHaveCount(0);
  await expect(saved).toBeVisible();
  await expect(part('Name', 1)).toHaveValue('Bo');
  await page.reload();
  await expect(part('Name', 2)).toHaveValue('Ann');
});

test('A person who could not be moved, removed or restored shows why at their row @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  await openPage(page, 'safety-contacts', 'Safety Contacts For App Users');
  const row = (number: number) =>
    page.getByRole('rowgroup', { name: `Safety Person #${number}`, exact: true });
  await page.getByRole('textbox', { name: 'Name of Safety Person #1' }).fill('Ann');
  await page.getByRole('textbox', { name: 'Phone of Safety Person #1' }).fill('+12025550141');
  await row(1).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 person to call. People without a phone number do not count.')).toBeVisible();

  const saving = '**/tapi/v1/update/settings';
  await page.route(saving, (route) => route.abort('internetdisconnected'));
  const down = page.getByRole('button', { name: 'Move down: Safety Person #1' });
  await down.click();
  await expect(row(1).getByRole('alert')).toContainText('Not saved');
  await expect(row(1).getByRole('alert')).not.toContainText('Your change is kept.');
  await expect(row(2).getByRole('alert')).toHaveCount(0);
  await expect(down).toBeFocused();
  await page.getByRole('button', { name: 'Remove: Safety Person #2' }).click();
  await expect(row(2).getByRole('alert')).toContainText('Not saved');
  await expect(row(1).getByRole('alert')).toHaveCount(0);

  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History: Safety Contacts For App Users' });
  const original = history
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Restore' }) });
  await original.first().getByRole('button', { name: 'Restore' }).click();
  await expect(original.first().getByRole('alert')).toContainText('Not restored:');
  await history.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.unroute(saving);
  await page.getByRole('button', { name: 'Remove: Safety Person #2' }).click();
  await expect(page.getByRole('status').getByText('Update Successfully.', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved' })).toHaveCount(0);
});

test('The configuration shows the safety contacts, with a link to their page @nightly', async ({
  adminPage: page,
}) => {
  await openPage(page, 'configuration', 'Configuration');
  const contacts = page.getByRole('rowgroup', { name: 'Safety contacts' });
  await expect(contacts.getByRole('link', { name: 'Edit the safety contacts' })).toBeVisible();
  await contacts.getByRole('link').click();
  await waitForPage(page, 'Safety Contacts For App Users');
});
