import type { Page } from '@playwright/test';
import { createAppUser } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { startUsing, waitForPage } from '../support/page-actions.ts';
import { SCREEN, textField } from '../support/setting-cards.ts';
import { expect, test } from '../support/test.ts';

test('Saved dashboard settings change what the phone shows; pressing a disabled button returns the reason', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await page.goto('/app/app_main_page');
  await waitForPage(page, 'App Dashboard Settings');
  await startUsing(page);
  // SMS is not configured on this server.
  const reach = page.getByRole('region', { name: 'If someone pressed now' });
  await expect(reach.getByRole('link', { name: 'Settings of Lone Worker Emergency' })).toBeVisible();
  await expect(reach.getByText('Not everyone would be notified').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Main screen top text' }).fill('Orchard Works: stay safe.');
  const complaint = page.getByRole('group', { name: 'Report a Safety Complaint' });
  await expect(complaint.getByRole('combobox', { name: 'Mode' }).getByRole('option')).toHaveText([
    'Select',
    'Enabled',
    'Disabled',
  ]);
  await complaint.getByRole('combobox', { name: 'Mode' }).selectOption('Disabled');
  await complaint.getByRole('textbox', { name: 'Icon color', exact: true }).fill('#123456');
  const preview = page.getByRole('complementary', { name: 'The app’s main screen' });
  await expect(preview.getByText('Orchard Works: stay safe.')).toBeVisible();
  await expect(preview.getByRole('listitem').filter({ hasText: 'Report a Safety Complaint' })).toContainText(
    'Off',
  );
  await expect(reach.getByText('Turned off')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save 3 changes' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await expect(reach.getByText('Turned off')).toBeVisible();

  const { top_text, buttons } = await phone.dashboard();
  expect(top_text).toBe('Orchard Works: stay safe.');
  expect(buttons).toContainEqual({
    slot: 4,
    label: 'Report a Safety Complaint',
    kind: 'button',
    id: 4,
    mode: 'no',
    color: '#123456',
  });
  expect(await phone.press(4)).toMatchObject({
    status: 403,
    body: { msg: 'Report a Safety Complaint is turned off for your organization, so nothing was sent.' },
  });
  expect((await phone.press(2)).status).toBe(200);

  await page.goto('/app/button_press_settings/4');
  const who = page.getByRole('region', { name: 'Who would be notified' });
  await expect(who.getByText('Turned off in Dashboard Settings').first()).toBeVisible();
  for (const word of ['Yes', 'Shown', '1 of 1'])
    await expect(who.getByText(word, { exact: true })).toHaveCount(0);
  await page.goto('/app/app_main_page');
  await waitForPage(page, 'App Dashboard Settings');
  await startUsing(page);

  await page.getByRole('textbox', { name: 'Main screen top text' }).fill('');
  await complaint.getByRole('combobox', { name: 'Mode' }).selectOption('Select');
  await page.getByRole('button', { name: 'Save 2 changes' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Main screen top text is required.',
    'Report a Safety Complaint: mode is required.',
  ]);
});

test('Each form’s page has its title, an in-app card, an email card and its own variables @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const screen = page.getByRole('form', { name: SCREEN });
  const item = (variable: string) => page.getByRole('menuitem', { name: new RegExp(`^${variable} `) });
  for (const [id, title, hasProducts] of [
    [1, 'Ask a Safety Question', false],
    [2, 'Request Safety Consultation', true],
    [3, 'Need a Safety Product', true],
  ] as const) {
    await page.goto(`/app/form_settings/${id}`);
    await waitForPage(page, title);
    await expect(page.getByRole('form')).toHaveCount(2);
    await textField(screen, 'Message on the user’s screen').focus();
    await screen.getByRole('button', { name: /^Insert variable into/ }).click();
    await expect(item('COMPANY')).toBeVisible();
    await expect(item('PRODUCTS')).toHaveCount(hasProducts ? 1 : 0);
    await page.keyboard.press('Escape');
  }
  const alert = page.getByRole('textbox', { name: 'Message on the user’s screen' });
  await alert.fill('{{NAME}}, we look for {{PRODUCTS}}.');
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();

  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  const { body } = await phone.submitForm(3, { message: 'Ten pairs, please', type: 'Gloves' });
  expect(body.data?.alert).toBe('Ana Flores, we look for Gloves.');

  await page.goto('/app/form_settings/4');
  await waitForPage(page, 'Not Found');
});

