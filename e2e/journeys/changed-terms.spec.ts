import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

// The terms apply to the entire platform.
test.use({ serverOptions: {}, viewport: { width: 1280, height: 720 } });

const RULES = Array.from({ length: 80 }, (_, index) => `${index + 1}. A rule that applies to everyone.`);
const terms = (fee: string) => [...RULES, `The fee is ${fee}.`, ...RULES].join('\n');

test('A change of the terms is marked in their history and in the audit', async ({ adminPage: page }) => {
  const row = page.getByRole('rowgroup', { name: 'Terms and conditions' });
  for (const fee of ['low', 'moderate']) {
    // Each time with the version that is stored: an edit that starts during a save is based on the one before.
    await page.goto('/app/configuration');
    await waitForPage(page, 'Configuration');
    await row.getByRole('textbox').fill(terms(fee));
    const saved = page.waitForResponse('**/api/v1/update/config*');
    await row.getByRole('button', { name: /^Save/ }).click();
    expect((await saved).status()).toBe(200);
    await expect(row.getByRole('button', { name: /^Save/ })).toBeDisabled();
  }
  await row.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History: Terms and conditions' });
  const newest = history.getByRole('listitem').first();
  await expect(newest.getByRole('deletion')).toHaveText('removed: low.');
  await expect(newest.getByRole('insertion')).toHaveText('added: moderate.');
  await expect(newest.getByRole('insertion')).toBeInViewport();
  const text = await newest.innerText();
  expect(text).toContain('\n80. A rule');
  await expect(history.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  await history.getByRole('button', { name: 'Close' }).click();

  await page.goto('/app/audit');
  await waitForPage(page, 'Audit');
  await page
    .getByRole('button', { name: /^Details: Changed: Configuration value/ })
    .first()
    .click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('deletion')).toHaveText('removed: low.');
  await expect(details.getByRole('insertion')).toHaveText('added: moderate.');
  await expect(details.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
});
