import { openPage } from '../support/page-actions.ts';
import { logInAdmin, signIn } from '../support/people.ts';
import { expect, test } from '../support/shop.ts';

/** A subscriber changes, cancels and stops its paid subscription on the profile. The payment provider is simulated. */

const MODIFY = 'Modify or cancel subscription';
const DONE = 'Updated Successfully.';

test('A paid subscription is changed at the shown price, canceled, resumed and stopped', async ({
  purchase,
  shop,
  team,
  monitor,
}) => {
  const { page, provider } = purchase;
  const largePlan = await purchase.offerLargePlan();
  await purchase.open();
  await purchase.fillAddress();
  await purchase.fillCard('ok');
  await purchase.pay.click();
  await purchase.expectPaid();

  const modify = page.getByRole('region', { name: MODIFY });
  const done = page.getByRole('status').getByText(DONE, { exact: true });
  await modify.getByLabel('Change to').selectOption(largePlan);
  await expect(modify).toContainText('You pay $70.00 now.');
  await expect(modify).toContainText('Each later term costs $99.95');
  await modify.getByRole('button', { name: 'Change plan and pay $70.00' }).click();
  await expect(done).toBeVisible();
  await expect(page.getByRole('region', { name: 'Subscription info' })).toContainText('11-50 end users');
  expect(purchase.charged(team.email)).toBe(2995 + 7000);

  const cancel = modify.getByRole('button', { name: 'Cancel subscription', exact: true });
  await cancel.click();
  await expect(modify).toContainText('Check this box first.');
  await modify.getByRole('checkbox', { name: 'Cancel at the end of the paid period.' }).check();
  await cancel.click();
  await expect(modify).toContainText('Your subscription is scheduled to stop on');

  provider.behave(({ at, method }) => (at === 'request' && method === 'POST' ? { status: 500 } : undefined));
  monitor.expectResponse(503, '/tapi/v1/resume/subscription');
  await modify.getByRole('button', { name: 'Undo' }).click();
  await expect(modify).toContainText(
    'The payment provider did not respond. Try again: nothing is charged twice.',
  );
  provider.behave();
  await modify.getByRole('button', { name: 'Undo' }).click();
  await expect(cancel).toBeVisible();

  await modify.getByRole('checkbox', { name: 'Stop now. I understand there is no refund.' }).check();
  await modify.getByRole('button', { name: 'Stop subscription' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'Without another subscription, the account returns to the free plan, with lower limits of messages, and 10 app users instead of 50.',
  );
  await dialog.getByRole('button', { name: 'Stop subscription' }).click();
  await expect(modify).toContainText('Upgrade first');
  await expect(page.getByRole('region', { name: 'Subscription history' })).toContainText(
    'The subscription was stopped: back on the free plan.',
  );
  expect(shop.provider.state.subscriptions.size).toBeGreaterThan(0);
});

test('An administrator changes and stops the paid subscription of a subscriber @nightly', async ({
  purchase,
  server,
  team,
}) => {
  const { page } = purchase;
  await purchase.open();
  await purchase.fillAddress();
  await purchase.fillCard('ok');
  await purchase.pay.click();
  await purchase.expectPaid();

  await signIn(page.context(), server, await logInAdmin(server));
  await openPage(page, `subscriber/profile/${team.user.id}`, 'Profile of Orchard Works');
  const modify = page.getByRole('region', { name: MODIFY });
  await modify.getByRole('checkbox', { name: 'Stop now. I understand there is no refund.' }).check();
  await modify.getByRole('button', { name: 'Stop subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop subscription' }).click();
  await expect(page.getByRole('status').getByText(DONE, { exact: true })).toBeVisible();
  await expect(modify.getByRole('button', { name: 'Upgrade to premium' })).toBeVisible();
  await expect(page.getByRole('row', { name: /The subscription was stopped.*Administrator/ })).toBeVisible();
});
