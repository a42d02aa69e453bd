import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createAppUser, generateEmail, PASSWORD } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

const HEADER = 'Name;Email;Phone;Password;SMS consent';
const user = (name: string, email: string, consent = 'yes') =>
  `${name};${email};+1 202 555 0143;${PASSWORD};${consent}`;

async function choose(page: Page, content: string | Buffer, name = 'people.csv'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

test('A file is checked, its problems are shown by row, and the valid users are added and can log in', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowResponse(400, '/tapi/v1/checkImport/app_user');
  const ana = await createAppUser(server, team);
  const [ben, cid, dan] = [generateEmail('ben'), generateEmail('cid'), generateEmail('dan')];
  await page.goto('/app/users');
  await page.getByRole('link', { name: 'Import users' }).click();
  await waitForPage(page, 'Import users');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template' }).click();
  const template = await readFile(await (await downloading).path(), 'utf8');
  expect(template).toBe('\uFEFFName,Email,Phone,Password,SMS consent\r\n');

  await choose(page, Buffer.from('Name,Email\nJ\xf6rg,x', 'latin1'));
  const problem = page.getByRole('alert').filter({ hasText: 'This file can’t be imported' });
  await expect(problem).toContainText('not encoded as UTF-8');
  await choose(page, 'Name;Email\nAna;x');
  await expect(problem).toContainText('The column “Phone” is missing.');

  const csv = [
    `\uFEFF${HEADER};Shift`,
    `${user('Ben Ode', ben)};early`,
    user('Cid Lo', cid),
    user('Ana Flores', ana.email),
    user('Dan No', dan, 'no'),
  ].join('\r\n');
  await choose(page, csv);
  await expect(page.getByRole('heading', { name: 'Check result' })).toBeFocused();
  await expect(page.getByRole('status').getByText('4 users: 2 can be added, 2 can’t.')).toBeVisible();
  await expect(page.getByText('Not imported: “Shift”.')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Rows of the file' }).getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText('Will be added');
  await expect(rows.nth(3)).toContainText('Someone already uses this email address.');
  await expect(rows.nth(4)).toContainText('SMS consent must be yes');
  await page.getByLabel('Show only rows with problems').check();
  await expect(rows).toHaveCount(3);
  await page.getByLabel('Show only rows with problems').uncheck();

  await page.getByRole('button', { name: 'Import 2 users' }).click();
  await expect(page.getByText('Confirm that the users agree to SMS.')).toBeVisible();
  await expect(page.getByLabel(/^Each of these 2 users agreed/)).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Import 2 users' }).click();

  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeFocused();
  await expect(page.getByText('2 users added. 2 rows were not added.')).toBeVisible();
  await expect(rows.nth(1)).toContainText('Added');
  await page.getByRole('link', { name: 'Go to users' }).click();
  const listed = page.getByRole('table', { name: 'App users' });
  await expect(listed.getByRole('row')).toHaveCount(4);
  await listed.getByRole('link', { name: 'Edit Ben Ode' }).click();
  await expect(page.getByText(/^Agreed to SMS at \+1 202 555 0143 on /)).toBeVisible();
  expect((await new Phone(server.url).logIn(cid, PASSWORD)).status).toBe(200);
});

test('After a lost response the import continues, and nobody is added twice @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  await server.withDatabase((db) =>
    db.updateTable('team').set({ max_users: 100 }).where('id', '=', team.user.id).execute(),
  );
  const mark = generateEmail('x').split('@')[0];
  const people = Array.from({ length: 60 }, (_, at) => user(`Worker ${at}`, `w${at}.${mark}@work.example`));
  await page.goto('/app/import-users');
  await waitForPage(page, 'Import users');
  await page.getByLabel('Or paste the rows').fill([HEADER, ...people].join('\n'));
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('60 users, all can be added.')).toBeVisible();
  let calls = 0;
  await page.route('**/tapi/v1/import/app_user*', async (route) => {
    calls += 1;
    if (calls === 2) {
      await route.fetch();
      await route.abort('connectionreset');
    } else {
      await route.continue();
    }
  });
  await page.getByLabel(/^Each of these 60 users agreed/).check();
  await page.getByRole('button', { name: 'Import 60 users' }).click();
  // Fifty passwords are hashed one after the other, at low priority: that takes long on a busy machine.
  const partly = page.getByRole('alert').getByText('50 of 60 users were added');
  await expect(partly).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Continue import' }).click();
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  await expect(page.getByText('60 users added.')).toBeVisible();
  const count = await server.withDatabase((db) =>
    db.selectFrom('app_user').select('id').where('team_id', '=', team.user.id).execute(),
  );
  expect(count).toHaveLength(60);
});
