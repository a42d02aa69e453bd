import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

// No other test creates plans here.
test.use({ serverOptions: {} });

test('An empty list of plans has one button; the history of a plan shows prices @nightly', async ({
  adminPage: page,
}) => {
  await page.goto('/app/plans');
  await waitForPage(page, 'Plan Types');
  const create = page.getByRole('link', { name: 'New Plan' });
  await expect(page.getByText('No plans yet')).toBeVisible();
  await expect(create).toHaveCount(1);
  await create.click();
  await waitForPage(page, 'New Plan');
  await page.getByLabel('Plan name').fill('Crew');
  await page.getByLabel('Plan cost').fill('29.95');
  await page.getByLabel('Plan term').fill('Monthly');
  await page.getByLabel(/stripe id/i).fill('price_crew');
  await page.getByLabel('Max users').fill('25');
  await page.getByRole('button', { name: 'Create plan' }).click();
  await waitForPage(page, 'Plan Types');
  await expect(create).toHaveCount(1);
  await page.getByRole('table').getByRole('link', { name: /Crew/ }).click();
  await page.getByLabel('Plan cost').fill('31.5');
  await page.getByRole('button', { name: 'Update plan' }).click();
  await expect(page.getByText('Plan updated successfully.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^History/ }).click();
  await expect(page.getByRole('dialog').getByText('Changed from “$29.95” to “$31.50”').first()).toBeVisible();
});
