import type { Response } from '@playwright/test';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

// The terms apply to the entire platform.
test.use({ serverOptions: {}, viewport: { width: 1280, height: 720 } });

const RULES = Array.from({ length: 80 }, (_, index) => `${index + 1}. A rule that applies to everyone.`);
const terms = (fee: string) => [...RULES, `The fee is ${fee}.`, ...RULES].join('\n');

test('A change of the terms is marked in their history and in the audit @nightly', async ({
  adminPage: page,
}) => {
  await page.goto('/app/configuration');
  await waitForPage(page, 'Configuration');
  const row = page.getByRole('rowgroup', { name: 'Terms and conditions' });
  const responses: Promise<Response>[] = [];
  // The second text is typed while the first one is being saved, or right after.
  for (const fee of ['low', 'moderate']) {
    responses.push(
      page.waitForResponse((response) => response.request().postData()?.includes(`is ${fee}.`) ?? false),
    );
    await row.getByRole('textbox').fill(terms(fee));
    await row.getByRole('button', { name: /^Save/ }).click();
  }
  for (const response of await Promise.all(responses)) expect(response.status()).toBe(200);
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
