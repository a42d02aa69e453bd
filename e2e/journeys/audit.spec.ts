import { recordAudit, SYSTEM } from '@callpoint/server/db/history/audit';
import { callOrThrow } from '../support/calls.ts';
import { logInAdmin, createTeam } from '../support/people.ts';
import { waitForUrl, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

test('The audit shows who changed what, hides secrets, and keeps its filters in the URL', async ({
  adminPage: page,
  server,
}) => {
  const team = await createTeam(server, { account_name: 'Audited Works' });
  const { token, email, user } = await logInAdmin(server);
  await callOrThrow(server.url, '/api/v1/update/team', {
    token,
    body: { id: team.user.id, data: { account_name: 'Audited & Sons', password: 'Quiet-harbour-77' } },
  });
  await page.goto('/app/subscribers');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Audit' }).click();
  await waitForPage(page, 'Audit');
  const subscriber = page.getByRole('combobox', { name: 'Subscriber', exact: true });
  await subscriber.fill('audited');
  await expect(page.getByRole('listbox', { name: 'Subscriber' }).getByRole('option')).toHaveText([
    `${team.user.id} Audited & Sons`,
  ]);
  await subscriber.press('Enter');
  await waitForUrl(page, '/app/audit', { team_id: String(team.user.id) });
  await expect(subscriber).toHaveValue(`Subscriber: ${team.user.id} Audited & Sons`);
  await page.getByLabel('User ID', { exact: true }).fill('Ada');
  await expect(page.getByText('Enter a number.')).toBeVisible();
  await page.getByLabel('User ID', { exact: true }).fill('');
  await expect(page.getByText('Enter a number.')).toHaveCount(0);
  const rows = page.getByRole('table', { name: 'Audit entries' }).getByRole('row');
  await expect(page.getByRole('columnheader')).toHaveText([
    // The checkbox of the page.
    '',
    'When CET/CEST',
    'Who',
    'What',
    'Subscriber',
    'Changes',
    'Details',
  ]);
  const newest = rows.nth(1);
  await expect(newest).toContainText(`${email} (Administrator ${user.id})`);
  await expect(newest).toContainText(`Changed: Subscriber “Audited Works” (${team.user.id})`);
  await expect(newest).toContainText('Account name: Audited Works → Audited & Sons, and 1 more');
  expect((await newest.boundingBox())?.height).toBeLessThanOrEqual(49);
  await newest
    .getByRole('button', { name: `Details: Changed: Subscriber “Audited Works” (${team.user.id})` })
    .click();
  const details = page.getByRole('dialog', { name: `Changed: Subscriber “Audited Works” (${team.user.id})` });
  await expect(details).toContainText('Network address127.0.0.1');
  await expect(details).toContainText('Account nameBeforeAudited WorksAfterAudited & Sons');
  await expect(details).toContainText('PasswordBeforenot shownAfternot shown');
  // The rows become cards.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows).toHaveCount(0);
  await expect(details).toContainText('Network address127.0.0.1');
  await page.setViewportSize({ width: 1280, height: 850 });
  await expect(newest).toContainText('Audited & Sons');
  await details.getByRole('button', { name: 'Close' }).last().click();
  await expect(
    newest.getByRole('link', { name: `${team.user.id} Audited & Sons, subscriber` }),
  ).toHaveAttribute('href', `/app/subscriber/profile/${team.user.id}`);
  const all = await rows.count();
  expect(all).toBeGreaterThan(2);
  await page.getByLabel('Who', { exact: true }).selectOption('Administrator');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Action', { exact: true }).selectOption('Created');
  await expect(page.getByText('No audit entry matches')).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(2);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await downloaded).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  await page.getByLabel('Until', { exact: true }).fill('2020-01-31');
  await expect(page.getByText('No audit entry matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/app/audit');
  await expect(page.getByLabel('Subscriber', { exact: true })).toHaveValue('');
  await expect(rows.nth(1)).toBeVisible();
});

test('A long audit shows its counted pages and entries as a minimum @nightly', async ({
  adminPage: page,
  server,
}) => {
  await server.withDatabase(async (db) => {
    const entry = {
      actor: SYSTEM,
      action: 'update',
      outcome: 'done',
      subject: 'plan',
      teamId: null,
    } as const;
    for (let subjectId = 1; subjectId <= 2_100; subjectId += 1)
      await recordAudit(db, { ...entry, subjectId });
  });
  await page.goto('/app/audit?subject=plan');
  await waitForPage(page, 'Audit');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText('1–20 of 2,000+');
  await expect(pages).toContainText('Page 1 of 101+');
  await pages.getByRole('button', { name: 'Page 101' }).click();
  await expect(pages).toContainText('2,001–2,020 of 2,100');
  await expect(pages).toContainText('Page 101 of 105');
});
