import { buildMeasuredIncident } from '@callpoint/server/factories/measured-incidents';
import { expectAccessible } from '../support/axe.ts';
import { openPage, waitForPage } from '../support/page-actions.ts';
import { createAppUser, createTeam, logInAdmin, signIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** A subscriber sees how fast its people respond, and when each button was last drilled. */

const MINUTE = 60_000;

test('Response times are shown by month and button, of the subscriber alone @nightly', async ({
  teamPage: page,
  server,
  team,
  browser,
}) => {
  await openPage(page, 'incidents', 'Incidents');
  await page.getByRole('link', { name: 'Response times', exact: true }).click();
  await waitForPage(page, 'Response times');
  const main = page.getByRole('main');
  await expect(main.getByText('No incidents in this period')).toBeVisible();
  await expectAccessible(page, [390]);

  const user = { ...(await createAppUser(server, team)), team_id: team.user.id };
  const rival = await createTeam(server);
  const theirs = { ...(await createAppUser(server, rival)), team_id: rival.user.id };
  const at = new Date(Date.now() - 10 * MINUTE);
  await server.withDatabase(async (db) => {
    await buildMeasuredIncident(db, user, at, { sent: 0.4, delivered: 5, acknowledged: 100 });
    await buildMeasuredIncident(db, user, at, { sent: 2, delivered: 8, acknowledged: 250 });
    await buildMeasuredIncident(db, user, at, { sent: 3, closed: 500, outcome: 'false_alarm' });
    await buildMeasuredIncident(db, user, at, { buttonId: 1, sent: 9, acknowledged: 3600 });
    await buildMeasuredIncident(db, user, at, { isDrill: true, sent: 50, acknowledged: 5000 });
    await buildMeasuredIncident(db, theirs, at, { acknowledged: 7200, closed: 9000 });
  });
  await openPage(page, 'response-times', 'Response times');
  await expect(
    main.getByText(/^Incidents from .+ to .+\. Months are in the time zone .+\. Drills are not included\.$/),
  ).toBeVisible();
  await expect(main.getByText('3 of 4', { exact: true })).toBeVisible();
  await expect(main.getByText('1 left unacknowledged')).toBeVisible();
  const byMonth = main.getByRole('table', { name: 'By month' });
  await expect(byMonth.getByRole('row')).toHaveCount(7);
  await expect(byMonth.getByText('No incidents')).toHaveCount(5);
  const emergency = main.getByRole('table', { name: 'By button' }).getByRole('row', { name: /^Lone Worker/ });
  await expect(emergency).toContainText('1 min 40 s');
  await expect(emergency).toContainText('90%: 4 min 10 s');
  await expect(emergency).toContainText('2 s');
  await expectAccessible(page);

  await main.getByRole('combobox', { name: 'Button' }).selectOption('OSHA On-Site');
  await expect(main.getByRole('table', { name: 'OSHA On-Site by month' })).toContainText('1 h 0 min');
  await main.getByRole('button', { name: '3 months' }).click();
  await expect(main.getByRole('row')).toHaveCount(4);
  await page.reload();
  await expect(main.getByRole('row')).toHaveCount(4);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(main.getByRole('listitem').filter({ hasText: '1 of 1' })).toContainText('1 h 0 min');
  await page.setViewportSize({ width: 320, height: 640 });
  await main.getByRole('combobox', { name: 'Button' }).selectOption('');
  const figures = main.getByRole('listitem').getByRole('definition');
  await expect(figures.filter({ hasText: '3 of 4' }).first()).toBeVisible();
  const outside = await figures.evaluateAll((values) =>
    values
      .filter((value) => {
        const card = value.closest('li')?.getBoundingClientRect();
        return card === undefined || value.getBoundingClientRect().right > card.right - 12;
      })
      .map((value) => value.textContent),
  );
  expect(outside).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, 'incidents', 'Incidents');
  await page.getByRole('link', { name: 'Response times of drills' }).click();
  await waitForPage(page, 'Response times');
  await expect(main.getByText(/^Drills from .+\. Real presses are not included\.$/)).toBeVisible();
  await expect(main.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(
    main.getByRole('table', { name: 'By button' }).getByRole('row', { name: /^Lone/ }),
  ).toContainText('1 h 23 min');
  await expect(main.getByText('False alarms')).toHaveCount(0);
  await expectAccessible(page, [390]);
  await main.getByRole('combobox', { name: 'Button' }).selectOption('OSHA On-Site');
  await expect(main.getByText('No drills of OSHA On-Site in this period')).toBeVisible();

  // An administrator opens them from the subscriber's profile.
  const context = await browser.newContext({ baseURL: server.url });
  await signIn(context, server, await logInAdmin(server));
  const admin = await context.newPage();
  await admin.goto(`/app/subscriber/profile/${rival.user.id}`);
  await admin.getByRole('link', { name: 'Response times of incidents' }).click();
  await waitForPage(admin, `Response times of subscriber ${rival.user.id}`);
  await expect(admin.getByRole('table', { name: 'By month' })).toContainText('2 h 0 min');
  // Someone acknowledged it, although no message had reached anyone.
  await expect(admin.getByRole('definition').filter({ hasText: /^\s*1 reached no one$/ })).toBeVisible();
  await expect(admin.getByRole('row').filter({ hasText: '2 h 0 min' }).first()).toContainText(
    '1 reached no one',
  );
  await context.close();
});

test('The reachability check shows when each button was last drilled, and starts a drill of it', async ({
  teamPage: page,
  server,
  team,
}) => {
  const user = { ...(await createAppUser(server, team)), team_id: team.user.id };
  await server.withDatabase(async (db) => {
    const days94 = new Date(Date.now() - 94 * 24 * 60 * MINUTE);
    await buildMeasuredIncident(db, user, days94, { isDrill: true, acknowledged: 5 });
    await buildMeasuredIncident(db, user, new Date(), { buttonId: 2, acknowledged: 5 });
  });
  await openPage(page, 'app_main_page', 'App Dashboard Settings');
  const reach = page.getByRole('region', { name: 'If someone pressed now' });
  await expect(reach.getByText('Last drilled 94 days ago')).toBeVisible();
  await expect(reach.getByText('Never drilled')).toHaveCount(3);
  await reach.getByRole('link', { name: 'Start a drill of Report an Incident/Accident' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a drill' });
  await expect(dialog.getByLabel('Button')).toHaveValue('2');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).search).toBe('');
});

test('A subscriber switches the monthly report on for chosen recipients, and off again @nightly', async ({
  teamPage: page,
  team,
  server,
}) => {
  await server.withDatabase((db) =>
    db
      .updateTable('team')
      .set({ email_confirmed_at: new Date().toISOString() })
      .where('id', '=', team.user.id)
      .execute(),
  );
  await openPage(page, 'response-times', 'Response times');
  const report = page.getByRole('region', { name: 'Monthly report' });
  await expect(report).toContainText('Off.');
  await report.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Monthly report' });
  await expect(dialog.getByRole('list', { name: 'Recipients' })).toContainText(team.email);
  const recipients = dialog.getByRole('textbox', { name: 'Recipients' });
  await recipients.fill('boss');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('boss is not an email address.')).toBeVisible();
  await expectAccessible(page, [390]);
  await recipients.press('Backspace');
  await recipients.fill('boss@ridgeline.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(report).toContainText(
    `On. These figures are emailed after each month to ${team.email}, boss@ridgeline.example.`,
  );

  await report.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('switch', { name: 'Email the figures after each month' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(report).toContainText('Off.');
  await page.reload();
  await expect(report).toContainText('Off.');
});
