import { buildHistory, buildPlan, buildSubscription } from '@callpoint/server/factories/subscriptions';
import { call } from '../support/calls.ts';
import { logInAdmin, PASSWORD, type TestAccount } from '../support/people.ts';
import { waitForPage } from '../support/page-actions.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const NEW_PASSWORD = 'Winter-harbour-88';

/** A plan that no other journey uses. */
async function createPlan(server: Server, plan_stripe_id: string) {
  return await server.withDatabase((db) =>
    buildPlan(db, { plan_name: '11-50 end users', plan_stripe_id, plan_cost_cents: 7995, max_users: 50 }),
  );
}

/** Gives the subscriber a paid plan that is scheduled to stop. */
async function startPaidPlan(server: Server, { user }: TestAccount): Promise<void> {
  const plan = await createPlan(server, `price_paid_${user.id}`);
  await server.withDatabase(async (db) => {
    await db
      .updateTable('team')
      .set({ plan: 'paid', is_paid: 1, plan_id: plan.id, max_users: 50 })
      .where('id', '=', user.id)
      .execute();
    await buildSubscription(db, {
      id: `sub_${user.id}`,
      team_id: user.id,
      created: '2026-01-05T09:00:00.000Z',
      current_period_start: '2026-11-05T09:00:00.000Z',
      current_period_end: '2026-12-05T09:00:00.000Z',
      cancel_at_period_end: 1,
      trial_end: '2026-01-19T09:00:00.000Z',
    });
  });
}

async function upgradeByAdmin(server: Server, { user }: TestAccount): Promise<void> {
  const plan = await createPlan(server, `price_up_${user.id}`);
  const { token } = await logInAdmin(server);
  const query = { team_id: user.id, selectedPlan: `${plan.plan_stripe_id}|50`, expires_on: '2999-12-31' };
  expect((await call(server.url, '/api/v1/upgradeByAdmin', { token, query })).status).toBe(200);
}

test('A subscriber edits its account details, and the new name appears immediately', async ({
  teamPage: page,
  team,
}) => {
  await page.goto('/app/');
  await page.getByRole('button', { name: 'Tess Miller account menu' }).click();
  await page.getByRole('menuitem', { name: 'My Profile' }).click();
  await expect(page).toHaveURL('/app/profile');
  await waitForPage(page, 'My Profile');
  const account = page.getByRole('region', { name: 'Account details' });
  for (const fact of [`Account number${team.user.id}`, 'PlanFree', 'Max app users10', 'Used app users0']) {
    await expect(account).toContainText(fact);
  }
  await expect(account.getByLabel('Email')).toHaveValue(team.email);
  await expect(account.getByLabel('Email')).not.toBeEditable();
  const save = account.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();

  await account.getByLabel('Phone').fill('call me');
  await save.click();
  await expect(account.getByText('Please fix this field:')).toBeVisible();
  await expect(account.getByLabel('Phone')).toBeFocused();

  await account.getByLabel('Phone').fill('+1 (202) 555-0199');
  await account.getByLabel('First name').fill('Theresa');
  const sent = page.waitForRequest('**/update/team*');
  await save.click();
  expect((await sent).postDataJSON()).toMatchObject({
    id: team.user.id,
    data: {
      account_name: 'Orchard Works',
      first_name: 'Theresa',
      last_name: 'Miller',
      phone: '+1 (202) 555-0199',
    },
  });
  await expect(page.getByText('Updated Successfully.', { exact: true })).toBeVisible();
  // The stored notation, without a reload.
  await expect(account.getByLabel('Phone')).toHaveValue('+1 202 555 0199');
  await expect(page.getByRole('button', { name: 'Theresa Miller account menu' })).toBeVisible();
  await expect(save).toBeDisabled();
  await page.goto('/app/my-profile');
  await expect(account.getByLabel('First name')).toHaveValue('Theresa');

  await account.getByLabel('Last name').fill('Berg');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page).toHaveURL('/app/users');
});

