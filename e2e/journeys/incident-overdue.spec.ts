import type { Page } from '@playwright/test';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { openPage, waitForPage } from '../support/page-actions.ts';
import { logInAdmin, signIn, type TestAccount } from '../support/people.ts';
import { pressAndOpen } from '../support/press-and-open.ts';
import { createPhone } from '../support/records.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { TIME } from '../support/times.ts';

/** Whoever has an incident is not there at the announced time: everyone sees it, because no further step starts. */

/** The band with the state of the incident. */
const band = (page: Page) => page.getByRole('region', { name: 'Acknowledged', exact: true });

/** A complaint that notified no one. */
async function complain(server: Server, team: TestAccount): Promise<void> {
  await server.withDatabase(async (db) => {
    const [person] = await db
      .selectFrom('app_user')
      .select(['id', 'team_id', 'name', 'email', 'phone'])
      .where('team_id', '=', team.user.id)
      .execute();
    if (!person) throw new Error('the team has no app user');
    const text = { subject: null, text: 'Help', html: null, skipped: null } as const;
    const sms = { ...text, role: 'team', channel: 'sms', address: '+12025550177' } as const;
    await storeSubmissions(db, [
      buildSubmission(person, { item: { kind: 'button', id: 4 }, messages: [sms] }),
    ]);
  });
}

