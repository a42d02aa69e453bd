import type { Locator, Page } from '@playwright/test';
import { callOrThrow } from '../support/calls.ts';
import { holdResponse, loseResponse } from '../support/lost-response.ts';
import { openPage } from '../support/page-actions.ts';
import { createAppUser } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** A person who edits while their own save is running, or after its response was lost, has no conflict with themselves. */

// Some of these values apply to the entire platform.
test.use({ serverOptions: {} });

const CHANGED = /This was changed in the meantime/;

/** Numbers as people type them, and as the server stores them. */
const NUMBERS = ['(303) 555-0141', '(303) 555-0142'] as const;
const STORED = ['+1 303 555 0141', '+1 303 555 0142'] as const;

const done = (page: Page) =>
  page
    .getByRole('status')
    .getByText(/updated? successfully\./i)
    .first();

type Edited = {
  page: Page;
  open: () => Promise<void>;
  calls: string;
  field: Locator;
  save: Locator;
  /** What the first save sends, and what is typed while it is running. */
  texts: readonly [string, string];
  /** The second text as it is stored. */
  stored?: string;
};

/** Types and saves, types again before the response arrives, and saves that. */
async function editWhileSaving(edited: Edited): Promise<void> {
  const { page, open, calls, field, save, texts, stored = texts[1] } = edited;
  await open();
  const held = await holdResponse(page, calls);
  await field.fill(texts[0]);
  await save.click();
  await held.received;
  await field.fill(texts[1]);
  held.release();
  await expect(done(page)).toBeVisible();
  await expect(field).toHaveValue(texts[1]);
  const second = page.waitForResponse(calls);
  await save.click();
  await second;
  await expect(field).toHaveValue(stored);
  await expect(page.getByText(CHANGED)).toHaveCount(0);
  await open();
  await expect(field).toHaveValue(stored);
}

test('A text that is typed while the configuration is saved stays, and is saved next @nightly', async ({
  adminPage: page,
  monitor,
}) => {
  const open = () => openPage(page, 'configuration', 'Configuration');
  const calls = '**/api/v1/update/config*';
  const row = page.getByRole('rowgroup', { name: 'Terms and conditions' });
  const terms = {
    page,
    open,
    calls,
    field: row.getByRole('textbox'),
    save: row.getByRole('button', { name: /^Save/ }),
  };
  // The space at the end is not stored.
  await editWhileSaving({ ...terms, texts: ['The fee is low. ', 'The fee is low. Ask us.'] });
  // Back to the saved text, while another one is saved.
  await editWhileSaving({ ...terms, texts: ['The fee is high.', 'The fee is low. Ask us.'] });

  const secret = page.getByRole('rowgroup', { name: 'Secret key of the payment provider' });
  const key = secret.getByRole('textbox');
  let held = await holdResponse(page, calls);
  await key.fill('sk_test_51abcdefWXYZ');
  await secret.getByRole('button', { name: /^Save/ }).click();
  await held.received;
  await key.fill('sk_test_51abcdefgh99');
  held.release();
  await expect(secret).toContainText('A key is set: ••••WXYZ.');
  await expect(key).toHaveValue('sk_test_51abcdefgh99');
  await secret.getByRole('button', { name: /^Save/ }).click();
  await expect(secret).toContainText('A key is set: ••••gh99.');

  // The number is stored with its country, so only the server recognizes it.
  monitor.allowResponse(409, '/api/v1/update/config');
  const numbers = page.getByRole('rowgroup', { name: 'Phone numbers of the safety consultancy' });
  const input = numbers.getByRole('textbox');
  const chips = numbers.getByRole('list').getByRole('listitem');
  held = await holdResponse(page, calls);
  await input.fill('2025550143');
  await numbers.getByRole('button', { name: /^Save/ }).click();
  await held.received;
  await input.fill('2025550144');
  await input.press('Enter');
  held.release();
  await expect(done(page)).toBeVisible();
  await expect(numbers.getByRole('button', { name: /^Save/ })).toBeEnabled();
  await numbers.getByRole('button', { name: /^Save/ }).click();
  await expect(chips.filter({ hasText: '+1 202 555 0144' })).toBeVisible();
  await expect(page.getByText(CHANGED)).toHaveCount(0);
});

test('A text that is typed while a setting or a safety contact is saved stays, and is saved next @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  const calls = '**/tapi/v1/update/settings*';
  await editWhileSaving({
    page,
    open: () => openPage(page, 'app_main_page', 'App Dashboard Settings'),
    calls,
    field: page.getByRole('textbox', { name: 'Main screen top text' }),
    save: page.getByRole('button', { name: /^Save/ }),
    texts: ['Stay safe. ', 'Stay safe. Call us.'],
  });
  const row = page.getByRole('rowgroup', { name: 'Safety Person #1', exact: true });
  const contact = {
    page,
    open: () => openPage(page, 'safety-contacts', 'Safety Contacts For App Users'),
    calls,
    save: row.getByRole('button', { name: /^Sav/ }),
  };
  await editWhileSaving({
    ...contact,
    field: row.getByRole('textbox', { name: 'Name' }),
    texts: ['Ann ', 'Ann Lee'],
  });
  // The number is stored with its country, so only the server recognizes it.
  monitor.allowResponse(409, '/tapi/v1/update/settings');
  await editWhileSaving({
    ...contact,
    field: row.getByRole('textbox', { name: 'Phone' }),
    texts: NUMBERS,
    stored: STORED[1],
  });
});

