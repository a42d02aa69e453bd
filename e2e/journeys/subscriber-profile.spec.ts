import { buildPlan } from '@callpoint/server/factories/subscriptions';
import { measureOverflow } from '../support/axe.ts';
import { call } from '../support/calls.ts';
import { logInAdmin, createAppUser, createTeam, PASSWORD, signIn } from '../support/people.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

const NEW_PASSWORD = 'Winter-harbour-88';

test('The history of a plan has a search when it is longer than a page @nightly', async ({
  page,
  context,
  server,
  team,
}) => {
  await server.withDatabase((db) =>
    db
      .insertInto('subscription_history')
      .values(
        Array.from({ length: 12 }, (_, index) => ({
          team_id: team.user.id,
          changed_on: `2026-01-${String(index + 1).padStart(2, '0')}T08:00:00.000Z`,
          descr: `Renewed in week ${index + 1}.`,
          actor_role: 'system',
          actor_id: null,
        })),
      )
      .execute(),
  );
  await signIn(context, server, await logInAdmin(server));
  await page.goto(`/app/subscriber/profile/${team.user.id}`);
  const history = page.getByRole('region', { name: 'Subscription history' });
  await expect(history.getByText('Renewed in week 12.')).toBeVisible();
  const search = history.getByRole('searchbox', { name: 'Search in Subscription history' });
  await search.fill('WEEK 2.');
  await expect(history.getByText('Renewed in week 12.')).toBeHidden();
  await expect(history.getByText('Renewed in week 2.')).toBeVisible();
  await search.fill('week 99');
  await expect(history.getByText('No entries with “week 99”.')).toBeVisible();
  await search.fill('');
  await expect(history.getByText('Renewed in week 12.')).toBeVisible();
  await expect(search).toBeFocused();
});

