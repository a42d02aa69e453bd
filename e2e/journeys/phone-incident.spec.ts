import { waitForAttempts } from '../support/attempts.ts';
import { callOrThrow } from '../support/calls.ts';
import { changeIncident } from '../support/change-incident.ts';
import { expect, test } from '../support/test.ts';
import { TIME } from '../support/times.ts';

test('The person who pressed sees who has it, when they arrive, and that it was closed', async ({
  phone,
  server,
  team,
}) => {
  const { page } = phone;
  const incident = page.getByRole('status', { name: 'Who has it' });
  await phone.hold('Lone Worker Emergency');
  const firstText = page.getByText('Expect a phone call within 5 minutes');
  await expect(firstText).toBeVisible();
  await expect(incident).toContainText('No one has it yet');
  await server.withDatabase((db) =>
    db
      .updateTable('button_click')
      .set({ opened_at: new Date().toISOString() })
      .where('team_id', '=', team.user.id)
      .execute(),
  );
  const seen = page.getByText('Someone saw it');
  await expect(seen).toBeVisible();
  await changeIncident(server, team, 'answer', { answer: 'have', eta_minutes: 10 });
  await expect(incident).toContainText(new RegExp(String.raw`Tess Miller has it, arriving about ${TIME}`));
  // Who has it says more.
  await expect(seen).toBeHidden();
  await expect(page).toHaveTitle(/^Tess Miller has it/);
  // What the responder does is newer than what the subscriber announced.
  await expect(firstText).toBeHidden();
  await page.getByText('Show your organization’s text').click();
  await expect(firstText).toBeVisible();
  await changeIncident(server, team, 'progress', { state: 'on_the_way' });
  await expect(incident).toContainText('On the way since');
  await changeIncident(server, team, 'progress', { state: 'arrived' });
  await expect(incident).toContainText('Arrived');
  await expect(incident).not.toContainText('arriving');
  await phone.open('/history');
  await expect(page.getByText('Tess Miller has it')).toBeVisible();
  await changeIncident(server, team, 'close', { outcome: 'helped', note: '' });
  await page.getByRole('link', { name: 'Lone Worker Emergency' }).click();
  await expect(incident).toContainText('Closed');
  await expect(page.getByRole('link', { name: 'I am safe now' })).toBeHidden();
});

test('A responder who has not arrived in time is shown as a warning, with the people to call', async ({
  phone,
  server,
  team,
}) => {
  const { page } = phone;
  const incident = page.getByRole('status', { name: 'Who has it' });
  await phone.hold('Lone Worker Emergency');
  await changeIncident(server, team, 'answer', { answer: 'have', eta_minutes: 10 });
  await expect(incident).toContainText('Tess Miller has it, arriving about');
  const call = page.getByRole('link', { name: 'Call 911' });
  const callNow = page.getByRole('heading', { name: 'Call someone now:' });
  await expect(callNow).toBeHidden();
  await server.withDatabase((db) =>
    db
      .updateTable('incident')
      .set({ eta_at: new Date(Date.now() - 60_000).toISOString() })
      .where('team_id', '=', team.user.id)
      .execute(),
  );
  await expect(incident).toContainText(new RegExp(String.raw`Tess Miller was expected about ${TIME}`));
  await expect(incident).toHaveAttribute('data-state', 'overdue');
  await expect(callNow).toBeVisible();
  await expect(call).toBeVisible();
  await phone.open('/');
  const region = page.getByRole('region', { name: 'Open emergencies' });
  await expect(region).toContainText('Tess Miller was expected about');
  await expect(region.locator('[data-state]').first()).toHaveAttribute('data-state', 'overdue');
  await phone.open('/history');
  const entry = page.getByRole('link', { name: 'Lone Worker Emergency' });
  await expect(entry.locator('[data-state]')).toHaveAttribute('data-state', 'overdue');
  await entry.click();
  await changeIncident(server, team, 'progress', { state: 'arrived' });
  await expect(incident).toHaveAttribute('data-state', 'arrived');
  await expect(callNow).toBeHidden();
});

