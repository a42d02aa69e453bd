import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { buildPlan } from '@callpoint/server/factories/subscriptions';
import { expectAccessible } from '../support/axe.ts';
import { createAppUser, generateEmail } from '../support/people.ts';
import { openPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** Administrators change several subscribers or plans together. */

const generateWord = () => `Z${randomBytes(4).toString('hex')}`;

async function selectPage(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
}

async function exportSelection(page: Page, count: number): Promise<string> {
  const bar = page.getByRole('region', { name: `${count} selected` });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: 'Export' }).click(),
  ]);
  return await readFile(await download.path(), 'utf8');
}

test('Selected subscribers are exported, blocked together, and unblocked by Undo', async ({
  adminPage: page,
  server,
}) => {
  const word = generateWord();
  const teams = await server.withDatabase(async (db) => [
    await buildTeam(db, { account_name: `${word} One`, email: generateEmail('one') }),
    await buildTeam(db, { account_name: `${word} Two`, email: generateEmail('two') }),
    await buildTeam(db, { account_name: `${word} Three`, email: generateEmail('three') }),
  ]);
  await openPage(page, `subscribers?search=${word}`, 'Subscribers');
  const table = page.getByRole('table', { name: 'Subscribers' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await selectPage(page);
  await page.getByRole('checkbox', { name: `Select ${word} Three` }).uncheck();
  await expectAccessible(page);
  const csv = await exportSelection(page, 2);
  expect([csv.includes(`${word} One`), csv.includes(`${word} Three`)]).toEqual([true, false]);

  const bar = page.getByRole('region', { name: '2 selected' });
  await bar.getByRole('button', { name: 'Block Subscriber' }).click();
  const dialog = page.getByRole('dialog', { name: 'Block these 2 subscribers?' });
  await dialog.getByRole('button', { name: 'Block Subscriber' }).click();
  const done = page.getByRole('status').filter({ hasText: '2 blocked.' });
  await expect(done).toBeVisible();
  const statuses = async () => {
    const rows = await server.withDatabase((db) =>
      db
        .selectFrom('team')
        .select('status')
        .where(
          'id',
          'in',
          teams.map(({ id }) => id),
        )
        .orderBy('id')
        .execute(),
    );
    return rows.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([0, 0, 1]);
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 unblocked.' })).toBeVisible();
  expect(await statuses()).toEqual([1, 1, 1]);
});

test('Selected plans are deleted, except those in use, which are named with their subscribers', async ({
  adminPage: page,
  server,
}) => {
  const word = generateWord();
  const team = await server.withDatabase(async (db) => {
    await buildPlan(db, { plan_name: `${word} free to go` });
    const used = await buildPlan(db, { plan_name: `${word} in use` });
    return await buildTeam(db, { email: generateEmail('plan'), plan: 'paid', plan_id: used.id });
  });
  await openPage(page, `plans?search=${word}`, 'Plan Types');
  const table = page.getByRole('table', { name: 'Plans' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await selectPage(page);
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete these 2 plans?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const alert = page.getByRole('alert');
  await expect(alert.getByText('1 deleted, 1 failed.')).toBeVisible();
  await expect(
    alert.getByText(
      `${word} in use: This plan cannot be deleted: it is used by ${team.account_name} (subscriber ${team.id}).`,
    ),
  ).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText(`${word} in use`);
});

test('Selected records of both kinds are exported as one file', async ({ teamPage: page, server, team }) => {
  const ana = await createAppUser(server, team);
  await server.withDatabase(async (db) => {
    const user = { ...ana, team_id: team.user.id };
    await storeSubmissions(db, [
      buildSubmission(user, { item: { kind: 'button', id: 2 } }),
      buildSubmission(user, { item: { kind: 'form', id: 3 } }),
      buildSubmission(user, { item: { kind: 'button', id: 4 } }),
    ]);
  });
  await openPage(page, 'records', 'All records');
  await expect(page.getByRole('table', { name: 'All records' }).getByRole('row')).toHaveCount(4);
  await selectPage(page);
  expect((await exportSelection(page, 3)).trim().split('\r\n')).toHaveLength(4);
});