test('Safety contacts are saved row by row and appear on the phone', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await page.goto('/app/safety-contacts');
  await waitForPage(page, 'Safety Contacts For App Users');
  const table = page.getByRole('table', { name: 'Safety Contacts For App Users' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Safety person',
    'Name',
    'Email',
    'Phone',
    'Actions',
  ]);
  await expect(table.getByRole('rowheader')).toHaveText([
    'Safety Person #1',
    'Safety Person #2',
    'Safety Person #3',
  ]);
  const [first, second] = [
    page.getByRole('rowgroup', { name: 'Safety Person #1' }),
    page.getByRole('rowgroup', { name: 'Safety Person #2' }),
  ];
  await expect(first.getByRole('button', { name: 'Save' })).toBeDisabled();
  await first.getByLabel('Name').fill('Olga Lind');
  await first.getByLabel('Email').fill('olga@work.example');
  await first.getByLabel('Phone').fill('202 55');
  await expect(first.getByText(/^This phone number looks incomplete/)).toBeVisible();
  await first.getByLabel('Phone').fill('+1 202 555 0177');
  await expect(first.getByText('Sends to +1 202 555 0177.')).toBeVisible();
  await second.getByLabel('Name').fill('Not saved');
  await page.getByRole('textbox', { name: 'Phone of Safety Person #1', exact: true }).press('Enter');
  await expect(page.getByRole('status').getByText('Update Successfully.', { exact: true })).toBeVisible();
  expect((await phone.dashboard()).contacts).toEqual([
    { name: 'Olga Lind', email: 'olga@work.example', phone: '+1 202 555 0177' },
  ]);
  await expect(second.getByLabel('Name')).toHaveValue('Not saved');

  await second.getByLabel('Email').fill('nobody');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText(/must be an email address/)).toBeVisible();
  await expect(second.getByLabel('Email')).toBeFocused();
});

test('While a contact is being saved, its button shows “please wait...” @nightly', async ({
  teamPage: page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/tapi/v1/update/settings', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/app/safety-contacts');
  const first = page.getByRole('rowgroup', { name: 'Safety Person #1' });
  await first.getByLabel('Name').fill('Olga Lind');
  await expect(first.getByText('Name', { exact: true })).toBeHidden();
  // A phone has no columns: each field shows its label.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(first.getByText('Name', { exact: true })).toBeVisible();
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first.getByRole('button', { name: 'please wait...' })).toHaveText('please wait...');
  release();
  await expect(page.getByRole('status').getByText('Update Successfully.', { exact: true })).toBeVisible();
  await expect(first.getByRole('button', { name: 'Save' })).toHaveText('Save');
});

test('When two people edit different contacts, both changes stay; on the same contact, the second sees the conflict @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.expectResponse(409, '/tapi/v1/update/settings');
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await page.goto('/app/safety-contacts');
  const other = await page.context().newPage();
  await other.goto('/app/safety-contacts');
  const row = (on: Page, number: number) => on.getByRole('rowgroup', { name: `Safety Person #${number}` });
  const save = async (on: Page, number: number) => {
    // A background tab renders once a second.
    await on.bringToFront();
    await row(on, number).getByRole('button', { name: 'Save' }).click();
    await expect(on.getByRole('status').getByText('Update Successfully.', { exact: true })).toBeVisible();
  };
  await row(page, 1).getByLabel('Name').fill('Olga Lind');
  await row(page, 1).getByLabel('Phone').fill('+1 202 555 0101');
  await row(other, 2).getByLabel('Name').fill('Per Holm');
  await row(other, 2).getByLabel('Phone').fill('+1 202 555 0102');
  await save(page, 1);
  await save(other, 2);
  expect((await phone.dashboard()).contacts.map(({ name }) => name)).toEqual(['Olga Lind', 'Per Holm']);
  await expect(row(other, 1).getByLabel('Name')).toHaveValue('Olga Lind');

  await page.bringToFront();
  await row(page, 2).getByLabel('Name').fill('Someone else');
  await row(page, 2).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 2).getByText('Per Holm, +1 202 555 0102', { exact: true })).toBeVisible();
  await expect(row(page, 2).getByLabel('Name')).toHaveValue('Someone else');
  await expect(row(page, 2).getByLabel('Name')).toBeFocused();
  await row(page, 2).getByRole('button', { name: 'Use the other version' }).click();
  await expect(row(page, 2).getByLabel('Name')).toHaveValue('Per Holm');
  await expect(row(page, 2).getByRole('button', { name: 'Save' })).toBeDisabled();
});