test('While no one was notified, the screen neither announces help nor says that others learn of the report', async ({
  phone,
  server,
  team,
}) => {
  const { page } = phone;
  await phone.hold('Lone Worker Emergency');
  const text = page.getByText('Expect a phone call within 5 minutes');
  await expect(text).toBeVisible();
  /** All messages of the press. */
  const setStates = (state: 'failed' | 'sent') =>
    server.withDatabase((db) =>
      db.updateTable('delivery').set({ state }).where('team_id', '=', team.user.id).execute(),
    );
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  await waitForAttempts(server, team);
  await setStates('failed');
  await expect(page.getByRole('alert', { name: 'Who has it' })).toHaveText('No one notified');
  await expect(page.getByText('No one has it yet')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Call someone now:' })).toBeVisible();
  await expect(text).toBeHidden();
  await page.getByText('Show your organization’s text').click();
  await expect(text).toBeVisible();
  await page.getByRole('link', { name: 'I am safe now' }).click();
  await expect(page.getByText('If the alert reached no one, call someone.')).toBeVisible();
  await expect(page.getByText('Everyone who got your alert')).toBeHidden();
  await page.getByLabel('Help arrived').check();
  await phone.button('I am safe').click();
  await expect(page.getByText('it is possible that no one gets this report. Call someone.')).toBeVisible();
  // Those of the report are still being sent.
  await waitForAttempts(server, team);
  await setStates('sent');
  await expect(page.getByText('Everyone who got your alert gets this report. A responder')).toBeVisible();
});

test('After a restart without a network, the page of an own emergency shows the last known state and its time', async ({
  phone,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const { page } = phone;
  await phone.waitForWorker();
  const incident = page.getByRole('status', { name: 'Who has it' });
  await phone.hold('Lone Worker Emergency');
  await changeIncident(server, team, 'answer', { answer: 'have', eta_minutes: 10 });
  await expect(incident).toContainText('Tess Miller has it, arriving about');
  await phone.untilStored('Tess Miller');
  await page.context().setOffline(true);
  await page.reload();
  await expect(phone.received).toBeVisible();
  await expect(incident).toContainText('Tess Miller has it, arriving about');
  await expect(page.getByText(/^Status read at \d/)).toBeVisible();
  await expect(page).toHaveTitle(/^Tess Miller has it/);
  await changeIncident(server, team, 'progress', { state: 'on_the_way' });
  await page.context().setOffline(false);
  await expect(incident).toContainText('On the way since');
  await expect(page.getByText('Status read at')).toBeHidden();
});

test('A person who is safe says why, and the incident stays open', async ({ phone }) => {
  const { page } = phone;
  await phone.hold('Lone Worker Emergency');
  await page.getByRole('link', { name: 'I am safe now' }).click();
  await expect(page.getByRole('link', { name: 'Call 911' })).toBeInViewport();
  await phone.button('I am safe').click();
  await expect(page.getByText('Choose a reason.')).toBeVisible();
  await expect(page.getByLabel('It was a false alarm')).toBeFocused();
  await page.getByLabel('Another reason').check();
  await phone.button('I am safe').click();
  await expect(page.getByText('Write a reason.')).toBeVisible();
  await page.getByLabel('Your reason').fill('The gate was only stuck.');
  await phone.button('I am safe').click();
  await expect(page.getByText('A responder closes the incident.')).toBeVisible();
  await expect(page.getByText('No one has it yet')).toBeVisible();
});

test('Without a network, no one counts as notified that the person is safe', async ({ phone, monitor }) => {
  monitor.allowNetworkFailures();
  const { page } = phone;
  await phone.waitForWorker();
  await phone.hold('Lone Worker Emergency');
  await expect(page.getByText('No one has it yet')).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'I am safe now' }).click();
  await page.getByLabel('It was a false alarm').check();
  await phone.button('I am safe').click();
  await expect(page.getByText('No one knows yet that you are safe.')).toBeVisible();
  await expect(page.getByText('Everyone who got your alert gets this report. A responder')).toBeHidden();
  await page.reload();
  await expect(page.getByText('No one knows yet that you are safe.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Everyone who got your alert gets this report. A responder')).toBeVisible();
});

