import { randomBytes } from 'node:crypto';
import { buildTeam } from '@callpoint/server/factories/accounts';
import { buildPlan } from '@callpoint/server/factories/subscriptions';
import { logInAdmin, generateEmail } from '../support/people.ts';
import { callOrThrow } from '../support/calls.ts';
import { chooseAction, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** A unique plan name. */
const generateName = () => `Plan ${randomBytes(4).toString('hex')}`;

test('Creating a plan shows invalid fields and failures; once created, the plan appears in the list', async ({
  adminPage: page,
  monitor,
}) => {
  const name = generateName();
  await page.goto('/app/plans');
  await waitForPage(page, 'Plan Types');
  await page.getByRole('link', { name: 'New Plan' }).first().click();
  await waitForPage(page, 'New Plan');
  const cost = page.getByLabel('Plan cost');
  await expect(cost).toHaveAttribute('step', '0.01');
  await expect(cost).toHaveAttribute('min', '0.1');
  await expect(page.getByLabel('Max users')).toHaveAttribute('min', '1');
  await cost.fill('0.05');
  await page.getByLabel('Max users').fill('0');
  await page.getByRole('button', { name: 'Create plan' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Plan name is required.',
    'Plan cost must be a number from 0.1 to 1,000,000 with at most two decimals.',
    'Plan term is required.',
    'Stripe id is required.',
    'Max users must be a whole number from 1 to 1,000,000.',
  ]);
  await page.getByLabel('Plan name').fill(name);
  await cost.fill('0.1');
  await page.getByLabel('Plan term').fill('Monthly');
  await page.getByLabel('Stripe id').fill('price_1');
  await page.getByLabel('Max users').fill('1');
  monitor.allowNetworkFailures();
  monitor.expectResponse(500, '/api/v1/create/plan');
  await page.route('**/api/v1/create/plan', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Create plan' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to perform Action.' })).toBeVisible();
  await page.route('**/api/v1/create/plan', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Create plan' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to create Plan.' })).toBeVisible();
  await page.getByRole('button', { name: 'Create plan' }).click();
  await expect(page.getByText('Plan Created successfully.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/app/plans');
  await expect(page.getByLabel('Rows per page')).toHaveValue('10');
  await page.goto('/app/plans?per_page=500');
  await expect(page.getByRole('columnheader')).toHaveText([
    // The checkbox of the page.
    '',
    'Id',
    'Plan name',
    'Plan cost',
    'Plan term',
    'Stripe id',
    'Max users',
    'Actions',
  ]);
  await expect(page.getByRole('row', { name })).toContainText('$0.10');
});

test('Updating a plan keeps another person’s changes to other fields, and shows a conflict in the same field @nightly', async ({
  adminPage: page,
  server,
  monitor,
}) => {
  const name = generateName();
  const plan = await server.withDatabase((db) => buildPlan(db, { plan_name: name }));
  const { token } = await logInAdmin(server);
  const changeAsOther = (data: object) =>
    callOrThrow(server.url, '/api/v1/update/plan', { token, body: { id: plan.id, data } });

  await page.goto('/app/plans?per_page=500');
  await chooseAction(page, name, 'Edit plan');
  await expect(page).toHaveURL(`/app/plan/edit/${plan.id}`);
  await expect(page.getByLabel('Plan cost')).toHaveValue('29.95');
  // Another person's change to a different field causes no conflict.
  await changeAsOther({ plan_term: 'Yearly' });
  monitor.expectResponse(409, '/api/v1/update/plan');
  await page.getByLabel('Plan cost').fill('31.5');
  await page.getByRole('button', { name: 'Update plan' }).click();
  await expect(page.getByText('Plan updated successfully.', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Plan term')).toHaveValue('Yearly');
  await expect(page.getByLabel('Plan cost')).toHaveValue('31.50');

  await changeAsOther({ plan_cost: 40 });
  await page.getByLabel('Plan cost').fill('35');
  await page.getByRole('button', { name: 'Update plan' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    /^This was changed in the meantime, at /,
  ]);
  await expect(page.getByLabel('Plan cost')).toHaveValue('35.00');
  await expect(page.getByRole('main')).toContainText('Plan cost: 40.00');
  await page.getByRole('button', { name: 'Update plan' }).click();
  await expect(page.getByText('Plan updated successfully.', { exact: true })).toBeVisible();

  monitor.allowNetworkFailures();
  monitor.expectResponse(500, '/api/v1/update/plan');
  await page.getByLabel('Max users').fill('25');
  await page.route('**/api/v1/update/plan', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Update plan' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to perform Action.' })).toBeVisible();
  await page.route('**/api/v1/update/plan', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Update plan' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update Plan.' })).toBeVisible();
  await expect(page.getByLabel('Max users')).toHaveValue('25');
  await page.getByRole('link', { name: 'Back to plans' }).click();
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leave.getByRole('button', { name: 'Leave' }).click();
  await waitForPage(page, 'Plan Types');
  await page.goto('/app/plan/edit/999999');
  await expect(page.getByText('The plan does not exist.')).toBeVisible();
});

test('A plan in use is not deleted, and its subscribers are named; an unused plan is deleted after confirmation @nightly', async ({
  adminPage: page,
  server,
  monitor,
}) => {
  const name = generateName();
  const account_name = `Firm of ${name}`;
  const team = await server.withDatabase(async (db) => {
    const { id: plan_id } = await buildPlan(db, { plan_name: name });
    return buildTeam(db, { account_name, email: generateEmail('f'), plan: 'upgrade_by_admin', plan_id });
  });
  await page.goto('/app/plans?per_page=500');
  await chooseAction(page, name, 'Delete Plan');
  const dialog = page.getByRole('dialog', { name: `Delete plan ${name}, ` });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  monitor.expectResponse(409, '/api/v1/delete/plan');
  await chooseAction(page, name, 'Delete Plan');
  await dialog.getByRole('button', { name: 'Delete Plan' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: `${account_name} (subscriber ${team.id})` }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name })).toBeVisible();

  await server.withDatabase((db) =>
    db.updateTable('team').set({ plan_id: null, plan: 'free' }).where('id', '=', team.id).execute(),
  );
  monitor.allowNetworkFailures();
  await page.route('**/api/v1/delete/plan', (route) => route.abort(), { times: 1 });
  await chooseAction(page, name, 'Delete Plan');
  await dialog.getByRole('button', { name: 'Delete Plan' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to perform Action.' })).toBeVisible();
  await chooseAction(page, name, 'Delete Plan');
  await dialog.getByRole('button', { name: 'Delete Plan' }).click();
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name })).toHaveCount(0);
});
