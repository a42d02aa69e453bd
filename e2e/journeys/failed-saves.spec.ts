import type { Page } from '@playwright/test';
import { generateEmail, createAppUser, PASSWORD } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { chooseAction, waitForPage, signUp, startUsing } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** The error when something cannot be saved, deleted or blocked: the page's own text, or the server's message. */

const FAILED = 'Failed to perform Action.';

async function expectError(page: Page, message: string): Promise<void> {
  await expect(page.getByRole('alert').getByText(message, { exact: true })).toBeVisible();
}

/** Matching calls get this response until `remove` is called; null means no network. */
async function mockResponse(
  page: Page,
  calls: string,
  response: { status: number; body: string } | null,
): Promise<{ remove: () => Promise<void> }> {
  await page.route(calls, (route) =>
    response === null ? route.abort('internetdisconnected') : route.fulfill(response),
  );
  return { remove: () => page.unroute(calls) };
}

const NO_MESSAGE = { status: 500, body: 'broken' };

function buildRejection(msg: string): { status: number; body: string } {
  return { status: 403, body: JSON.stringify({ ok: false, msg, errors: [] }) };
}

test('When an app user cannot be saved, the form shows an error and a retry saves what was typed @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  monitor.expectResponse(500, '/tapi/v1/createCustom/app_user');
  monitor.expectResponse(500, '/tapi/v1/update/app_user');
  const email = generateEmail('ana');
  await page.goto('/app/add-user');
  await page.getByLabel('Name', { exact: true }).fill('Ana Flores');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Phone', { exact: true }).fill('+1 202 555 0143');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel(/^This user agrees to receive text messages/).check();
  const create = page.getByRole('button', { name: 'Create user' });
  const creating = '**/createCustom/app_user*';
  let mock = await mockResponse(page, creating, NO_MESSAGE);
  await create.click();
  await expectError(page, 'Failed to create App user Account.');
  await mock.remove();
  mock = await mockResponse(page, creating, null);
  await create.click();
  await expectError(page, FAILED);
  await mock.remove();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  await create.click();
  await expect(page).toHaveURL('/app/users');
  expect((await new Phone(server.url).logIn(email, PASSWORD)).status).toBe(200);

  const ben = await createAppUser(server, team, { name: 'Ben Hale' });
  await page.goto(`/app/users/edit/${ben.id}`);
  await page.getByLabel('Full Name').fill('Ben Holm');
  const update = page.getByRole('button', { name: 'Update User' });
  const updating = '**/update/app_user*';
  mock = await mockResponse(page, updating, NO_MESSAGE);
  await update.click();
  await expectError(page, 'Failed to update App user Account.');
  await mock.remove();
  mock = await mockResponse(page, updating, null);
  await update.click();
  await expectError(page, FAILED);
  await mock.remove();
  await update.click();
  await expect(page.getByText('App user Account updated successfully.', { exact: true })).toBeVisible();
});

test('When blocking or deleting fails, the page shows the error and the row does not change', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  monitor.expectResponse(403, '/tapi/v1/update/app_user');
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  const { body } = await phone.press(1);
  await page.goto('/app/users');
  const block = async () => {
    await page.getByRole('button', { name: 'Block Ana Flores' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  };
  const mock = await mockResponse(page, '**/update/app_user*', null);
  await block();
  await expectError(page, FAILED);
  await mock.remove();
  await mockResponse(page, '**/update/app_user*', buildRejection('Your plan does not allow this.'));
  await block();
  await expectError(page, 'Your plan does not allow this.');
  await expect(page.getByRole('row', { name: 'Ana Flores' })).toContainText('Active');

  await page.goto('/app/button_data/1');
  await mockResponse(page, '**/delete/button_click*', null);
  await chooseAction(page, `record ${body.data?.id}`, 'Delete Item');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectError(page, FAILED);
  await expect(page.getByRole('row', { name: 'Ana Flores' })).toBeVisible();
});

test('When settings or contacts cannot be saved, the page shows the error and keeps what was typed @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  monitor.expectResponse(403, '/tapi/v1/update/settings');
  const saving = '**/tapi/v1/update/settings*';
  const rejection = buildRejection('Only the safety team’s lead may change this.');

  await page.goto('/app/safety-contacts');
  const first = page.getByRole('rowgroup', { name: 'Safety Person #1' });
  await first.getByLabel('Name').fill('Olga Lind');
  let mock = await mockResponse(page, saving, null);
  await first.getByRole('button', { name: 'Save' }).click();
  await expectError(page, FAILED);
  await mock.remove();
  mock = await mockResponse(page, saving, rejection);
  await first.getByRole('button', { name: 'Save' }).click();
  await expectError(page, 'Only the safety team’s lead may change this.');
  // On the row that failed, until it is saved.
  const note = first.getByRole('alert').filter({ hasText: 'Your change is kept.' });
  await expect(note).toContainText('Only the safety team’s lead may change this.');
  await mock.remove();
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Update Successfully.', { exact: true })).toBeVisible();
  await expect(note).toHaveCount(0);

  for (const [path, field] of [
    ['app_main_page', 'Main screen top text'],
    ['form_settings/1', 'Message on the user’s screen'],
  ] as const) {
    await page.goto(`/app/${path}`);
    await startUsing(page);
    await page.getByRole('textbox', { name: field }).fill('Stay safe.');
    const save = page.getByRole('button', { name: 'Save 1 change' });
    mock = await mockResponse(page, saving, null);
    await save.click();
    await expectError(page, FAILED);
    // On the card that failed, with the reason, where the person who saves looks.
    await expect(page.getByRole('form').getByText('Your change is kept.')).toBeInViewport({ ratio: 1 });
    await mock.remove();
    mock = await mockResponse(page, saving, rejection);
    await save.click();
    await expectError(page, '0 values updated successfully. 1 values failed');
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([
      'Only the safety team’s lead may change this.',
    ]);
    await mock.remove();
    await save.press('Enter');
    await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
    await expect(page.locator('button:focus')).toHaveText('Save');
  }
});

test('Signing up without a network shows an error, and a retry with a network succeeds @nightly', async ({
  page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  await page.goto('/app/register');
  const mock = await mockResponse(page, '**/sapi/v1/signup', null);
  await signUp(page, {
    email: generateEmail('tess'),
    accountName: 'Orchard Works',
    firstName: 'Tess',
    lastName: 'Miller',
    phone: '+1 202 555 0100',
    password: PASSWORD,
  });
  await expectError(page, FAILED);
  await mock.remove();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await waitForPage(page, 'Log in');
});

for (const [what, path, fieldOf] of [
  [
    'contacts',
    'safety-contacts',
    (page: Page) => page.getByRole('rowgroup', { name: 'Safety Person #1' }).getByLabel('Name'),
  ],
  [
    'dashboard settings',
    'app_main_page',
    (page: Page) => page.getByRole('textbox', { name: 'Main screen top text' }),
  ],
] as const) {
  test(`Following a link or closing the tab with unsaved ${what} requires confirmation @nightly`, async ({
    teamPage: page,
  }) => {
    await page.goto(`/app/${path}`);
    await startUsing(page);
    const field = fieldOf(page);
    const before = await field.inputValue();
    await field.fill('Olga Lind');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click();
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leave.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(`/app/${path}`);
    await expect(field).toHaveValue('Olga Lind');

    const prompted = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await prompted;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(field).toHaveValue('Olga Lind');
    await field.fill(before);
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  });
}
