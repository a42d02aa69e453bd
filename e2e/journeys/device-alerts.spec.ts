import { callOrThrow } from '../support/calls.ts';
import { createPhone } from '../support/records.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** Sound and desktop notifications for a new emergency, as switched on in this browser. */

/** Reports sound as allowed: on a busy machine, the browser may start audio later than the page waits for it. */
const ALLOW_SOUND = "Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'running' });";

test('Sound and notifications are switched on per device and can be tested; a blocked one shows why', async ({
  teamPage: page,
  context,
}) => {
  await page.addInitScript({ content: ALLOW_SOUND });
  await page.goto('/app/users');
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Tess Miller account menu' }).click();
    await page.getByRole('menuitem', { name: 'Alert me on this device' }).click();
    return page.getByRole('dialog', { name: 'Alert me on this device' });
  };
  const dialog = await openDialog();
  const sound = dialog.getByRole('switch', { name: /^Play a sound/ });
  await expect(sound).not.toBeChecked();
  await sound.click();
  await expect(sound).toBeChecked();
  await dialog.getByRole('button', { name: 'Play it once to test' }).click();
  await expect(dialog.getByText('Playing. Did you hear three tones?')).toBeVisible();
  // Headless browsers block notifications.
  await dialog.getByRole('switch', { name: 'Show a desktop notification' }).click();
  await expect(dialog.getByText('Notifications are blocked.')).toBeVisible();
  await expect(dialog.getByRole('switch', { name: 'Show a desktop notification' })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  const second = await context.newPage();
  await second.goto('/app/users');
  expect(await second.localStorage.getItem('deviceAlerts')).toMatch(/^{"sound":true,"notification":false,/);
  await openDialog();
  await expect(sound).toBeChecked();
});

test('When sound and notifications are on, an emergency plays three tones and shows a notification', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  // Headless browsers have no sound and no notifications: the test records what the page requests.
  await page.addInitScript({
    content: `${ALLOW_SOUND}
      localStorage.setItem('deviceAlerts', '{"sound":true,"notification":true}');
      window.requests = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) { window.requests.push('tone'); start.call(this, at); };
      window.Notification = class extends EventTarget {
        static permission = 'granted';
        constructor(title, { body, renotify }) {
          super();
          window.requests.push(title + ', ' + body.split('\\n')[1] + (renotify ? ', again' : ''));
        }
        close() {}
      };`,
  });
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  const requests = async () => (await page.evaluate<string[]>('window.requests')).toSorted();
  expect(await requests()).toEqual([]);
  await phone.press(2);
  await phone.press(5);
  await expect(page.getByRole('region', { name: 'Open emergencies' })).toContainText('Ana Flores');
  const alerted = ['Lone Worker Emergency, Ana Flores', 'tone', 'tone', 'tone'];
  await expect.poll(requests).toEqual(alerted);

  // Once someone has it, it is quiet, until they can't after all.
  const list = '/tapi/v1/listPaged/incident?page=1';
  const { items } = await callOrThrow<{ items: { id: number }[] }>(server.url, list, { token: team.token });
  const answer = (chosen: 'have' | 'cannot') =>
    callOrThrow(server.url, '/tapi/v1/answer/incident', {
      token: team.token,
      body: { id: items[0]?.id, answer: chosen },
    });
  await answer('have');
  await expect(page.getByText(/^Acknowledged by /)).toBeVisible();
  await answer('cannot');
  // A notification that replaces the earlier one would be silent otherwise.
  const again = ['Lone Worker Emergency, Ana Flores, again', 'tone', 'tone', 'tone'];
  await expect.poll(requests).toEqual([...alerted, ...again].toSorted());
  await expect(page.getByRole('alert').filter({ hasText: 'Ana Flores' })).toHaveText(
    /^Lone Worker Emergency/,
  );
});

