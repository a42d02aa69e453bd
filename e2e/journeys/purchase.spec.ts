import type { StartedPurchase } from '@callpoint/contract/purchases';
import { callOrThrow } from '../support/calls.ts';
import { expect, test } from '../support/shop.ts';
import { logIn, openPage, waitForPage } from '../support/page-actions.ts';

/** A subscriber pays for a plan by card. The payment provider and its browser script are simulated. */

test('A purchase starts from the profile, and a double click pays once', async ({ purchase, team }) => {
  const { page } = purchase;
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await openPage(page, 'my-profile', 'My Profile');
  await page.getByRole('link', { name: 'Go to the purchase page' }).click();
  await waitForPage(page, 'Purchase');
  await purchase.pay.click();
  await expect(purchase.problem).toContainText('Please fix these 8 fields');
  await expect(purchase.problem).toContainText('Card number is required.');
  await expect(page.getByLabel('Plan', { exact: true })).toBeFocused();
  await purchase.problem.getByRole('link', { name: 'Expiry is required.' }).click();
  await expect(purchase.cardField('Expiry')).toBeFocused();
  await purchase.fillAddress();
  await purchase.fillCard('ok');
  // Not only in the field, whose text may be cut.
  await expect(page.getByText('Price: $29.95, Monthly. Up to 10 app users.')).toBeVisible();
  await expect(page.getByText('Price of the first term: $29.95.')).toBeVisible();
  await purchase.pay.dblclick();
  await purchase.expectPaid();
  expect(purchase.charged(team.email)).toBe(2995);
  // Each document has the policy of its own screens.
  expect(documents).toEqual(['/app/my-profile', '/app/purchase', '/app/my-profile']);
});

test('A card that is declined, expired or has a wrong CVC is named in the form, and another card that needs authentication pays', async ({
  purchase,
  team,
}) => {
  await purchase.open();
  await purchase.fillAddress();
  await purchase.fillCard('declined');
  await purchase.pay.click();
  await expect(purchase.problem).toContainText('Your card was declined.');
  await expect(purchase.problem).toContainText('Your card was not charged.');
  await expect(purchase.cardField('Card number')).toBeFocused();
  await expect(purchase.page.getByLabel('City', { exact: true })).toHaveValue('Boulder');

  for (const [card, problem, field] of [
    ['expired', 'Your card has expired.', 'Expiry'],
    ['cvc', 'security code is incorrect.', 'CVC'],
  ] as const) {
    await purchase.fillCard(card);
    await purchase.pay.click();
    await expect(purchase.problem).toContainText(problem);
    // Otherwise the focus may move while the next number is entered.
    await expect(purchase.cardField(field)).toBeFocused();
  }

  await purchase.fillCard('authenticate');
  await purchase.pay.click();
  const bank = purchase.page.getByRole('dialog', { name: 'Your bank' });
  await bank.getByRole('button', { name: 'Fail' }).click();
  await expect(purchase.problem).toContainText('Your bank could not confirm that it was you.');
  expect(purchase.charged(team.email)).toBe(0);

  await purchase.pay.click();
  await bank.getByRole('button', { name: 'Complete' }).click();
  await purchase.expectPaid();
  expect(purchase.charged(team.email)).toBe(2995);
});

test('A purchase that was left partway through continues, and nothing is charged twice @nightly', async ({
  purchase,
  team,
  monitor,
}) => {
  await purchase.open();
  await purchase.fillAddress();
  await purchase.fillCard('authenticate');
  await purchase.pay.click();
  await expect(purchase.page.getByRole('dialog', { name: 'Your bank' })).toBeVisible();
  purchase.page.once('dialog', (dialog) => void dialog.accept());
  await purchase.open();
  await expect(purchase.page.getByText('You started a purchase that is not paid yet.')).toBeVisible();

  await purchase.fillAddress();
  await purchase.fillCard('ok');
  // The payment succeeds, and its report is lost.
  monitor.allowNetworkFailures();
  await purchase.page.route('**/finish/purchase', (route) => route.abort());
  await purchase.pay.click();
  await expect(purchase.problem).toContainText('could not find out whether the payment succeeded');
  const check = purchase.page.getByRole('button', { name: 'Check payment' });
  await expect(check).toBeFocused();
  await expect(purchase.pay).toBeDisabled();
  await purchase.page.unroute('**/finish/purchase');
  await check.click();
  await purchase.expectPaid('Your subscription is active: 1-10 end users - Monthly ( $29.95/monthly ).');
  expect(purchase.charged(team.email)).toBe(2995);
});

