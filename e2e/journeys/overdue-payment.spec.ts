import { buildPlan, buildSubscription } from '@callpoint/server/factories/subscriptions';
import { setOverdue } from '@callpoint/server/factories/overdue';
import type { StopNotice } from '@callpoint/contract/unpaid-accounts';
import { expectAccessible } from '../support/axe.ts';
import { createTeam, generateEmail, PASSWORD, type TestAccount } from '../support/people.ts';
import { waitForPage, waitForUrl, startUsing } from '../support/page-actions.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** Gives a subscriber a paid subscription whose payment has been overdue for a number of days. */
async function makeOverdue(server: Server, { user }: TestAccount, days: number): Promise<void> {
  const at = new Date().toISOString();
  await server.withDatabase(async (db) => {
    const { id: plan_id } = await buildPlan(db, { plan_stripe_id: `price_${user.id}` });
    await db.updateTable('team').set({ plan_id }).where('id', '=', user.id).execute();
    await buildSubscription(db, {
      id: `sub_${user.id}`,
      team_id: user.id,
      created: at,
      current_period_start: at,
      current_period_end: at,
      cancel_at_period_end: 0,
      trial_end: null,
    });
    await setOverdue(db, user.id, days);
  });
}

test('A subscriber with an overdue payment sees on every screen what follows, and its changes are paused', async ({
  teamPage: page,
  team,
  server,
  monitor,
}) => {
  await makeOverdue(server, team, 3);
  await page.goto('/app/users');
  const notice = page.getByRole('complementary', { name: 'Payment overdue' });
  await expect(notice).toContainText('Your payment of $29.95 has been overdue since');
  await expect(notice).toContainText('you can’t add app users or change settings until it is paid.');
  await expect(notice).toContainText('Alerts continue.');

  await server.withDatabase((db) => setOverdue(db, team.user.id, 20));
  await page.goto('/app/add-user');
  await expect(notice).toContainText('You can’t add app users or change settings until it is paid.');
  await expectAccessible(page);
  await page.getByLabel('Name', { exact: true }).fill('Ana Flores');
  await page.getByLabel('Email', { exact: true }).fill(generateEmail('ana'));
  await page.getByLabel('Phone', { exact: true }).fill('+1 202 555 0143');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel(/^This user agrees to receive text messages/).check();
  monitor.expectResponse(409, '/tapi/v1/createCustom/app_user');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved' })).toContainText(
    /Your payment has been overdue since .* Alerts continue\./,
  );
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ana Flores');

  await notice.getByRole('link', { name: 'Open your profile' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await waitForPage(page, 'My Profile');
  await expect(notice).toBeVisible();
  await server.withDatabase((db) => setOverdue(db, team.user.id, null));
  await page.reload();
  await waitForPage(page, 'My Profile');
  await expect(notice).toBeHidden();
});

test.describe(() => {
  // The numbers cover the entire platform.
  test.use({ serverOptions: {} });

  test('The overview shows revenue and unpaid accounts, and what an administrator can decide about them @nightly', async ({
    adminPage: page,
    server,
    monitor,
  }) => {
    const team = await createTeam(server);
    await makeOverdue(server, team, 50);
    await page.goto('/app/overview');
    await startUsing(page);
    const revenue = page.getByRole('region', { name: 'Revenue' });
    await expect(revenue).toContainText(/Monthly recurring revenue\$29\.95.*1 subscription/);
    await expect(revenue).toContainText(/Failed payments1\$29\.95/);
    await expect(revenue.getByRole('table', { name: 'Failed payments' })).toContainText('Orchard Works');
    await expect(revenue.getByRole('table', { name: 'Subscribers by plan' })).toContainText(
      /1-10 end users, Monthly.*Past due.*1/,
    );

    const unpaid = page.getByRole('region', { name: 'Unpaid accounts' });
    await expect(unpaid).toContainText(/Overdue since .*, \$29\.95/);
    await expectAccessible(page);
    monitor.expectResponse(409, '/api/v1/start/stopNotice');
    await unpaid.getByRole('button', { name: 'Send notice to Orchard Works' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('The owner and all safety contacts get an email');
    await dialog.getByRole('button', { name: 'Send notice' }).click();
    // This server has no keys of the payment provider, so it cannot ask whether the payment is still overdue.
    await expect(unpaid.getByRole('status')).toContainText('Payments are not set up');

    const notice: StopNotice = {
      started_at: '2026-11-01T09:00:00.000Z',
      stop_after: '2026-11-08T09:00:00.000Z',
      sent: 2,
      waiting: 0,
      failed: 1,
      can_stop: true,
    };
    await page.route('**/api/v1/unpaidAccounts', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { accounts: object[] } };
      body.data.accounts = body.data.accounts.map((account) => ({ ...account, notice }));
      await route.fulfill({ response, json: body });
    });
    await page.reload();
    await expect(unpaid).toContainText('The notice ended on Nov 8, 2026.');
    await expect(unpaid).toContainText('1 email could not be sent.');
    await unpaid.getByRole('button', { name: 'Stop the account of Orchard Works' }).click();
    await expect(dialog).toContainText('no one is notified');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(unpaid.getByRole('button', { name: 'Withdraw the notice to Orchard Works' })).toBeEnabled();

    await createTeam(server);
    await page.goto('/app/subscribers');
    const rows = page.getByRole('table', { name: 'Subscribers' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await page.getByLabel('Payment', { exact: true }).selectOption('Overdue');
    await waitForUrl(page, '/app/subscribers', { payment: 'overdue' });
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(/Overdue.*Paid/);
  });
});