test('A text that is typed while an account or an app user is saved stays, and is saved next @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await editWhileSaving({
    page,
    open: () => openPage(page, 'my-profile', 'My Profile'),
    calls: '**/tapi/v1/update/team*',
    field: page.getByLabel('Account name'),
    save: page.getByRole('button', { name: 'Save changes' }),
    texts: ['Orchard', 'Orchard Works'],
  });
  const ana = await createAppUser(server, team);
  await editWhileSaving({
    page,
    open: () => openPage(page, `users/edit/${ana.id}`, 'Update User'),
    calls: '**/tapi/v1/update/app_user*',
    field: page.getByLabel('Phone Number'),
    save: page.getByRole('button', { name: 'Update user' }),
    texts: NUMBERS,
    stored: STORED[1],
  });
});

test('Where a person types while saving another field, a change of someone else is shown before it is replaced @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  const ana = await createAppUser(server, team);
  await openPage(page, `users/edit/${ana.id}`, 'Update User');
  const name = page.getByLabel('Full Name');
  const email = page.getByLabel('Email', { exact: true });
  const save = page.getByRole('button', { name: 'Update user' });
  const theirs = page.getByRole('blockquote');
  await callOrThrow(server.url, '/tapi/v1/update/app_user', {
    token: team.token,
    body: { id: ana.id, data: { email: 'night@work.example' } },
  });
  monitor.expectResponse(409, '/tapi/v1/update/app_user');
  await name.fill('Ana Holm');
  const held = await holdResponse(page, '**/tapi/v1/update/app_user*');
  await save.click();
  await held.received;
  await email.fill('day@work.example');
  held.release();
  await expect(done(page)).toBeVisible();
  await expect(email).toHaveValue('day@work.example');
  await save.click();
  await expect(theirs).toContainText('night@work.example');
  await expect(page.getByText(CHANGED).first()).toBeVisible();
  await expect(name).toHaveValue('Ana Holm');
  await expect(email).toHaveValue('day@work.example');
  await save.click();
  await expect(theirs).toHaveCount(0);
  await page.reload();
  await expect(email).toHaveValue('day@work.example');
  await expect(name).toHaveValue('Ana Holm');
});

test('After a lost response, another contact is saved without a conflict, and a change of someone else is shown @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  monitor.expectResponse(409, '/tapi/v1/update/settings');
  const calls = '**/tapi/v1/update/settings*';
  await openPage(page, 'safety-contacts', 'Safety Contacts For App Users');
  const row = page.getByRole('rowgroup', { name: 'Safety Person #1', exact: true });
  const phone = row.getByRole('textbox', { name: 'Phone' });
  const save = row.getByRole('button', { name: /^Sav/ });
  const loseSaved = async (number: string) => {
    await loseResponse(page, calls);
    await phone.fill(number);
    await save.click();
    await expect(row.getByRole('alert')).toContainText('Your change is kept.');
  };
  await loseSaved(NUMBERS[0]);
  await phone.fill(NUMBERS[1]);
  await save.click();
  await expect(done(page)).toBeVisible();
  await expect(phone).toHaveValue(STORED[1]);
  await expect(page.getByText(CHANGED)).toHaveCount(0);

  await loseSaved('(303) 555-0143');
  const { items } = await callOrThrow<{ items: { id: number }[] }>(
    server.url,
    '/tapi/v1/listPaged/settings?filter_setting_key=contact_person',
    { token: team.token },
  );
  const theirs = JSON.stringify([{ name: '', phone: '+1 303 555 0199', email: '' }]);
  await callOrThrow(server.url, '/tapi/v1/update/settings', {
    token: team.token,
    body: { id: items[0]?.id, data: { setting_value: theirs } },
  });
  await phone.fill('(303) 555-0144');
  await save.click();
  await expect(row.getByText(CHANGED)).toBeVisible();
  await expect(phone).toHaveValue('(303) 555-0144');
  await expect(row.getByRole('blockquote')).toContainText('+1 303 555 0199');
});

test('After a lost response, other values of a record are saved without a conflict, also those from before @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  monitor.expectResponse(409, '/tapi/v1/update/app_user');
  const ana = await createAppUser(server, team, { name: 'Ana Flores' });
  await openPage(page, `users/edit/${ana.id}`, 'Update User');
  const name = page.getByLabel('Full Name');
  const phone = page.getByLabel('Phone Number');
  const save = page.getByRole('button', { name: 'Update user' });
  await loseResponse(page, '**/tapi/v1/update/app_user*');
  await name.fill('Ana Holm');
  await phone.fill(NUMBERS[0]);
  await save.click();
  await expect(page.getByText('Failed to perform Action.').first()).toBeVisible();
  await name.fill('Ana Flores');
  await phone.fill(NUMBERS[1]);
  await save.click();
  await expect(done(page)).toBeVisible();
  await expect(page.getByText(CHANGED)).toHaveCount(0);
  await page.reload();
  await expect(name).toHaveValue('Ana Flores');
  await expect(phone).toHaveValue(STORED[1]);
});
