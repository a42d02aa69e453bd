import type { Page } from '@playwright/test';
import { openPage, waitForPage } from '../support/page-actions.ts';
import { saveSetting } from '../support/settings.ts';
import { expect, test } from '../support/test.ts';

/** The search leads to a single setting: its field is visible and has the focus. */

async function search(page: Page, typed: string, option: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await field.fill(typed);
  const result = page.getByRole('option', { name: option, exact: true });
  await expect(result).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}

async function expectFocus(page: Page, id: string): Promise<void> {
  const field = page.locator(`[id="${id}"]`);
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
}

test('A setting in a collapsed section and another role’s tab is opened by its label @nightly', async ({
  teamPage: page,
}) => {
  await openPage(page, 'button_press_settings/5', 'Lone Worker Emergency');
  const section = page.getByRole('button', { name: 'Text/SMS Notification Settings', exact: true });
  await section.click();
  await expect(section).toHaveAttribute('aria-expanded', 'false');
  await openPage(page, 'users', 'Users');
  await search(
    page,
    'SMS to the user of Lone Worker Emergency',
    'SMS to the user Lone Worker Emergency · SMS',
  );
  await waitForPage(page, 'Lone Worker Emergency');
  await expect(section).toHaveAttribute('aria-expanded', 'true');
  const tab = page
    .getByRole('tablist', { name: 'Recipients: Text/SMS Notification Settings' })
    .getByRole('tab', { name: /^App user/ });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expectFocus(page, 'sms_to_user_message_5');

  // From the same page, in another section.
  await search(
    page,
    'subject consultancy lone',
    'Subject for the safety consultancy Lone Worker Emergency · Email',
  );
  await expectFocus(page, 'mail_to_bermac_subject_5');

  // A page whose settings load after everything else.
  await search(page, 'Call a Safety Person: mode', 'Call a Safety Person: mode Dashboard Settings');
  await waitForPage(page, 'App Dashboard Settings');
  await expectFocus(page, 'btn_6_mode');

  await search(page, 'time zone of', 'Time zone of messages My Profile');
  await expectFocus(page, 'field-time_zone');

  await search(page, 'other presses on every', 'Show other presses on every screen Alerts on this device');
  await expect(page.getByRole('switch', { name: 'Show other presses on every screen' })).toBeVisible();
});

test('Staying on a page with unsaved changes opens no setting @nightly', async ({ teamPage: page }) => {
  await openPage(page, 'my-profile', 'My Profile');
  await page.getByRole('textbox', { name: 'Account name' }).fill('Another name');
  await search(page, 'mode of ask a', 'Ask a Safety Question: mode Dashboard Settings');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/app\/my-profile$/);
  await expect(page.getByRole('textbox', { name: 'Account name' })).toHaveValue('Another name');
});

test('An administrator finds the rows of the configuration @nightly', async ({ adminPage: page }) => {
  await openPage(page, 'plans', 'Plan Types');
  await search(page, 'emails a day', 'Emails a day to external recipients Configuration');
  await waitForPage(page, 'Configuration');
  await expectFocus(page, 'daily_email_limit');
  await search(page, 'payment secret', 'Secret key of the payment provider Configuration');
  await expectFocus(page, 'payment_secret_key');
  await search(page, 'contact person', 'Safety contacts Configuration');
  await expect(page).toHaveURL(/\/app\/SafetyContacts$/);
});

test('A subscriber finds its safety contacts among the people, and the search opens the row of one @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const contact = (name: string, phone: string) => ({ name, phone, email: '' });
  const list = [contact('Nadia Kern', '+13035550140'), contact('Olga Lind', '+13035550141')];
  await saveSetting(server, team, 'contact_person', JSON.stringify(list));
  await openPage(page, 'users', 'Users');
  await search(page, '(303) 555-0141', 'Olga Lind +1 303 555 0141 Safety contact');
  await waitForPage(page, 'Safety Contacts For App Users');
  await expectFocus(page, 'contact-1-name');
  await expect(page.locator(':focus')).toHaveValue('Olga Lind');
});

/** The code of the parts that load with the first input. */
const SEARCH_CODE = '**/assets/later-*.js';

test('The search gets what was typed before its code was loaded @nightly', async ({ teamPage: page }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(SEARCH_CODE, async (route) => {
    await isReleased;
    await route.continue();
  });
  await openPage(page, 'users', 'Users');
  const list = page.getByRole('searchbox', { name: 'Search' });
  await list.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('deliv');
  await expect(list).toHaveValue('');
  release();
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toHaveValue('deliv');
  await page.keyboard.type('eries');
  await expect(field).toHaveValue('deliveries');
});

test('Without the code of the search, the page gets what is typed @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(SEARCH_CODE, async (route) => {
    await isReleased;
    await route.abort();
  });
  await openPage(page, 'users', 'Users');
  await page.keyboard.press('Control+k');
  release();
  const list = page.getByRole('searchbox', { name: 'Search' });
  // The browser reports a failed request before the page's code knows of it: until then, the keys are for the search.
  await expect(async () => {
    await list.fill('');
    await list.focus();
    await page.keyboard.type('ana');
    await expect(list).toHaveValue('ana', { timeout: 1000 });
  }).toPass();
});