test('On the free plan, the profile prompts for an upgrade first; the history is paged and may be empty @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await server.withDatabase((db) =>
    buildHistory(
      db,
      team.user.id,
      Array.from({ length: 11 }, (_, index) => ({
        changed_on: `2026-01-${String(index + 10)}T09:00:00.000Z`,
        descr: `Change number ${index + 1}.`,
        actor_role: 'admin',
        actor_id: 1,
      })),
    ),
  );
  await page.goto('/app/my-profile');
  const history = page.getByRole('region', { name: 'Subscription history' });
  const rows = history.getByRole('row');
  await expect(rows).toHaveCount(11);
  await expect(rows.nth(1)).toContainText('Signed up on the free plan.');
  await expect(rows.nth(2)).toContainText('Change number 11.');
  await expect(rows.nth(2)).toContainText('Administrator');
  await history.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/app/my-profile?page=2');
  await expect(rows).toHaveCount(3);

  await server.withDatabase((db) =>
    db.deleteFrom('subscription_history').where('team_id', '=', team.user.id).execute(),
  );
  await page.goto('/app/my-profile');
  await expect(history.getByText('No changes yet')).toBeVisible();

  const modify = page.getByRole('region', { name: 'Modify or cancel subscription' });
  await expect(modify).toContainText('Upgrade first');
  await modify.getByRole('link', { name: 'Go to the purchase page' }).click();
  await expect(page).toHaveURL('/app/purchase');
});

test('A new password is typed twice and validated by the server; saving it ends the other sessions', async ({
  teamPage: page,
  context,
  server,
  team,
  monitor,
}) => {
  const login = (password: string) =>
    call<{ data?: { token: string } }>(server.url, '/sapi/v1/login', {
      body: { email: team.email, password, role: 'team' },
    });
  const otherToken = (await login(PASSWORD)).body.data?.token ?? '';
  const requestStatus = async (token: string) =>
    (await call(server.url, '/tapi/v1/listPaged/team', { token })).status;
  expect(await requestStatus(otherToken)).toBe(200);

  await page.goto('/app/my-profile');
  const card = page.getByRole('region', { name: 'Change password' });
  const [password, again] = [card.getByLabel('New password'), card.getByLabel('Confirm password')];
  const change = card.getByRole('button', { name: 'Change password' }).and(page.locator('[type="submit"]'));
  await expect(change).toBeDisabled();
  await password.fill('password1');
  await expect(change).toBeDisabled();
  await again.fill('password2');
  await expect(card.getByText('Password and confirm password do not match.')).toBeVisible();
  await expect(change).toBeDisabled();
  await again.fill('password1');
  monitor.expectResponse(400, '/tapi/v1/changePassword');
  await change.click();
  await expect(password).toHaveAccessibleDescription(/Password is too common\. Choose another\./);
  await expect(password).toBeFocused();

  await password.fill(NEW_PASSWORD);
  await again.fill(NEW_PASSWORD);
  monitor.allowNetworkFailures();
  await context.setOffline(true);
  await change.click();
  await expect(page.getByRole('alert').getByText('Failed to perform Action.', { exact: true })).toBeVisible();
  await expect(password).toHaveValue(NEW_PASSWORD);
  await context.setOffline(false);
  await change.click();
  await expect(page.getByText('Password Updated Successfully.', { exact: true })).toBeVisible();
  await expect(password).toHaveValue('');
  expect(await requestStatus(otherToken)).toBe(401);
  expect((await login(PASSWORD)).status).toBe(401);
  expect((await login(NEW_PASSWORD)).status).toBe(200);
  // This session continues.
  await page.reload();
  await waitForPage(page, 'My Profile');
});

