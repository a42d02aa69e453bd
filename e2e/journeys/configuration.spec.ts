import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { logInAdmin, createAppUser, createTeam } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForPage } from '../support/page-actions.ts';
import { setRecipients } from '../support/setting-cards.ts';
import { expect, test } from '../support/test.ts';

// These changes apply to the entire platform.
test.use({ serverOptions: {} });

test('Each value is saved separately, each invalid part is named, and a key is never shown in full', async ({
  adminPage: page,
  server,
  monitor,
}) => {
  await page.goto('/app/configuration');
  await waitForPage(page, 'Configuration');
  const done = page.getByRole('status').getByText('Updated Successfully.', { exact: true });
  const emails = page.getByRole('rowgroup', { name: 'Email addresses of the safety consultancy' });
  const numbers = page.getByRole('rowgroup', { name: 'Phone numbers of the safety consultancy' });
  const secret = page.getByRole('rowgroup', { name: 'Secret key of the payment provider' });
  const fillEmails = (list: string) =>
    setRecipients(emails, 'Email addresses of the safety consultancy', list);
  const fillNumbers = (list: string) =>
    setRecipients(numbers, 'Phone numbers of the safety consultancy', list);
  const chips = emails
    .getByRole('list', { name: 'Email addresses of the safety consultancy' })
    .getByRole('listitem');
  const table = page.getByRole('table', { name: 'Configuration' });
  await expect(table.getByRole('columnheader')).toHaveText(['Setting', 'Value', 'Actions']);
  await expect(table.getByRole('rowheader')).toHaveText([
    'Email addresses of the safety consultancy',
    'Phone numbers of the safety consultancy',
    'Secret key of the payment provider',
    'Publishable key of the payment provider',
    'Grace period for an overdue payment, in days',
    'Safety contacts',
    'Email addresses for the contact form',
    'Terms and conditions',
    'Privacy notice',
    'Emergency number',
    'Emails a day to external recipients',
    'SMS a day to external recipients',
    'Voice calls a day to external recipients',
    'Push notifications a day to external recipients',
  ]);
  for (const row of [emails, numbers, secret]) {
    await expect(row.getByRole('button', { name: /^Save/ })).toBeDisabled();
  }
  await expect(page.getByText('contact_person')).toHaveCount(0);

  await fillEmails('help@consult.example, c@, nobody');
  await emails.getByRole('button', { name: /^Save/ }).click();
  await expect(emails).toContainText('“c@” is not an email address.“nobody” is not an email address.');
  await expect(emails.getByRole('textbox')).toBeFocused();
  monitor.allowNetworkFailures();
  await fillEmails('help@consult.example, desk@consult.example');
  await page.route('**/api/v1/update/config', (route) => route.abort(), { times: 1 });
  await emails.getByRole('button', { name: /^Save/ }).click();
  // On the row that failed, until it is saved.
  const failure = emails.getByRole('alert').filter({ hasText: 'Failed to perform Action.' });
  await expect(failure).toContainText('Your change is kept.');
  await emails.getByRole('button', { name: /^Save/ }).click();
  await expect(done).toBeVisible();
  await expect(failure).toHaveCount(0);
  await expect(emails.getByRole('button', { name: /^Save/ })).toBeDisabled();

  await fillNumbers('call me, +12025550143, 12');
  await numbers.getByRole('textbox').blur();
  await expect(numbers).toContainText('“call me” is not a phone number of 7 to 15 digits.');
  await expect(numbers).toContainText('“12” is not a phone number');

  await fillNumbers('03012345678, 2025550143');
  await expect(numbers.getByRole('status')).toHaveText(
    '“03012345678” can’t receive SMS. Enter a phone number with + and the country code.Sends to +1 202 555 0143.',
  );
  monitor.expectResponse(400, '/api/v1/update/config');
  await numbers.getByRole('button', { name: /^Save/ }).click();
  await expect(numbers.getByRole('textbox')).toHaveAccessibleDescription(/“03012345678” can’t receive SMS/);

  const field = secret.getByRole('textbox');
  await field.pressSequentially('sk_t');
  await expect(secret.getByText(/This is not a key of the payment provider/)).toHaveCount(0);
  await field.fill('pk_test_51abcdefgh');
  await expect(secret.getByText(/A key starts with sk_live_ or sk_test_/)).toBeVisible();
  await field.fill('sk_test_51abcdefWXYZ');
  await secret.getByRole('button', { name: /^Save/ }).click();
  await expect(done).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(secret).toContainText('A key is set: ••••WXYZ.');
  await page.reload();
  await expect(secret).toContainText('A key is set: ••••WXYZ.');
  await expect(chips).toHaveText(['help@consult.example', 'desk@consult.example']);
  expect(await page.content()).not.toContain('sk_test_51');
  await secret.getByRole('button', { name: 'Remove the key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(secret).toContainText('No key is set.');

  // Someone else saves the same value in the meantime.
  const { token } = await logInAdmin(server);
  const list = await callOrThrow<{ items: { id: number; config_key: string }[] }>(
    server.url,
    '/api/v1/listPaged/config',
    { token },
  );
  const id = list.items.find(({ config_key }) => config_key === 'user_submission_emails')?.id;
  await callOrThrow(server.url, '/api/v1/update/config', {
    token,
    body: { id, data: { config_value: 'night@consult.example' } },
  });
  monitor.expectResponse(409, '/api/v1/update/config');
  await fillEmails('day@consult.example');
  await emails.getByRole('textbox').press('Enter');
  await emails.getByRole('button', { name: /^Save/ }).click();
  await expect(emails).toContainText(/This was changed in the meantime, at/);
  await expect(emails.getByRole('blockquote')).toHaveText('night@consult.example');
  await expect(chips).toHaveText(['day@consult.example']);
  await expectAccessible(page);
  await emails.getByRole('button', { name: /^Save/ }).click();
  await expect(done).toBeVisible();
  await expect(emails.getByRole('blockquote')).toHaveCount(0);
});

test('When a subscriber has no safety contacts, its phones show the platform’s contacts @nightly', async ({
  adminPage: page,
  server,
  monitor,
}) => {
  const team = await createTeam(server);
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await page.goto('/app/safetyContacts');
  await waitForPage(page, 'Safety Contacts For App Users');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Safety Contacts' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('link', { name: 'Safety Contacts' })).toHaveAttribute(
    'href',
    '/app/SafetyContacts',
  );
  await expect(page.getByRole('rowheader')).toHaveCount(3);
  const second = page.getByRole('rowgroup', { name: 'Safety Person #2' });
  await expect(second.getByRole('button', { name: 'Save' })).toBeDisabled();
  await second.getByLabel('Name').fill('Platform desk');
  await second.getByLabel('Phone').fill('+1 202 555 0199');
  monitor.allowNetworkFailures();
  await page.route('**/api/v1/update/config*', (route) => route.abort(), { times: 1 });
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to perform Action.' })).toBeVisible();
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Update Successfully.', { exact: true })).toBeVisible();
  expect((await phone.dashboard()).contacts).toEqual([
    { name: 'Platform desk', email: '', phone: '+1 202 555 0199' },
  ]);
});

test('An administrator sets the emergency number, and phones show it @nightly', async ({
  adminPage: page,
  server,
}) => {
  const ana = await createAppUser(server, await createTeam(server));
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  expect((await phone.dashboard()).emergency_number).toBe('911');
  await page.goto('/app/configuration');
  await waitForPage(page, 'Configuration');
  const row = page.getByRole('rowgroup', { name: 'Emergency number' });
  const field = row.getByRole('textbox', { name: 'Emergency number' });
  await expect(field).toHaveValue('911');
  await field.fill('call 911');
  await row.getByRole('button', { name: /^Save/ }).click();
  await expect(field).toHaveAccessibleDescription(/The number must be 2 to 8 digits, like 911 or 112\./);
  await field.fill('112');
  await row.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  expect((await phone.dashboard()).emergency_number).toBe('112');
});
