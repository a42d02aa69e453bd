import type { Page } from '@playwright/test';
import { openPage, waitForUrl } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** Every list with filters saves them under a name, for its reader. */

const openMenu = (page: Page) => page.getByRole('button', { name: 'Saved filters' }).click();

async function saveAndChoose(page: Page, path: string, title: string, query: Record<string, string>) {
  const name = `Mine in ${title}`;
  await openPage(page, `${path}?${new URLSearchParams({ per_page: '50', ...query }).toString()}`, title);
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Save filter' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Filter “${name}” saved.`)).toBeVisible();
  // In a later visit, from the list without a filter.
  await openPage(page, path, title);
  await openMenu(page);
  await page.getByRole('menuitem', { name }).click();
  await waitForUrl(page, `/app/${path}`, query);
}

test('A subscriber saves the filters of its records, users and messages @nightly', async ({
  teamPage: page,
}) => {
  await saveAndChoose(page, 'button_data/2', 'Report an Incident/Accident', {
    search: 'ann',
    messages: 'failed',
  });
  await saveAndChoose(page, 'form_data/3', 'Need a Safety Product', { search: 'gloves' });
  await saveAndChoose(page, 'users', 'Users', { status: '0' });
  await saveAndChoose(page, 'deliveries', 'Deliveries', { state: 'failed', channel: 'email' });
  // Both lists of presses share their filters; the others have their own.
  await openPage(page, 'button_data/5', 'Lone Worker Emergency');
  await openMenu(page);
  await expect(page.getByRole('menuitem')).toHaveText([
    'Mine in Report an Incident/Accident',
    'Save filter',
    'Manage filters',
  ]);
});

test('An administrator saves the filters of subscribers, plans and the audit @nightly', async ({
  adminPage: page,
}) => {
  await saveAndChoose(page, 'subscribers', 'Subscribers', { plan: 'free', status: '1' });
  await saveAndChoose(page, 'plans', 'Plan Types', { search: 'yearly', sort: 'plan_cost' });
  await saveAndChoose(page, 'audit', 'Audit', { outcome: 'refused' });
});
