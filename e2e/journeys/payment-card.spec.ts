import { expectAccessible } from '../support/axe.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/shop.ts';
import { test as withoutShop } from '../support/test.ts';

/** A subscriber replaces the card that pays. The payment provider is simulated. */

test('A rejected card is explained at its field, and another one replaces the card on file @nightly', async ({
  purchase,
  monitor,
}) => {
  const { page, provider } = purchase;
  await purchase.open();
  await purchase.fillAddress();
  await purchase.fillCard('ok');
  await purchase.pay.click();
  await purchase.expectPaid();

  const card = page.getByRole('region', { name: 'Card on file' });
  await expect(card).toContainText('Visa ending in 4242');
  await card.getByRole('link', { name: 'Replace this card' }).click();
  await waitForPage(page, 'Card on file');
  const save = page.getByRole('button', { name: 'Save card' });
  await expect(purchase.cardField('Card number')).toBeVisible();
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText('Card number is required.').first()).toBeVisible();

  await purchase.fillCard('expired');
  await save.click();
  await expect(purchase.problem).toContainText('Card not saved');
  await expect(purchase.problem).toContainText('Your card has expired.');
  await expect(purchase.cardField('Expiry')).toBeFocused();
  await purchase.fillCard('cvc');
  await save.click();
  await expect(purchase.problem).toContainText('security code is incorrect');
  await expect(purchase.cardField('CVC')).toBeFocused();

  const bank = page.getByRole('dialog', { name: 'Your bank' });
  await purchase.fillCard('authenticate');
  await save.click();
  await bank.getByRole('button', { name: 'Fail' }).click();
  await expect(purchase.problem).toContainText('Your bank could not confirm that it was you.');
  await save.click();
  const complete = bank.getByRole('button', { name: 'Complete' });
  await expect(complete).toBeVisible();
  // The card is stored at the provider, and its answer about the subscription is lost.
  provider.behave(({ at, method }) => (at === 'request' && method === 'POST' ? { status: 500 } : undefined));
  monitor.expectResponse(503, '/tapi/v1/finish/card');
  await complete.click();
  await expect(purchase.problem).toContainText('Card status unknown');
  await expect(save).toBeDisabled();
  provider.behave();
  await page.getByRole('button', { name: 'Check card' }).click();
  await expect(page).toHaveURL('/app/my-profile');
  await expect(page.getByRole('status').filter({ hasText: 'Your new card is on file.' })).toBeVisible();
  await expect(card).toContainText('ending in 3155');
});

withoutShop('Without payment keys, the page of the card says so @nightly', async ({ teamPage: page }) => {
  await page.goto('/app/payment-card');
  await waitForPage(page, 'Card on file');
  await expect(page.getByRole('main')).toContainText('Callpoint can’t take card payments yet.');
  await page.getByRole('link', { name: 'Go to your profile' }).click();
  await waitForPage(page, 'My Profile');
});