test('A report whose response is lost is repeated, and everyone is notified once @nightly', async ({
  phone,
  monitor,
  team,
  server,
}) => {
  monitor.allowNetworkFailures();
  const { page } = phone;
  await phone.hold('Lone Worker Emergency');
  let calls = 0;
  await page.context().route('**/mapi/v1/safe', async (route) => {
    const response = await route.fetch();
    if (calls === 0) await route.abort();
    else await route.fulfill({ response });
    calls += 1;
  });
  await page.getByRole('link', { name: 'I am safe now' }).click();
  await page.getByLabel('Help arrived').check();
  await phone.button('I am safe').click();
  await expect(page.getByText('Everyone who got your alert gets this report. A responder')).toBeVisible();
  await expect.poll(() => calls).toBe(2);
  const reports = await server.withDatabase((db) =>
    db
      .selectFrom('incident_event')
      .innerJoin('incident', 'incident.id', 'incident_event.incident_id')
      .select('incident_event.data')
      .where('incident.team_id', '=', team.user.id)
      .where('incident_event.kind', '=', 'safe')
      .execute(),
  );
  expect(reports.map(({ data }) => JSON.parse(data) as object)).toEqual([{ reason: 'Help arrived.' }]);
});

test('A drill is marked as a drill on the phone of the person @nightly', async ({
  phone,
  server,
  team,
  ana,
}) => {
  const { page } = phone;
  const body = { button_id: 5, app_user_id: ana.id };
  await callOrThrow(server.url, '/tapi/v1/drill', { token: team.token, body });
  await phone.open('/history');
  const entry = page.getByRole('link', { name: 'DRILL – Lone Worker Emergency' });
  await expect(entry.locator('[data-state]')).toHaveAttribute('data-state', 'drill');
  await entry.click();
  const status = page.getByRole('status', { name: 'Who has it' });
  await expect(status).toHaveAttribute('data-drill', 'true');
  await expect(status).toContainText('DRILL');
  // The text announces help, and none comes.
  await expect(page.getByText('Expect a phone call within 5 minutes')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('DRILL – Lone Worker Emergency');
  await expect(page.getByText('This was practice')).toBeVisible();
  // The report is no real one either.
  await page.getByRole('link', { name: 'DRILL – I am safe now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('DRILL – I am safe now');
  await expect(page.getByText('This is a drill.')).toBeVisible();
  await expect(page.getByText('as your alert')).toBeHidden();
  await page.reload();
  await expect(page.getByText('This is a drill.')).toBeVisible();
  await page.getByLabel('It was a false alarm').check();
  await phone.button('I am safe').click();
  await expect(page.getByText(/^You reported at .* that you are safe\.$/)).toBeVisible();
  await expect(page.getByText('This is a drill.')).toBeVisible();
  await expect(page.getByText(/Everyone who got your alert|Call someone/)).toBeHidden();
});

test('Nothing above “I am safe now” moves it when the first state of an emergency arrives @nightly', async ({
  openPhone,
  ana,
}) => {
  const phone = await openPhone(ana);
  const { page } = phone;
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/mapi/v1/submission?**', async (route) => {
    await isReleased;
    await route.continue();
  });
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  const safe = page.getByRole('link', { name: 'I am safe now' });
  const before = await safe.boundingBox();
  await expect(page.getByText('No one has it yet')).toBeHidden();
  release();
  await expect(page.getByRole('status', { name: 'Who has it' })).toBeVisible();
  expect(await safe.boundingBox()).toEqual(before);
});
