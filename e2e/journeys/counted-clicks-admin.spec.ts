import { buildPlan } from '@callpoint/server/factories/subscriptions';
import { Clicks } from '../support/clicks.ts';
import { openPage } from '../support/page-actions.ts';
import { createTeam, logInAdmin, signIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Everyday tasks of an administrator take few clicks, counted from the first page after the login. */

test('A subscriber gets a plan until a date in five clicks @nightly', async ({ page, context, server }) => {
  const team = await createTeam(server, { account_name: 'Harrow Street Bakery' });
  await server.withDatabase((db) =>
    buildPlan(db, {
      plan_name: '1-31 end users',
      plan_stripe_id: `price_until_${team.user.id}`,
      plan_cost_cents: 5595,
      max_users: 31,
    }),
  );
  await signIn(context, server, await logInAdmin(server));
  await openPage(page, 'subscribers', 'Subscribers');
  const clicks = new Clicks();
  await clicks.click(page.getByRole('button', { name: /^Search/ }));
  await page.getByRole('combobox', { name: 'Search' }).fill('harrow street');
  const found = page.getByRole('option', { name: /^Harrow Street Bakery/ });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const plan = page.getByRole('region', { name: 'Modify or cancel subscription' });
  await clicks.choose(plan.getByLabel('Plan'), '1-31 end users - Monthly ( $55.95/monthly )');
  const end = plan.getByLabel('Expires on (optional)');
  await clicks.click(end);
  await end.fill('2999-03-31');
  await clicks.click(plan.getByRole('button', { name: 'Upgrade to premium' }));
  clicks.expectAtMost(5);
  await expect(page.getByRole('region', { name: 'Account details' })).toContainText(
    'PlanUpgraded by admin (until Mar 31, 2999)',
  );
});