test('A press that is no emergency shows a note on every screen, with a sound for the chosen buttons; the person is asked once @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  await page.addInitScript({
    content: `${ALLOW_SOUND}
      window.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };`,
  });
  const listening = page.waitForResponse('**/tapi/v1/events*');
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  await listening;
  const notes = page.getByRole('region', { name: 'New presses' });
  await expect(notes).toHaveCount(0);

  const { body } = await phone.press(2);
  await expect(notes).toContainText('Report an Incident/AccidentAna Flores');
  expect(await page.evaluate<number>('window.tones')).toBe(0);
  await notes.getByRole('button', { name: 'Choose sounds' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alert me on this device' });
  await dialog.getByRole('switch', { name: 'Sound for Report a Safety Complaint' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(notes.getByText('Play a sound for presses like this?')).toHaveCount(0);

  await phone.press(4);
  await expect(notes).toContainText('Report a Safety Complaint');
  await expect.poll(() => page.evaluate<number>('window.tones')).toBe(1);
  await notes.getByRole('button', { name: 'Dismiss Report a Safety Complaint of Ana Flores' }).click();
  await notes.getByRole('link', { name: 'Open Report an Incident/Accident of Ana Flores' }).click();
  await waitForPage(page, `Record ${body.data?.id}`);
  await expect(notes).toHaveCount(0);

  await page.goto('/app/app_main_page');
  await expect(page.getByText('Emergencies: no sound. Other presses: shown, sound for 1.')).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog.getByRole('switch', { name: 'Show other presses on every screen' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Emergencies: no sound. Other presses: not shown.')).toBeVisible();
});

test('A person who dismisses the first note without an answer is not asked again @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  const listening = page.waitForResponse('**/tapi/v1/events*');
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  await listening;
  const notes = page.getByRole('region', { name: 'New presses' });
  await phone.press(1);
  await expect(notes.getByText('Play a sound for presses like this?')).toBeVisible();
  await notes.getByRole('button', { name: 'Dismiss OSHA On-Site of Ana Flores' }).click();
  await expect(notes).toBeHidden();
  await phone.press(2);
  await expect(notes).toContainText('Report an Incident/Accident');
  await expect(notes.getByText('Play a sound for presses like this?')).toHaveCount(0);

  // On a phone, the newest takes one row, and the others are counted.
  await phone.press(1);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(notes.getByText('1 more')).toBeVisible();
  await expect(notes.getByText('just now').first()).toBeVisible();
  expect((await notes.boundingBox())?.height).toBeLessThan(80);
});

test('A note stays after a reload until it is dismissed; a press that notified no one is only in the bar @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  // Complaints notify no one.
  await server.withDatabase(async (db) => {
    const change = (keys: string[], value: string) =>
      db
        .updateTable('settings')
        .set({ setting_value: value })
        .where('team_id', '=', team.user.id)
        .where('setting_key', 'in', keys)
        .execute();
    await change(['mail_to_admin_emails_4', 'sms_to_admin_number_4'], '');
    await change(['mail_to_user_4', 'sms_to_user_4'], 'no');
  });
  const listening = page.waitForResponse('**/tapi/v1/events*');
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  await listening;
  const notes = page.getByRole('region', { name: 'New presses' });
  const bar = page.getByRole('region', { name: 'Open emergencies' });
  await phone.press(1);
  await expect(notes).toContainText('OSHA On-Site');
  await phone.press(4);
  await expect(bar).toContainText('Report a Safety Complaint');
  await expect(notes).not.toContainText('Report a Safety Complaint');

  await page.reload();
  await expect(notes).toContainText('OSHA On-SiteAna Flores');
  await expect(bar).toContainText('Report a Safety Complaint');
  await expect(notes).not.toContainText('Report a Safety Complaint');
  await notes.getByRole('button', { name: 'Dismiss OSHA On-Site of Ana Flores' }).click();
  await page.reload();
  await expect(bar).toContainText('Report a Safety Complaint');
  await expect(notes).toHaveCount(0);
});
