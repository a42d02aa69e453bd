import { randomBytes } from 'node:crypto';
import { buildTeam } from '@callpoint/server/factories/accounts';
import { generateEmail, createAppUser, createTeam, PASSWORD } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForUrl, logIn, waitForPage } from '../support/page-actions.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** A unique word for account names. */
const generateWord = () => `Q${randomBytes(4).toString('hex')}`;

async function createTeams(server: Server, word: string, count: number): Promise<void> {
  await server.withDatabase(async (db) => {
    for (let number = 1; number <= count; number += 1) {
      await buildTeam(db, {
        account_name: `${word} ${String(number).padStart(2, '0')}`,
        email: generateEmail(`t${number}`),
      });
    }
  });
}

test('Subscribers can be searched and filtered, and the URL keeps both @nightly', async ({
  adminPage: page,
  server,
}) => {
  const word = generateWord();
  await createTeams(server, word, 12);
  await server.withDatabase(async (db) => {
    const expires = '2027-03-31T23:59:59.999Z';
    const upgrade = { plan: 'upgrade_by_admin', plan_expires_at: expires } as const;
    await buildTeam(db, { account_name: `${word} 100%_`, email: generateEmail('x'), status: 0, ...upgrade });
  });
  await page.goto('/app/subscribers?per_page=10');
  const rows = page.getByRole('table', { name: 'Subscribers' }).getByRole('row');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await page.getByRole('searchbox', { name: 'Search' }).fill(word.toLowerCase());
  await waitForUrl(page, '/app/subscribers', { per_page: '10', search: word.toLowerCase() });
  await expect(pages).toContainText('Page 1 of 2');
  await expect(page.getByRole('columnheader')).toHaveText([
    // The checkbox of the page.
    '',
    'Account number',
    'Name',
    'Email',
    'Account name',
    'Phone',
    'Subscription info',
    'Max app user count',
    'Is blocked',
    'Actions',
  ]);
  await page.getByRole('table').getByRole('button', { name: 'Account name' }).click();
  await expect(rows.nth(1)).toContainText(`${word} 01`);
  await pages.getByRole('button', { name: 'Page 2' }).click();
  await expect(rows).toHaveCount(4);

  await page.getByLabel('Plan', { exact: true }).selectOption('Upgraded by admin');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(/Upgraded by admin \(until (Mar 31|Apr 1), 2027/);
  await expect(rows.nth(1)).toContainText('Yes');
  await page.getByLabel('Status').selectOption('Active');
  await expect(page.getByText('No subscriber matches')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    `Filter: “${word.toLowerCase()}” in name, email, or account, plan Upgraded by admin, active.`,
  );
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search' }).fill(`${word} 100%_`);
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await expect(page).toHaveURL(/search=\w+\+100%25_/);
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(`${word} 100%_`);
  await expect(rows).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search' }).fill(`${word} nothing`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await waitForUrl(page, '/app/subscribers', { per_page: '10', sort: 'account_name', order: 'asc' });
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await expect(rows).toHaveCount(11);
});

test('Blocking a subscriber requires confirmation and signs its users out immediately; unblocking restores their access', async ({
  adminPage: page,
  server,
  monitor,
}) => {
  const word = generateWord();
  const team = await createTeam(server, { account_name: word });
  const ana = await createAppUser(server, team);
  await createAppUser(server, team, { name: 'Bo Berg' });
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await page.goto(`/app/subscribers?search=${word}`);
  const row = page.getByRole('table', { name: 'Subscribers' }).getByRole('row').nth(1);
  await expect(row).toContainText('No');

  await page.getByRole('button', { name: `Block Subscriber ${word}` }).click();
  const dialog = page.getByRole('dialog', { name: `Block ${word}?` });
  await expect(dialog).toContainText(
    `${word} will be logged out of the console immediately. 2 app users can’t press any button until you unblock it and they log in again.`,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await phone.press(1)).status).toBe(200);

  monitor.allowNetworkFailures();
  await page.route('**/api/v1/update/team*', (route) => route.abort());
  await page.getByRole('button', { name: `Block Subscriber ${word}` }).click();
  await dialog.getByRole('button', { name: 'Block Subscriber' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to perform Action.' })).toBeVisible();
  await page.unrouteAll();
  monitor.expectResponse(403, '/api/v1/update/team');
  const json = { ok: false, msg: 'Somebody is looking into this account.', errors: [] };
  await page.route('**/api/v1/update/team*', (route) => route.fulfill({ status: 403, json }));
  await page.getByRole('button', { name: `Block Subscriber ${word}` }).click();
  await dialog.getByRole('button', { name: 'Block Subscriber' }).click();
  await expect(page.getByRole('alert').filter({ hasText: json.msg })).toBeVisible();
  await expect(row).toContainText('No');
  await page.unrouteAll();

  await page.getByRole('button', { name: `Block Subscriber ${word}` }).click();
  await dialog.getByRole('button', { name: 'Block Subscriber' }).click();
  await expect(page.getByRole('status').getByText(`${word} is blocked.`)).toBeVisible();
  await expect(row).toContainText('Yes');
  expect(await phone.press(5)).toMatchObject({ status: 401 });
  expect((await phone.logIn(ana.email, ana.password)).status).toBe(403);

  await page.getByRole('button', { name: `Unblock Subscriber ${word}` }).click();
  const back = page.getByRole('dialog', { name: `Unblock ${word}?` });
  await expect(back).toContainText('2 app users can log in to the app and press its buttons again.');
  await back.getByRole('button', { name: 'Unblock Subscriber' }).click();
  await expect(
    page.getByRole('status').getByText(`${word} is unblocked. Its app users must log in again.`),
  ).toBeVisible();
  await expect(row).toContainText('No');
  expect((await phone.logIn(ana.email, ana.password)).status).toBe(200);
});

test('Creating a subscriber shows all errors and a taken email; once created, the subscriber can log in', async ({
  adminPage: page,
  browser,
  server,
  team,
  monitor,
}) => {
  monitor.expectResponse(409, '/api/v1/create/team');
  const word = generateWord();
  await page.goto('/app/subscribers');
  await page.getByRole('link', { name: 'New Subscriber' }).click();
  await waitForPage(page, 'New Subscriber');
  await page.getByRole('button', { name: 'Create subscriber' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Account name is required.',
    'Email is required.',
    'First name is required.',
    'Last name is required.',
    'Phone is required.',
    /^Password /,
  ]);
  await page.getByLabel('Account name').fill(word);
  await page.getByLabel('Email', { exact: true }).fill(team.email);
  await page.getByLabel('First name').fill('Tess');
  await page.getByLabel('Last name').fill('Miller');
  await page.getByLabel('Phone', { exact: true }).fill('+1 202 555 0143');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create subscriber' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'This email address already has an account.',
  ]);
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();

  const email = generateEmail('new');
  await page.getByLabel('Email', { exact: true }).fill(email);
  monitor.allowNetworkFailures();
  await page.route('**/api/v1/create/team*', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Create subscriber' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to perform Action.' })).toBeVisible();
  monitor.expectResponse(500, '/api/v1/create/team');
  await page.route('**/api/v1/create/team*', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Create subscriber' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to create Subscriber.' })).toBeVisible();

  const sent = page.waitForRequest('**/api/v1/create/team*');
  await page.getByRole('button', { name: 'Create subscriber' }).click();
  expect(new URL((await sent).url()).searchParams.get('create_settings_row')).toBe('yes');
  await expect(page.getByText('Subscriber Account Created successfully.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/app/subscribers');
  await expect(page.getByRole('row', { name: word })).toContainText(email);

  const theirs = await browser.newPage();
  await theirs.goto(`${server.url}/app/login`);
  await logIn(theirs, { email, password: PASSWORD, role: 'team' });
  await waitForPage(theirs, 'App Dashboard Settings');
  await theirs.close();
});
