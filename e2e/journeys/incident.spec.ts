import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { loseResponse } from '../support/lost-response.ts';
import { chooseAction, openPage, waitForPage } from '../support/page-actions.ts';
import { logInAdmin, signIn } from '../support/people.ts';
import { pressAndOpen } from '../support/press-and-open.ts';
import { createPhone } from '../support/records.ts';
import { saveSetting } from '../support/settings.ts';
import { expect, test } from '../support/test.ts';
import { TIME } from '../support/times.ts';

/** A press opens an incident; people see live who has it, until someone closes it. */

/** The band with the state of the incident. */
const band = (page: Page) => page.getByRole('region', { name: 'Acknowledged', exact: true });
/** The panel of the page with this heading. */
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

test('An emergency is on the board, is acknowledged in another browser, and is closed with its outcome', async ({
  teamPage: page,
  server,
  team,
  browser,
}) => {
  const phone = await createPhone(server, team);
  await page.goto('/app/board');
  await waitForPage(page, 'Board');
  const main = page.getByRole('main');
  await expect(main.getByText('No open incidents').first()).toBeVisible();

  const { body } = await phone.press(5, { lat: 52.52, lng: 13.405, accuracy: 12 });
  const row = main.getByRole('listitem').filter({ hasText: 'Ana Flores' });
  await expect(row).toContainText('No one has acknowledged it');
  await expect(row.getByRole('link', { name: /^Call Ana Flores/ })).toHaveAttribute(
    'href',
    'tel:+12025550143',
  );
  await row.getByRole('link', { name: /^Ana Flores, open incident/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Incident \d+$/ })).toBeVisible();
  // Voice calls are not configured, and a step over them alone says so before it is due.
  await expect(
    main.getByText(/^The step at .+ can’t reach anyone\. Voice calls are not configured/),
  ).toBeVisible();
  await expect(panel(page, 'Escalation')).toContainText('Can’t reach anyone.');
  await expect(panel(page, 'Who was notified')).toContainText('Tess Miller');
  await expect(panel(page, 'Escalation')).toContainText('Current step');
  await expect(panel(page, 'Timeline')).toContainText('Pressed');
  // One position is no picture: its coordinates say more than an empty box.
  await expect(main.getByRole('link', { name: '52.52, 13.405' })).toBeVisible();
  await expect(main.getByRole('img', { name: 'Positions of the phone' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
  const path = new URL(page.url()).pathname;

  // An administrator acknowledges in another browser.
  const otherContext = await browser.newContext({ baseURL: server.url });
  await signIn(otherContext, server, await logInAdmin(server));
  const other = await otherContext.newPage();
  await other.goto(path);
  await other.getByRole('button', { name: 'I have it' }).click();
  const have = new RegExp(String.raw`^.+ has it, ETA\s${TIME}$`);
  await other.getByRole('button', { name: '10 min' }).click();
  for (const one of [other, page]) await expect(one.getByRole('main').getByText(have)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Incident updated: .+ has it/ })).toHaveCount(1);
  await expect(panel(page, 'Escalation')).toContainText(/\d+ steps? will not start/);

  // Only the person who has it can be on the way.
  await expect(page.getByRole('button', { name: 'Close incident' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'On the way' })).toHaveCount(0);

  // Notes appear live in the other browser.
  await page.getByRole('textbox', { name: 'Add a note' }).fill('Gate B is open.');
  await page.getByRole('textbox', { name: 'Add a note' }).press('Enter');
  await expect(panel(other, 'Notes')).toContainText('Gate B is open.');

  // The bar, the list and the record show who has it, without red.
  await page.goto('/app/button_data/5');
  // Below it, the row shows the status of the messages.
  await expect(page.getByRole('row').filter({ hasText: 'Ana Flores' })).toContainText(
    new RegExp(String.raw`Acknowledged by .+, ETA\s${TIME}\d+ (failed|held|pending|sent|delivered)`),
  );
  await expect(page.getByRole('region', { name: 'Open emergencies' })).toContainText(
    /Acknowledged by .+, ETA/,
  );
  await page.goto(`/app/button_data/5/${body.data?.id}`);
  await page.getByRole('link', { name: 'Open the incident', exact: true }).click();
  await expect(page.getByText(have)).toBeVisible();

  await other.getByRole('button', { name: 'On the way' }).click();
  await expect(page.getByText(/^[^:]+ is on the way, ETA/)).toBeVisible();
  await page.getByRole('button', { name: 'Close incident' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close this incident?' });
  await expect(dialog).toContainText('Lone Worker Emergency of Ana Flores.');
  await dialog.getByRole('radio', { name: 'False alarm' }).check();
  await dialog.getByLabel('Note', { exact: true }).fill('Pressed by mistake.');
  await dialog.getByRole('button', { name: 'Close incident' }).click();
  for (const one of [page, other]) {
    await expect(one.getByText('Closed: false alarm', { exact: true })).toBeVisible();
    await expect(one.getByText(/^Closed by Tess Miller .+\d:\d\d:\d\d [AP]M/)).toBeVisible();
    await expect(one.getByRole('button', { name: 'Close incident' })).toHaveCount(0);
  }
  await expect(page.getByRole('region', { name: 'Open emergencies' })).toHaveCount(0);
  for (const [name, file] of [
    ['Save PDF', /\.pdf$/],
    ['Save JSON', /\.json$/],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    expect((await saved).suggestedFilename()).toMatch(file);
  }
  // The list of records shows how it ended.
  await page.goto('/app/button_data/5');
  await expect(page.getByRole('row').filter({ hasText: 'Ana Flores' })).toContainText(/Closed\s?False alarm/);
  await otherContext.close();
});

test('Of two people who acknowledge at the same time, both see the owner', async ({
  teamPage: page,
  server,
  team,
}) => {
  await pressAndOpen(page, server, team);
  await expect(page.getByRole('button', { name: 'I have it' })).toBeVisible();
  // The answer of the other person is not announced to this browser before its own press.
  await page.route('**/tapi/v1/answer/incident', async (route) => {
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { token } = await logInAdmin(server);
    await callOrThrow(server.url, '/api/v1/answer/incident', { token, body: { id, answer: 'have' } });
    await route.continue();
  });
  await page.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByText(/already has it\.$/)).toBeVisible();
  await expect(band(page).getByText(/ has it$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'I have it' })).toHaveCount(0);
  // The other person can still help, or say that they can’t.
  await page.unroute('**/tapi/v1/answer/incident');
  await page.getByRole('button', { name: 'I can’t' }).click();
  await expect(panel(page, 'Timeline')).toContainText('can’t');
  await page.getByRole('button', { name: 'I can help, too' }).click();
  await expect(panel(page, 'Timeline').getByText('can help, too')).toHaveCount(2);
  await expect(band(page).getByText(/ has it$/)).toBeVisible();
});

test('A person who closes an incident after someone else is told so, and keeps the note @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  await pressAndOpen(page, server, team);
  await page.getByRole('button', { name: 'Close incident' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close this incident?' });
  await dialog.getByRole('radio', { name: 'False alarm' }).check();
  await dialog.getByLabel('Note', { exact: true }).fill('She called me back.');
  await page.route('**/tapi/v1/close/incident', async (route) => {
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { token } = await logInAdmin(server);
    await callOrThrow(server.url, '/api/v1/close/incident', { token, body: { id, outcome: 'helped' } });
    await route.continue();
  });
  monitor.expectResponse(409, '/tapi/v1/close/incident');
  await dialog.getByRole('button', { name: 'Close incident' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This incident is closed.');
  await expect(page.getByText('Closed: the person was helped', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Note', { exact: true })).toHaveValue('She called me back.');
});

test('A failed answer says next to the buttons that it may not be recorded, and a failed note stays in its field', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  await pressAndOpen(page, server, team);
  const open = page.getByRole('region', { name: 'Not acknowledged', exact: true });
  monitor.allowNetworkFailures();
  await page.route('**/tapi/v1/answer/incident', (route) => route.abort(), { times: 1 });
  await open.getByRole('button', { name: 'I have it' }).click();
  const problem = open.getByRole('alert').filter({ hasText: 'may not be recorded' });
  await expect(problem).toContainText(/^“I have it” may not be recorded\. Failed to perform Action\. .+/);
  await open.getByRole('button', { name: 'I have it' }).click();
  await expect(band(page)).toContainText('Tess Miller has it');
  await expect(page.getByText('may not be recorded')).toHaveCount(0);

  const note = page.getByRole('textbox', { name: 'Add a note' });
  await note.fill('Gate B is open.');
  await page.route('**/tapi/v1/note/incident', (route) => route.abort(), { times: 1 });
  await note.press('Enter');
  await expect(
    page.getByText(/^Your note may not be recorded\. Failed to perform Action\. .+/),
  ).toBeVisible();
  await expect(note).toHaveValue('Gate B is open.');
  await note.press('Enter');
  await expect(panel(page, 'Notes').getByRole('listitem')).toContainText('Gate B is open.');
  await expect(note).toHaveValue('');
});

test('After a lost response, the second attempt adds no second note; the same text is added again later @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  await pressAndOpen(page, server, team);
  const note = page.getByRole('textbox', { name: 'Add a note' });
  const notes = panel(page, 'Notes').getByRole('listitem');
  monitor.allowNetworkFailures();
  await loseResponse(page, '**/tapi/v1/note/incident');
  await note.fill('Gate B is open.');
  await note.press('Enter');
  await expect(page.getByText(/^Your note may not be recorded\./)).toBeVisible();
  await expect(notes).toHaveCount(1);
  await note.press('Enter');
  await expect(note).toHaveValue('');
  await page.reload();
  await expect(notes).toHaveCount(1);
  await note.fill('Gate B is open.');
  await note.press('Enter');
  await expect(notes).toHaveCount(2);

  // A text that was changed after the lost response is a note of its own.
  await loseResponse(page, '**/tapi/v1/note/incident');
  await note.fill('Gate C is open.');
  await note.press('Enter');
  await expect(notes).toHaveCount(3);
  await note.fill('Gate C is closed.');
  await note.press('Enter');
  await expect(notes).toHaveCount(4);
  await expect(note).toHaveValue('');
});

test('Deleting the record of an open incident shows that it stays open; the bar still leads to it until someone closes it @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const main = page.getByRole('main');
  const bar = page.getByRole('region', { name: 'Open emergencies' });
  const dialog = page.getByRole('dialog');
  const phone = await createPhone(server, team);
  const record = (await phone.press(5, { lat: 52.52, lng: 13.405 })).body.data?.id ?? 0;
  await openPage(page, 'button_data/5', 'Lone Worker Emergency');
  await chooseAction(page, `record ${record}`, 'Delete Item');
  await expect(dialog).toContainText('Its incident stays open, with its location, until someone closes it.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(main.getByText('No records yet')).toBeVisible();

  await bar.getByRole('link', { name: /^Open/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Incident \d+$/ })).toBeVisible();
  await expect(main.getByText('No one has acknowledged it', { exact: true })).toBeVisible();
  await expect(main.getByText(`Record ${record} was deleted.`)).toBeVisible();
  await expect(main.getByRole('link', { name: `Record ${record}` })).toHaveCount(0);
  await expect(main.getByRole('link', { name: '52.52, 13.405' })).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Close incident' }).click();
  // No outcome is chosen at first: no one has said that the person was helped.
  await expect(dialog).toContainText('No one has acknowledged this incident.');
  await dialog.getByRole('button', { name: 'Close incident' }).click();
  await expect(dialog).toContainText('Choose an outcome.');
  await dialog.getByRole('radio', { name: 'The person was helped' }).check();
  await dialog.getByRole('button', { name: 'Close incident' }).click();
  await expect(bar).toHaveCount(0);

  // Of several records, the confirmation counts the open incidents; a press without one has no such sentence.
  const other = (await phone.press(2)).body.data?.id ?? 0;
  await phone.press(5);
  await openPage(page, 'records', 'All records');
  await chooseAction(page, `record ${other}`, 'Delete Item');
  await expect(dialog).toContainText(`Record ${other} will be deleted`);
  await expect(dialog).not.toContainText('incident');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('One of them has an open incident. It stays open');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(main.getByText('No records yet')).toBeVisible();
  await expect(bar).toContainText('not acknowledged');
});

test('If no one acknowledges a press, its record says so once, with whom to call', async ({
  teamPage: page,
  server,
  team,
}) => {
  const policy = { needs_answer: true, steps: [], repeat: { times: 0, every: 30 }, procedure: '' };
  await saveSetting(server, team, 'escalation_5', JSON.stringify(policy));
  const { body } = await (await createPhone(server, team)).press(5);
  await server.withDatabase((db) =>
    db
      .updateTable('incident')
      .set({ next_run_at: new Date().toISOString() })
      .where('team_id', '=', team.user.id)
      .execute(),
  );
  const alarms = async () => {
    const query = { filter_open: 'yes' };
    const { items } = await callOrThrow<{ items: { reason: string }[] }>(
      server.url,
      '/tapi/v1/listPaged/alarm',
      { token: team.token, query },
    );
    return items.map(({ reason }) => reason);
  };
  await expect.poll(alarms).toEqual(['unacknowledged']);
  await page.goto(`/app/button_data/5/${body.data?.id}`);
  const main = page.getByRole('main');
  await expect(main.getByText('Call Ana Flores: +1 202 555 0143')).toBeVisible();
  await expect(main.getByText('No one acknowledged it in time')).toHaveCount(1);
  await expect(main.getByText('No one has acknowledged it')).toHaveCount(0);
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Open the incident', exact: true }).click();
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.goBack();
  await expect(main.getByText('Tess Miller has it')).toBeVisible();
  await expect(main.getByText('No one acknowledged it in time')).toHaveCount(1);
});

test('On the page of an incident, the others take one line, also on a phone @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  for (const name of ['Ben Hale', 'Cleo Marsh']) {
    await (await createPhone(server, team, name)).press(5, { lat: 52.52, lng: 13.405 });
  }
  await pressAndOpen(page, server, team);
  const others = page.getByRole('region', { name: 'Open emergencies' });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(others).toContainText('Cleo Marsh');
    await expect(others.getByRole('listitem')).toHaveCount(1);
    expect((await others.boundingBox())?.height).toBeLessThanOrEqual(60);
  }
  await expectAccessible(page);
  await others.getByRole('button', { name: '1 more' }).click();
  await expect(others.getByRole('listitem')).toHaveCount(2);
  await expect(others.getByRole('link', { name: /^Call Ben Hale/ })).toBeVisible();
  await others.getByRole('link', { name: /^Open the incident of Ben Hale/ }).click();
  await expect(others).toContainText('Cleo Marsh');
});
