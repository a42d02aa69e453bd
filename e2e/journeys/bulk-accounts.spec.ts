import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { buildPlan } from '@callpoint/server/factories/subscriptions';
import { expectAccessible } from '../support/axe.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { createAppUser, generateEmail } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { openPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** People change several subscribers, plans, users or records together. */

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

test('Selected subscribers are exported, blocked together, and unblocked by Undo @nightly', async ({
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
  const done = page.getByRole('status').filter({ hasText: '2 subscribers blocked.' });
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
  await expect(
    page.getByRole('status').filter({ hasText: '2 subscribers unblocked. App users must log in again.' }),
  ).toBeVisible();
  expect(await statuses()).toEqual([1, 1, 1]);
});

test('Selected plans are deleted, except those in use, which are named with their subscribers @nightly', async ({
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
  await expect(alert.getByText('1 plan deleted, 1 failed.')).toBeVisible();
  await expect(
    alert.getByText(
      `${word} in use: This plan can’t be deleted: it is used by ${team.account_name} (subscriber ${team.id}).`,
    ),
  ).toBeVisible();
  // The plan that is left, and below it why it was not deleted.
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row').nth(1)).toContainText(`${word} in use`);
  await expect(table.getByRole('row').nth(2)).toContainText('This plan can’t be deleted');
  await expect(page.getByRole('checkbox', { name: `Select ${word} in use` })).toHaveAccessibleDescription(
    /^This plan can’t be deleted/,
  );
  await expectAccessible(page);
});

test('Plans are exported: those of the search, or the selected ones @nightly', async ({
  adminPage: page,
  server,
}) => {
  const word = generateWord();
  await server.withDatabase(async (db) => {
    for (const name of ['One', 'Two', 'Three']) await buildPlan(db, { plan_name: `${word} ${name}` });
  });
  await openPage(page, `plans?search=${word}`, 'Plan Types');
  await expect(page.getByRole('table', { name: 'Plans' }).getByRole('row')).toHaveCount(4);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const all = await readFile(await (await downloading).path(), 'utf8');
  expect(all.trim().split('\r\n')).toHaveLength(4);
  await page.getByRole('checkbox', { name: `Select ${word} Two` }).check();
  const csv = await exportSelection(page, 1);
  expect([csv.includes(`${word} Two`), csv.includes(`${word} One`)]).toEqual([true, false]);
});

test('Selected users are deleted together after one question, and their phones are logged out @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  await createAppUser(server, team, { name: 'Bo Berg' });
  await createAppUser(server, team, { name: 'Cy Cole' });
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await openPage(page, 'users', 'Users');
  const table = page.getByRole('table', { name: 'App users' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await selectPage(page);
  await page.getByRole('checkbox', { name: 'Select Cy Cole' }).uncheck();
  const bar = page.getByRole('region', { name: '2 selected' });
  const question = page.getByRole('dialog', { name: 'Delete these 2 users?' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText('You can restore them for 30 days under Recently deleted.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(table.getByRole('row')).toHaveCount(4);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 users deleted.' })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('Cy Cole');
  await page.getByRole('checkbox', { name: 'Select Cy Cole' }).check();
  const one = page.getByRole('region', { name: '1 selected' });
  await one.getByRole('button', { name: 'Block', exact: true }).click();
  const block = page.getByRole('dialog', { name: 'Block Cy Cole?' });
  await block.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 user blocked.' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Cy Cole' }).check();
  await one.getByRole('button', { name: 'Delete' }).click();
  const last = page.getByRole('dialog', { name: 'Delete Cy Cole?' });
  await last.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 user deleted.' })).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect((await phone.press(5)).status).toBe(401);
});

test('Selected records of both kinds are exported as one file @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
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

test('Held messages of selected records are released; those that can’t be sent are not offered @nightly', async ({
  teamPage: page,
  server,
  smtp,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const address = generateEmail('held');
  const planned = { role: 'team', subject: 'Help', text: 'Help', html: null, skipped: null } as const;
  const number = '+12025550177';
  const [email, sms] = await server.withDatabase((db) => {
    const user = { ...ana, team_id: team.user.id };
    const item = { kind: 'button', id: 2 } as const;
    return storeSubmissions(db, [
      buildSubmission(user, { item, messages: [{ ...planned, channel: 'email', address }] }),
      buildSubmission(user, {
        item,
        messages: [{ ...planned, channel: 'sms', address: number, subject: null }],
      }),
      buildSubmission(user, { item }),
    ]);
  });
  await openPage(page, 'button_data/2', 'Report an Incident/Accident');
  const table = page.getByRole('table', { name: 'Report an Incident/Accident' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await selectPage(page);
  // Two of the three have a held message, and one of them can be sent.
  await expect(
    page.getByText('Can’t release 1 of 2 held messages: their channels are not configured on this server.'),
  ).toBeVisible();
  const release = page.getByRole('button', { name: 'Release held messages (1)' });
  await release.click();
  const question = page.getByRole('dialog', { name: 'Release 1 held message?' });
  await question.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('1 message released.')).toBeVisible();
  await expectAccessible(page);
  await expect(table.getByRole('row', { name: `Select record ${email?.id} ` })).not.toContainText('held');
  expect(await waitForEmails(smtp, address, 1)).toHaveLength(1);

  // The same in the list of all records, on a small screen.
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, 'records?messages=held', 'All records');
  await page.getByRole('checkbox', { name: `Select record ${sms?.id}` }).check();
  await expect(
    page.getByText('Can’t release the held message: its channel is not configured on this server.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Release/ })).toHaveCount(0);
});