test('An administrator upgrades a subscriber until a date, changes the upgrade and stops it @nightly', async ({
  page,
  context,
  server,
  team,
  monitor,
}) => {
  const plan = (users: number, cost: number) =>
    server.withDatabase((db) =>
      buildPlan(db, {
        plan_name: `1-${users} end users`,
        plan_stripe_id: `price_admin_${team.user.id}_${users}`,
        plan_cost_cents: cost,
        max_users: users,
      }),
    );
  await plan(25, 4995);
  await plan(50, 7995);
  await createAppUser(server, team);
  await signIn(context, server, await logInAdmin(server));
  await page.goto(`/app/subscriber/profile/${team.user.id}`);
  await waitForPage(page, 'Profile of Orchard Works');
  const account = page.getByRole('region', { name: 'Account details' });
  for (const fact of ['PlanFree', 'Max app users10', 'Used app users1', 'StatusActive']) {
    await expect(account).toContainText(fact);
  }

  const modify = page.getByRole('region', { name: 'Modify or cancel subscription' });
  const upgrade = modify.getByRole('button', { name: 'Upgrade to premium' });
  await upgrade.click();
  await expect(modify.getByRole('link', { name: 'Choose a plan.' })).toBeVisible();
  await modify.getByLabel('Plan').selectOption('1-25 end users - Monthly ( $49.95/monthly )');
  // Below the field, whose text may be cut.
  await expect(modify.getByText('Price: $49.95, Monthly. Up to 25 app users.')).toBeVisible();
  await modify.getByLabel('Expires on (optional)').fill('2020-01-31');
  monitor.expectResponse(400, '/api/v1/upgradeByAdmin');
  await upgrade.click();
  await expect(modify.getByLabel('Expires on (optional)')).toHaveAccessibleDescription(
    /Expires on must be in the future\./,
  );
  await modify.getByLabel('Expires on (optional)').fill('2999-12-31');
  const sent = page.waitForRequest('**/upgradeByAdmin*');
  await upgrade.click();
  expect(Object.fromEntries(new URL((await sent).url()).searchParams)).toMatchObject({
    team_id: String(team.user.id),
    selectedPlan: `price_admin_${team.user.id}_25|25`,
    expires_on: '2999-12-31',
  });
  await expect(page.getByText('Updated Successfully.', { exact: true })).toBeVisible();
  // Not at the button that would stop the upgrade.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(account).toContainText('PlanUpgraded by admin (until Dec 31, 2999)');
  await expect(account).toContainText('Max app users25');
  const history = page.getByRole('region', { name: 'Subscription history' }).getByRole('row');
  await expect(history.nth(1)).toContainText(
    'Upgraded by an administrator to 1-25 end users - Monthly ( $49.95/monthly ), until Dec 31, 2999.',
  );

  // A change of the plan keeps the day, and a change of the day keeps the plan.
  const change = modify.getByRole('button', { name: 'Change the upgrade' });
  await expect(modify.getByLabel('Expires on (optional)')).toHaveValue('2999-12-31');
  await modify.getByLabel('Plan').selectOption('1-50 end users - Monthly ( $79.95/monthly )');
  await change.click();
  await expect(account).toContainText('PlanUpgraded by admin (until Dec 31, 2999)Max app users50');
  await page.reload();
  await modify.getByLabel('Expires on (optional)').fill('');
  await change.click();
  await expect(account).toContainText('PlanUpgraded by adminMax app users50');

  await modify.getByRole('button', { name: 'Stop the upgrade' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop the upgrade' }).click();
  await expect(account).toContainText('PlanFree');
  await expect(account).toContainText('Max app users10');
  await expect(upgrade).toBeVisible();
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/app/subscribers');
});

test('An administrator sets a subscriber’s password and email, and sees that the subscriber is blocked @nightly', async ({
  page,
  context,
  server,
  team,
  monitor,
}) => {
  await signIn(context, server, await logInAdmin(server));
  await page.goto(`/app/subscriber/profile/${team.user.id}`);
  const card = page.getByRole('region', { name: 'Change password' });
  await card.getByLabel('New password').fill(NEW_PASSWORD);
  await card.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await card.locator('[type="submit"]').click();
  await expect(page.getByText('Password Updated Successfully.', { exact: true })).toBeVisible();
  expect((await call(server.url, '/tapi/v1/listPaged/team', { token: team.token })).status).toBe(401);

  const account = page.getByRole('region', { name: 'Account details' });
  const other = `new.${team.email}`;
  await account.getByLabel('Email').fill(other);
  // The new password created a new version of the account, without a conflict: the save succeeds.
  monitor.expectResponse(409, '/api/v1/update/team');
  await account.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Updated Successfully.', { exact: true })).toBeVisible();
  // The account menu does not show the subscriber's name to the administrator.
  await expect(page.getByRole('button', { name: /Tess Miller account menu/ })).toHaveCount(0);
  const login = (address: string, password: string) =>
    call(server.url, '/sapi/v1/login', { body: { email: address, password, role: 'team' } });
  expect((await login(other, PASSWORD)).status).toBe(401);
  expect((await login(other, NEW_PASSWORD)).status).toBe(200);

  await server.withDatabase((db) =>
    db.updateTable('team').set({ status: 0 }).where('id', '=', team.user.id).execute(),
  );
  await page.route('**/listPaged/plan*', (route) =>
    route.fulfill({ json: { ok: true, items: [], pagination: { page: 1, pageSize: 500, pageCount: 0 } } }),
  );
  await page.reload();
  await expect(page.getByText('There are no plans to choose from yet.')).toBeVisible();
  await expect(account).toContainText('StatusBlocked');
  await expect(page.getByText('No one at this subscriber can log in')).toBeVisible();

  for (const id of ['999999', 'nobody']) {
    await page.goto(`/app/subscriber/profile/${id}`);
    await expect(page.getByText('The subscriber does not exist.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(0);
  }
  monitor.expectResponse(500, '/api/v1/listPaged/team');
  await page.route('**/listPaged/team*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto(`/app/subscriber/profile/${team.user.id}`);
  await expect(page.getByRole('alert').filter({ hasText: 'The profile could not be loaded.' })).toBeVisible();
});

test('The heading of a profile names the subscriber; while it loads, its number, and a long name wraps @nightly', async ({
  adminPage: page,
  server,
}) => {
  const name = `Sicherheits${'technik'.repeat(9)} Süd GmbH`;
  const { user } = await createTeam(server, { account_name: name });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/listPaged/team*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(`/app/subscriber/profile/${user.id}`);
  await waitForPage(page, `Profile of subscriber ${user.id}`);
  answer();
  await waitForPage(page, `Profile of ${name}`);
  await expect(page).toHaveTitle(new RegExp(`^Profile of ${name}`));
  await expect(page.getByText(`Account, subscription, and password of subscriber ${user.id}.`)).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await measureOverflow(page)).toBe(0);
  }
});
