import type { Locator, Page } from '@playwright/test';
import { call } from '../support/calls.ts';
import { createAppUser, generateEmail, PASSWORD } from '../support/people.ts';
import { loseResponse } from '../support/lost-response.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** A person who does not get the response of a save saves again: nothing is created twice. */

/** Saves, and again after the failure is shown. */
async function saveTwice(page: Page, save: Locator): Promise<void> {
  await save.click();
  await expect(page.getByRole('alert')).not.toHaveCount(0);
  await expect(save).toBeEnabled();
  await save.click();
}

test('After a lost response, the second attempt opens the app user that the first one created', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const email = generateEmail('ann');
  await page.goto('/app/add-user');
  await waitForPage(page, 'New User');
  await page.getByLabel('Name', { exact: true }).fill('Ann Lee');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Phone', { exact: true }).fill('+1 202 555 0143');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();

  await loseResponse(page, '**/tapi/v1/createCustom/app_user');
  await saveTwice(page, page.getByRole('button', { name: 'Create user' }));
  await waitForPage(page, 'Update User');
  await expect(page.getByText('App user Account Created successfully.')).toBeVisible();
  await expect(
    page.getByText('Your first attempt was already saved. Nothing was created twice.'),
  ).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  const { body } = await call<{ items: unknown[] }>(server.url, '/tapi/v1/listPaged/app_user', {
    token: team.token,
  });
  expect(body.items).toHaveLength(1);
});

test('After a lost response, the second attempt opens the plan that the first one created @nightly', async ({
  adminPage: page,
  server,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const name = `Plan ${generateEmail('plan').split('@')[0]}`;
  await page.goto('/app/new-plan');
  await waitForPage(page, 'New Plan');
  await page.getByLabel('Plan name').fill(name);
  await page.getByLabel('Plan cost').fill('29.95');
  await page.getByLabel('Plan term').fill('Monthly');
  await page.getByLabel('Stripe id').fill('price_lost');
  await page.getByLabel('Max users').fill('10');

  await loseResponse(page, '**/api/v1/create/plan');
  await saveTwice(page, page.getByRole('button', { name: 'Create plan' }));
  await expect(page).toHaveURL(/\/app\/plan\/edit\/\d+$/);
  await expect(page.getByText('Plan Created successfully.')).toBeVisible();
  await expect(
    page.getByText('Your first attempt was already saved. Nothing was created twice.'),
  ).toBeVisible();
  await expect(page.getByLabel('Plan name')).toHaveValue(name);
  const plans = await server.withDatabase((db) =>
    db.selectFrom('plan').select('id').where('plan_name', '=', name).execute(),
  );
  expect(plans).toHaveLength(1);
});

test('After a lost response, the second attempt opens the subscriber that the first one created @nightly', async ({
  adminPage: page,
  server,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const email = generateEmail('orchard');
  await page.goto('/app/new-subscriber');
  await waitForPage(page, 'New Subscriber');
  await page.getByLabel('Account name').fill('Orchard Works');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('First name').fill('Tess');
  await page.getByLabel('Last name').fill('Miller');
  await page.getByLabel('Phone', { exact: true }).fill('+1 202 555 0143');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);

  await loseResponse(page, '**/api/v1/create/team*');
  await saveTwice(page, page.getByRole('button', { name: 'Create subscriber' }));
  await expect(page).toHaveURL(/\/app\/subscriber\/profile\/\d+$/);
  await expect(page.getByText('Subscriber Account Created successfully.')).toBeVisible();
  await expect(
    page.getByText('Your first attempt was already saved. Nothing was created twice.'),
  ).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  const teams = await server.withDatabase((db) =>
    db.selectFrom('team').select('id').where('email', '=', email).execute(),
  );
  expect(teams).toHaveLength(1);
});

test('After a lost response, the second attempt saves a number that the server has stored with its country @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  await page.goto('/app/safety-contacts');
  await waitForPage(page, 'Safety Contacts For App Users');
  const row = page.getByRole('rowgroup', { name: 'Safety Person #1', exact: true });
  await row.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await row.getByRole('textbox', { name: 'Phone' }).fill('(303) 555-0141');
  await loseResponse(page, '**/tapi/v1/update/settings');
  const save = row.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(row.getByRole('alert')).toContainText('Your change is kept.');
  const { body } = await call<{ items: { setting_value: string }[] }>(
    server.url,
    '/tapi/v1/listPaged/settings?filter_setting_key=contact_person',
    { token: team.token },
  );
  expect(body.items[0]?.setting_value).toContain('+1 303 555 0141');
  await save.click();
  await expect(page.getByRole('status').getByText('Update Successfully.', { exact: true })).toBeVisible();
  await expect(row.getByRole('textbox', { name: 'Phone' })).toHaveValue('+1 303 555 0141');
  await expect(row.getByText('changed this')).toHaveCount(0);
});

test('After a lost response, the second attempt saves a new password without a conflict @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const ana = await createAppUser(server, team);
  await page.goto(`/app/users/edit/${ana.id}`);
  await waitForPage(page, 'Update User');
  await page.getByLabel('Phone Number').fill('(303) 555-0141');
  await page.getByLabel('Password', { exact: true }).fill('Quiet-harbour-78');
  await loseResponse(page, '**/tapi/v1/update/app_user');
  await saveTwice(page, page.getByRole('button', { name: 'Update user' }));
  await expect(page.getByText('App user Account updated successfully.')).toBeVisible();
  await expect(page.getByText('changed this')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Phone Number')).toHaveValue('+1 303 555 0141');
});
