import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
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
  // No channel is configured: without an answer, step after step would start and change the numbers.
  const incidents = await server.withDatabase((db) => db.selectFrom('incident').select('id').execute());
  for (const { id } of incidents) {
    const body = { id, answer: 'have' };
    await callOrThrow(server.url, '/tapi/v1/answer/incident', { token: team.token, body });
  }
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
  await expect(page.getByText('3 submissions, including 2 emergencies.')).toBeVisible();
  const days = page.getByRole('table', { name: 'Submissions in the last 30 days' });
  await expect(days).toBeHidden();
  await page.getByText('Show table').click();
  await expect(days.getByRole('row')).toHaveCount(31);
  const today = days.getByRole('row').nth(1);
  await expect(today.getByRole('cell').first()).toHaveText('3');
  await expect(today).toContainText('Lone Worker Emergency: 2, Need a Safety Product: 1');
  await expect(days.getByRole('row').nth(2)).toContainText('None');

  const main = page.getByRole('main');
  const figure = (label: string) =>
    main.locator('dl > div').filter({ has: page.getByRole('link', { name: label, exact: true }) });
  const value = (label: string) => figure(label).getByRole('definition').first();
  await expect(value('Subscribers')).toHaveText('1');
  await expect(figure('Subscribers')).toContainText('0 blocked, 1 new in 30 days');
  await expect(figure('Held now')).toContainText('Oldest just now');
  await expect(figure('Not delivered yet')).toContainText('None waiting');
  // No channel is configured on this server, so a press of the only subscriber would notify no one.
  const channels = main.getByRole('region', { name: 'Channels, 24 hours' });
  await expect(channels).toContainText('Not configured: no email is sent');
  const reach = main.getByRole('region', { name: 'If someone pressed now' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(value('No one would be notified')).toHaveText('1', { timeout: 500 });
  }).toPass();
  await expect(reach.getByRole('row').nth(1)).toContainText(/Orchard Works.*No one.*All 7/);
  const faults = page.getByRole('table', { name: 'Provider errors in the last 24 hours' });
  await expect(faults.getByRole('row').nth(1)).toContainText('The mail server is busy or closing.');
  await expectAccessible(page);

  await reach.getByRole('link', { name: 'Orchard Works' }).click();
  await waitForPage(page, 'Profile of Orchard Works');
  await expect(page.getByText('No one who can help would be notified').first()).toBeVisible();
  await page.goBack();
  await reach.getByRole('link', { name: 'No one: 1' }).click();
  await waitForPage(page, 'Subscribers');
  await expect(page).toHaveURL(/reach=red/);
  await expect(page.getByRole('row', { name: 'Orchard Works' })).toBeVisible();
  await page.goBack();
  const total = await value('Held now').textContent();
  await main.getByRole('link', { name: 'Held now' }).click();
  await waitForPage(page, 'Deliveries');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(Number(total) + 1);
  await page.goBack();
  await main.getByRole('link', { name: 'Failed, 24 hours' }).click();
  await waitForPage(page, 'Deliveries');
  await expect(page.getByLabel('From')).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
  await page.goBack();

  monitor.expectResponse(500, '/api/v1/overview');
  await page.route('**/api/v1/overview*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'The overview could not be loaded.' }),
  ).toBeVisible();
  await expect(page.getByText('3 submissions, including 2 emergencies.')).toBeVisible();
});