test('A responder who is not there in time is overdue in amber: on the page, in the bar, on the board and in the lists', async ({
  teamPage: page,
  server,
  team,
}) => {
  await pressAndOpen(page, server, team);
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.getByRole('button', { name: '10 min' }).click();
  await expect(page.getByText(/^Tess Miller has it, ETA/)).toBeVisible();
  const bar = page.getByRole('region', { name: 'Open emergencies' });
  const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
  const change = (values: { eta_at?: string; safe_at?: string }) =>
    server.withDatabase((db) => db.updateTable('incident').set(values).where('id', '=', id).execute());
  await change({ safe_at: new Date().toISOString() });
  const safe = new RegExp(String.raw`Reported safe at\s${TIME}`);
  await page.goto('/app/users');
  await expect(bar).toContainText(/Acknowledged by Tess Miller, ETA/);
  await expect(bar).toContainText(safe);
  await change({ eta_at: new Date(Date.now() - 7.5 * 60_000).toISOString() });
  await page.goto(`/app/incidents/${id}`);
  await expect(page.getByText('Tess Miller is overdue', { exact: true })).toBeVisible();
  await expect(band(page)).toContainText(new RegExp(String.raw`Was expected at\s${TIME}, 7 minutes ago\.`));
  await expect(band(page)).toHaveAttribute('data-tone', 'overdue');
  await expectAccessible(page);
  // On a phone, the usual times share a line, and another time has the next one.
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const topOf = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? 0;
  expect(await topOf('30 min')).toBe(await topOf('5 min'));
  expect(await topOf('Save ETA')).toBe((await page.getByPlaceholder('Minutes').boundingBox())?.y);
  if (wide) await page.setViewportSize(wide);

  const late = new RegExp(String.raw`Tess Miller is overdue, was expected at\s${TIME}, 7 minutes ago`);
  await page.goto('/app/board');
  await expect(page.getByRole('main').getByText(late)).toBeVisible();
  await expect(bar).not.toContainText('overdue');
  await expectAccessible(page);
  await page.goto('/app/users');
  await expect(bar).toContainText(late);
  await expect(bar).toContainText(safe);
  // It looks like what waits for someone, with the number and the incident as buttons.
  await expect(
    bar.getByRole('listitem').getByRole('link', { name: /^Open the incident of Ana Flores/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/incidents');
  const row = page.getByRole('row').filter({ hasText: 'Ana Flores' });
  await expect(row).toContainText(new RegExp(String.raw`Overduesince ${TIME}`));
  await page.goto('/app/button_data/5');
  await expect(row).toContainText(/Overdue\s?Tess Miller, was expected at/);
  // A card has the incident and its messages as two facts.
  await page.setViewportSize({ width: 390, height: 844 });
  const facts = page.getByRole('list', { name: 'Lone Worker Emergency' }).locator('dl > div');
  await expect(facts.filter({ hasText: /^Incident/ })).toContainText('Overdue');
  await expect(facts.filter({ hasText: /^Messages/ })).toHaveText(/^Messages\d+ \w+/);
  if (wide) await page.setViewportSize(wide);

  // A complaint that notified no one is shown below it.
  await complain(server, team);
  await expect(bar).toHaveText(/Tess Miller is overdue.+Report a Safety Complaint/);

  // Administrators would see it in the next journeys.
  const body = { id, outcome: 'helped' };
  await callOrThrow(server.url, '/tapi/v1/close/incident', { token: team.token, body });
});

test('The bar says how many other responders are overdue, and shows all after one press @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  for (const name of ['Ana Flores', 'Ben Hale', 'Cleo Marsh']) {
    await (await createPhone(server, team, name)).press(5, { lat: 52.52, lng: 13.405 });
  }
  const ids = await server.withDatabase((db) =>
    db.selectFrom('incident').select('id').where('team_id', '=', team.user.id).execute(),
  );
  const token = team.token;
  for (const { id } of ids) {
    const body = { id, answer: 'have', eta_minutes: 10 };
    await callOrThrow(server.url, '/tapi/v1/answer/incident', { token, body });
  }
  const now = new Date().toISOString();
  const overdue = { eta_at: new Date(Date.now() - 7.5 * 60_000).toISOString(), safe_at: now };
  await server.withDatabase((db) =>
    db.updateTable('incident').set(overdue).where('team_id', '=', team.user.id).execute(),
  );
  await complain(server, team);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/users');
  const bar = page.getByRole('region', { name: 'Open emergencies' });
  const rows = bar.getByRole('listitem');
  await expect(rows).toHaveText([/is overdue/, /Report a Safety Complaint/]);
  await expect(bar.getByRole('link', { name: /^Call / })).toHaveCount(1);
  // Most of the window belongs to the page: the complaint takes one line.
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect((await rows.nth(1).boundingBox())?.height).toBeLessThanOrEqual(49);
  expect((await bar.boundingBox())?.height).toBeLessThan(844 * 0.31);
  // A window of 1440 pixels at 200 % zoom.
  await page.setViewportSize({ width: 720, height: 450 });
  expect((await bar.boundingBox())?.height).toBeLessThan(450 / 2);
  await expectAccessible(page, [390]);
  await page.setViewportSize({ width: 390, height: 844 });

  await bar.getByRole('button', { name: '2 more overdue' }).click();
  await expect(rows).toHaveText([/Cleo Marsh/, /Ben Hale/, /Ana Flores/, /Complaint/]);
  await expect(bar.getByRole('link', { name: /^Call / })).toHaveCount(3);
  await bar.getByRole('button', { name: 'Show one' }).click();
  await expect(rows).toHaveCount(2);

  await bar.getByRole('link', { name: /^Open the incident of Cleo Marsh/ }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(rows).toHaveText([/Ben Hale.*Tess Miller is overdue/]);
  await bar.getByRole('button', { name: '2 more, 1 overdue' }).click();
  await expect(rows).toHaveText([/Ben Hale/, /Ana Flores/, /Complaint/]);
  for (const { id } of ids) {
    const body = { id, outcome: 'helped' };
    await callOrThrow(server.url, '/tapi/v1/close/incident', { token, body });
  }
});

test('An administrator sees above every page that the responder of a subscriber is overdue, and whose it is', async ({
  page,
  server,
  team,
}) => {
  await (await createPhone(server, team)).press(5, { lat: 52.52, lng: 13.405 });
  const { id } = await server.withDatabase((db) =>
    db.selectFrom('incident').select('id').where('team_id', '=', team.user.id).executeTakeFirstOrThrow(),
  );
  const report = (path: string, body: object) =>
    callOrThrow(server.url, `/tapi/v1/${path}`, { token: team.token, body: { id, ...body } });
  await report('answer/incident', { answer: 'have', eta_minutes: 10 });
  await signIn(page.context(), server, await logInAdmin(server));
  await openPage(page, 'overview', 'Overview');
  const bar = page.getByRole('region', { name: 'Open emergencies' });
  const ours = bar.getByRole('listitem').filter({ hasText: `Orchard Works (${team.user.id})` });
  await expect(ours).toHaveCount(0);
  await server.withDatabase((db) =>
    db
      .updateTable('incident')
      .set({ eta_at: new Date(Date.now() - 7.5 * 60_000).toISOString() })
      .where('id', '=', id)
      .execute(),
  );
  await report('progress/incident', { state: 'on_the_way' });
  await expect(ours).toContainText(
    new RegExp(String.raw`is overdue, was expected at\s${TIME}, 7 minutes ago`),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/subscribers');
  await expect(ours).toContainText('Ana Flores');
  await expectAccessible(page);
  await ours.getByRole('link', { name: /^Open the incident of Ana Flores/ }).click();
  await waitForPage(page, `Incident ${id}`);
  await report('progress/incident', { state: 'arrived' });
  await page.goto('/app/subscribers');
  await waitForPage(page, 'Subscribers');
  await expect(ours).toHaveCount(0);
});
