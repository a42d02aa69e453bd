import { readFile } from 'node:fs/promises';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { createAppUser } from '../support/people.ts';
import { waitForUrl } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

const COUNT = 10_000;
/** Submissions per transaction. */
const BATCH = 500;

// A separate server: these emergencies notify no one, and its administrators would see the alarm on every screen.
test.use({ serverOptions: {} });

test('Ten thousand emergencies can be paged through, and the export contains all of them @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const user = { id: ana.id, team_id: team.user.id };
  await server.withDatabase(async (db) => {
    for (let minutes = COUNT / BATCH; minutes > 0; minutes -= 1) {
      const presses = Array.from({ length: BATCH }, () => buildSubmission(user));
      await storeSubmissions(db, presses, new Date(Date.UTC(2026, 9, 20, 12, -minutes)));
    }
  });

  await page.goto('/app/button_data/5');
  const rows = page.getByRole('table', { name: 'Lone Worker Emergency' }).getByRole('row');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText('Page 1 of 500');
  await pages.getByLabel('Rows per page').selectOption('500');
  await expect(pages).toContainText('Page 1 of 20');
  await expect(rows).toHaveCount(501);
  const newest = (await rows.nth(1).textContent()) ?? '';
  await pages.getByRole('button', { name: 'Page 20' }).click();
  await waitForUrl(page, '/app/button_data/5', { page: '20', per_page: '500' });
  await expect(pages).toContainText('Page 20 of 20');
  await expect(rows.nth(500)).toContainText('1:40:00 PM');
  await page.goBack();
  await expect(pages).toContainText('Page 1 of 20');
  await expect(rows.nth(1)).toHaveText(newest);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(COUNT + 1);
  expect(new Set(lines.slice(1).map((line) => line.split(',')[0]))).toHaveProperty('size', COUNT);
});