test('A payment that could not be looked up is shown as active when the provider reports it @nightly', async ({
  purchase,
  team,
  server,
  monitor,
}) => {
  await purchase.open();
  await purchase.fillAddress();
  await purchase.fillCard('ok');
  monitor.allowNetworkFailures();
  await purchase.page.route('**/finish/purchase', (route) => route.abort());
  await purchase.pay.click();
  await expect(purchase.page.getByRole('button', { name: 'Check payment' })).toBeFocused();
  await purchase.provider.deliverNew(`${server.url}/hooks/stripe`);
  await purchase.expectPaid('Your subscription is active: 1-10 end users - Monthly ( $29.95/monthly ).');
  expect(purchase.charged(team.email)).toBe(2995);
});

test('A purchase after another plan was paid elsewhere names that plan, and charges nothing', async ({
  purchase,
  team,
  server,
}) => {
  const { provider } = purchase;
  const largePlan = await purchase.offerLargePlan();
  await purchase.open();
  await purchase.fillAddress();
  await purchase.fillCard('ok');
  const { data } = await callOrThrow<{ data: StartedPurchase }>(server.url, '/tapi/v1/start/purchase', {
    token: team.token,
    body: {
      selectedPlan: largePlan,
      address: { line1: '1200 Canal Street', city: 'Boulder', state: 'CO', postal_code: '80302' },
    },
  });
  provider.confirmCard(data.client_secret ?? '', 'ok');
  await purchase.pay.click();
  const { page } = purchase;
  await expect(page.getByText('You have a paid subscription', { exact: true })).toBeVisible();
  await expect(page.getByText('Your plan: 11-50 end users - Monthly ( $99.95/monthly ).')).toBeVisible();
  await expect(page.getByText('This attempt did not charge your card.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Purchase', level: 1 })).toBeFocused();
  expect(purchase.charged(team.email)).toBe(9995);
});

test('A blocked script and a provider that is down are shown, and nothing typed is lost @nightly', async ({
  purchase,
  monitor,
}) => {
  purchase.script.block(true);
  await purchase.open();
  await expect(purchase.problem).toContainText('The card fields could not be loaded.');
  await purchase.fillAddress();
  await expect(purchase.pay).toBeDisabled();
  purchase.script.block(false);
  await purchase.page.getByRole('button', { name: 'Try again' }).click();
  await purchase.fillCard('ok');

  monitor.expectResponse(503, '/tapi/v1/start/purchase');
  purchase.provider.behave(() => 'cut');
  await purchase.pay.click();
  await expect(purchase.problem).toContainText('The payment provider did not respond.');
  await expect(purchase.pay).toBeFocused();
  purchase.provider.behave();
  await purchase.pay.click();
  await purchase.expectPaid();
});

test('A session that ended before the payment returns to the page with the address @nightly', async ({
  purchase,
  team,
  monitor,
}) => {
  await purchase.open();
  await purchase.fillAddress();
  await purchase.fillCard('ok');
  monitor.expectResponse(401, '/tapi/v1/start/purchase');
  await purchase.page.route('**/start/purchase', (route) =>
    route.fulfill({ status: 401, json: { ok: false, msg: 'Log in again.' } }),
  );
  await purchase.pay.click();
  await logIn(purchase.page, team);
  await waitForPage(purchase.page, 'Purchase');
  await expect(purchase.page.getByLabel('City', { exact: true })).toHaveValue('Boulder');
  await expect(purchase.cardField('Card number')).toHaveValue('');
  expect(purchase.charged(team.email)).toBe(0);
});
