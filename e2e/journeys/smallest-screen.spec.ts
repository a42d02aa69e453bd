import { measureOverflow } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { createAppUser, createTeam } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** 320 px: the narrowest phone, and 1280 px at 400 % zoom (WCAG 1.4.10). */

test('At 320 px, no screen scrolls sideways, even with long content @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team, { name: `Ana ${'Flores'.repeat(8)}Berg` });
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5, { lat: 52.520008, lng: 13.404954 });
  const { body } = await phone.press(5);
  await phone.press(5);
  // The bar shows one that someone has, and others that no one has.
  const { items } = await callOrThrow<{ items: { id: number }[] }>(
    server.url,
    '/tapi/v1/listPaged/incident',
    {
      token: team.token,
    },
  );
  const incident = items[0]?.id ?? 0;
  const answer = { id: incident, answer: 'have', eta_minutes: 10 };
  await callOrThrow(server.url, '/tapi/v1/answer/incident', { token: team.token, body: answer });
  await phone.submitForm(3, { message: 'Gloves'.repeat(40), company: 'Orchard', type: 'Gloves' });
  await page.setViewportSize({ width: 320, height: 640 });
  const wide: string[] = [];
  for (const [path, title] of [
    ['button_data/5', 'Lone Worker Emergency'],
    [`button_data/5/${body.data?.id}`, `Record ${body.data?.id}`],
    ['form_data/3', 'Need a Safety Product'],
    ['deliveries', 'Deliveries'],
    ['button_press_settings/5', 'Lone Worker Emergency'],
    ['app_main_page', 'App Dashboard Settings'],
    ['safety-contacts', 'Safety Contacts For App Users'],
    ['users', 'Users'],
    ['import-users', 'Import users'],
    [`users/edit/${ana.id}`, 'Update User'],
    ['my-profile', 'My Profile'],
    ['incidents', 'Incidents'],
    [`incidents/${incident}`, `Incident ${incident}`],
    ['board', 'Board'],
  ] as const) {
    await page.goto(`/app/${path}`);
    await waitForPage(page, title);
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    if (path === 'users') await expect(page.getByText(/^Acknowledged by .+, ETA/)).toBeVisible();
    if (path === `incidents/${incident}`) {
      // The name and the number have one line each.
      const person = page.getByRole('region', { name: 'Person and place' });
      const call = person.getByRole('link', { name: `Call ${ana.name}, ` });
      expect((await call.boundingBox())?.height).toBeLessThan(65);
      expect((await call.getByText(`Call ${ana.name}`).boundingBox())?.width).toBeGreaterThan(150);
    }
    if (path === 'users') {
      const card = page.getByRole('list', { name: 'App users' }).getByRole('listitem');
      const name = card.getByText(ana.name, { exact: true });
      expect((await name.boundingBox())?.width).toBeGreaterThan(180);
    }
    const pixels = await measureOverflow(page);
    if (pixels > 0) wide.push(`${path}: ${pixels} px`);
  }
  expect(wide).toEqual([]);
});

test('At 320 px, no list of an administrator scrolls sideways, and cards name their values @nightly', async ({
  adminPage: page,
  server,
}) => {
  const name = `Sicherheits${'technik'.repeat(9)} Süd GmbH`;
  const team = await createTeam(server, { account_name: name });
  await page.setViewportSize({ width: 320, height: 640 });
  const wide: string[] = [];
  for (const [path, title] of [
    ['subscribers', 'Subscribers'],
    ['overview', 'Overview'],
    ['audit', 'Audit'],
    ['plans', 'Plan Types'],
    ['configuration', 'Configuration'],
    [`subscriber/profile/${team.user.id}`, `Profile of ${name}`],
    [`subscriber/data/${team.user.id}`, `Data of subscriber ${team.user.id}`],
  ] as const) {
    await page.goto(`/app/${path}`);
    await waitForPage(page, title);
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    // The server checks the settings of a new subscriber after it responded.
    if (path === 'overview') {
      const link = page.getByRole('link', { name: `${team.user.id} Sicherheits` });
      await expect(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        await expect(link.first()).toBeVisible({ timeout: 1000 });
      }).toPass();
    }
    const pixels = await measureOverflow(page);
    if (pixels > 0) wide.push(`${path}: ${pixels} px`);
  }
  expect(wide).toEqual([]);
  await page.goto(`/app/subscribers?search=${encodeURIComponent(team.email)}`);
  const card = page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem');
  const label = card.getByText('Is blocked', { exact: true });
  await expect(label).toBeVisible();
  // Not only for screen readers.
  expect((await label.boundingBox())?.width).toBeGreaterThan(30);
  await expect(card).toContainText(`Account number${team.user.id}`);
});

test('On a narrow screen, an administrator’s cards name the subscriber of a record, a message, an incident and a deleted item @nightly', async ({
  adminPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5);
  const { id } = (await phone.press(2)).body.data ?? { id: 0 };
  await callOrThrow(server.url, '/tapi/v1/delete/button_click', { token: team.token, body: { id } });
  await page.setViewportSize({ width: 640, height: 850 });
  for (const [path, name] of [
    [`records?team_id=${team.user.id}`, 'All records'],
    [`deliveries?team_id=${team.user.id}`, 'Deliveries'],
    [`incidents?team_id=${team.user.id}`, 'Incidents'],
    [`recently-deleted?search=${id}`, 'Deleted items'],
  ] as const) {
    await page.goto(`/app/${path}`);
    const card = page.getByRole('list', { name }).getByRole('listitem').first();
    await expect(
      card.getByRole('link', { name: new RegExp(`^${team.user.id} .+, subscriber$`) }),
    ).toBeVisible();
  }
  // At 320 px, the button is below the time, not over it.
  await page.setViewportSize({ width: 320, height: 850 });
  const deleted = page.getByRole('list', { name: 'Deleted items' }).getByRole('listitem').first();
  const time = await deleted.getByRole('time').last().boundingBox();
  const restore = await deleted.getByRole('button', { name: 'Restore' }).boundingBox();
  expect(restore?.y).toBeGreaterThanOrEqual((time?.y ?? Infinity) + (time?.height ?? 0));
});
