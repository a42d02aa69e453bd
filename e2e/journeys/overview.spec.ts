import { expectAccessible } from '../support/axe.ts';
import { createAppUser, createTeam } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

// The numbers cover the entire platform.
test.use({ serverOptions: { smtpUrl: null } });

test('The overview shows submissions, waiting messages, provider errors and subscribers, with links to their lists', async ({
  adminPage: page,
  server,
  monitor,
}) => {
  const team = await createTeam(server);
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5);
  await phone.press(5);
  await phone.submitForm(3, { message: 'Ten pairs, please', type: 'Gloves' });
  await server.withDatabase(async (db) => {
    const { id } = await db.selectFrom('delivery').select('id').executeTakeFirstOrThrow();
    const at = new Date().toISOString();
    await db
      .insertInto('delivery_attempt')
      .values({ delivery_id: id, at, ms: 3, outcome: 'temporary', detail: 'busy', fault: 'mail-busy' })
      .execute();
  });

  await page.goto('/app/subscribers');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Overview' }).click();
  await waitForPage(page, 'Overview');
  const days = page.getByRole('table', { name: 'Submissions of the last 30 days' });
  await expect(days.getByRole('row')).toHaveCount(31);
  const today = days.getByRole('row').nth(1);
  await expect(today.getByRole('cell').first()).toHaveText('3');
  await expect(today).toContainText('Lone Worker Emergency 2, Need a Safety Product 1');
  await expect(days.getByRole('row').nth(2)).toContainText('None');
  await expect(page.getByRole('figure').locator('.recharts-bar-rectangle path').first()).toBeVisible();

  const main = page.getByRole('main');
  const figure = (label: string) => main.locator('dl > div').filter({ hasText: label });
  await expect(figure('In all').getByRole('definition')).toHaveText('1');
  await expect(figure('New in the last 24 hours').getByRole('definition')).toHaveText('1');
  await expect(figure('Blocked').getByRole('definition')).toHaveText('0');
  await expect(figure('The oldest since')).toContainText('Held');
  // No channel is configured on this server, so a press of the only subscriber would notify no one.
  const reach = main.getByRole('region', { name: 'If somebody pressed now' });
  await expect(reach).toContainText('E-mail is not set up on this server');
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(figure('Nobody would be told, for at least one').getByRole('definition')).toHaveText('1', {
      timeout: 500,
    });
  }).toPass();
  await expect(reach.getByRole('row').nth(1)).toContainText('OSHA On-Site, Report an Incident/Accident');
  const faults = page.getByRole('table', { name: 'Provider errors of the last 24 hours' });
  await expect(faults.getByRole('row').nth(1)).toContainText('The mail server is busy or closing.');
  await expectAccessible(page);

  await reach.getByRole('link', { name: 'Orchard Works' }).click();
  await waitForPage(page, `Profile of Subscriber #${team.user.id}`);
  await expect(page.getByText('Nobody would be told').first()).toBeVisible();
  await page.goBack();
  await reach.getByRole('link', { name: 'Nobody would be told' }).click();
  await waitForPage(page, 'Subscribers');
  await expect(page).toHaveURL(/reach=red/);
  await expect(page.getByRole('row', { name: 'Orchard Works' })).toBeVisible();
  await page.goBack();
  const held = main.getByRole('link', { name: 'Held' });
  const total = await figure('Held').first().getByRole('definition').textContent();
  await held.first().click();
  await waitForPage(page, 'Deliveries');
  await expect(page.getByLabel('From')).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(Number(total) + 1);
  await page.goBack();

  monitor.expectResponse(500, '/api/v1/overview');
  await page.route('**/api/v1/overview*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The overview could not be read.' })).toBeVisible();
  await expect(days.getByRole('row')).toHaveCount(31);
});

test('When the chart fails to load, the overview still shows its numbers', async ({
  adminPage: page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  await page.route('**/assets/days-chart*', (route) => route.abort());
  await page.goto('/app/overview');
  await expect(page.getByText('The chart could not be loaded.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Submissions of the last 30 days' })).toBeVisible();
});