test('An upgrade by an administrator is stopped after confirmation; a failure shows an error @nightly', async ({
  teamPage: page,
  context,
  server,
  team,
  monitor,
}) => {
  await upgradeByAdmin(server, team);
  await page.goto('/app/my-profile');
  const account = page.getByRole('region', { name: 'Account details' });
  await expect(account).toContainText(/PlanUpgraded by admin \(until Dec 31, 2999\)/);
  await expect(account).toContainText('Max app users50');
  const stop = page.getByRole('button', { name: 'Stop the upgrade' });
  const dialog = page.getByRole('dialog', { name: 'Stop the upgrade?' });
  const confirmStop = () => dialog.getByRole('button', { name: 'Stop the upgrade' }).click();

  await stop.click();
  await expect(dialog).toContainText('10 app users instead of 50');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(account).toContainText('Upgraded by admin');

  monitor.allowNetworkFailures();
  await context.setOffline(true);
  await stop.click();
  await confirmStop();
  await expect(page.getByRole('alert').getByText('Failed to perform Action.', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();

  await stop.click();
  await confirmStop();
  await expect(page.getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await expect(account).toContainText('PlanFree');
  await expect(stop).toHaveCount(0);
  await expect(
    page.getByRole('row', { name: 'The upgrade was stopped: back on the free plan.' }),
  ).toBeVisible();

  // Someone else stops it first.
  await upgradeByAdmin(server, team);
  await page.reload();
  await expect(stop).toBeVisible();
  await call(server.url, '/tapi/v1/convertToFree', { token: team.token, query: { team_id: team.user.id } });
  monitor.expectResponse(409, '/tapi/v1/convertToFree');
  await stop.click();
  await confirmStop();
  await expect(
    page.getByRole('alert').getByText('This subscriber is already on the free plan.', { exact: true }),
  ).toBeVisible();
  await expect(account).toContainText('PlanFree');
});

test('A paid plan shows its billing periods; actions that need the payment provider are disabled with a reason @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  await startPaidPlan(server, team);
  monitor.expectResponse(500, '/tapi/v1/getSubData');
  await page.route('**/getSubData*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto('/app/my-profile');
  const info = page.getByRole('region', { name: 'Subscription info' });
  await expect(info).toContainText('Paid (11-50 end users - Monthly ( $79.95/monthly ))');
  await expect(info.getByRole('alert')).toContainText('could not be loaded');
  await page.unroute('**/getSubData*');
  await info.getByRole('button', { name: 'Try again' }).click();
  await expect(info).toContainText('Period endDec 5, 2026, 10:00:00 AM CET');
  await expect(info).toContainText('After this periodEnds');

  await expect(page.getByRole('region', { name: 'Card on file' })).toContainText(
    'Payments are not set up on this server yet.',
  );

  const modify = page.getByRole('region', { name: 'Modify or cancel subscription' });
  await expect(modify).toContainText('Payments are not set up on this server yet');
  await expect(modify).toContainText(
    'Your subscription is scheduled to stop on Dec 5, 2026, 10:00:00 AM CET',
  );
  await expect(modify.getByLabel('Change to')).toBeDisabled();
  for (const name of ['Undo', 'Stop subscription']) {
    await expect(modify.getByRole('button', { name })).toBeDisabled();
  }
  await expect(modify.getByRole('checkbox')).toBeDisabled();
  await expect(modify.getByRole('checkbox')).toHaveAttribute('required', '');
  await expect(modify.getByRole('group')).toHaveAccessibleDescription(/Payments are not set up/);

  await page.goto('/app/purchase');
  await expect(page.getByText('You have a paid subscription')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay and start Subscription' })).toHaveCount(0);
});

test('The purchase screen shows the plans and their prices, and accepts no card data @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const plan = await createPlan(server, `price_shop_${team.user.id}`);
  await page.goto('/app/purchase');
  await waitForPage(page, 'Purchase');
  const pay = page.getByRole('button', { name: 'Pay and start Subscription' });
  await expect(pay).toBeDisabled();
  await expect(page.getByRole('main')).toContainText('Callpoint is not connected to the payment provider');
  for (const label of ['Address', 'City', 'State', 'ZIP', 'Card number', 'Expiry', 'CVC']) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toBeDisabled();
    await expect(field).toHaveAttribute('required', '');
  }
  const plans = page.getByLabel('Plan', { exact: true });
  await plans.selectOption(`${plan.plan_stripe_id}|50`);
  await expect(plans.getByRole('option', { selected: true })).toHaveText(
    '11-50 end users - Monthly ( $79.95/monthly )',
  );
  await expect(pay).toBeDisabled();
});
