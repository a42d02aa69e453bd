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
  const sound = dialog.getByRole('switch', { name: 'Play a sound' });
  await expect(sound).not.toBeChecked();
  await sound.click();
  await expect(sound).toBeChecked();
  await dialog.getByRole('button', { name: 'Play it once to test' }).click();
  await expect(dialog.getByText('Playing. Did you hear three tones?')).toBeVisible();
  // Headless browsers block notifications.
  await dialog.getByRole('switch', { name: 'Show a desktop notification' }).click();
  await expect(dialog.getByText('Notifications are blocked for this site.')).toBeVisible();
  await expect(dialog.getByRole('switch', { name: 'Show a desktop notification' })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  const second = await context.newPage();
  await second.goto('/app/users');
  expect(await second.localStorage.getItem('deviceAlerts')).toBe('{"sound":true,"notification":false}');
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
        constructor(title, { body }) { super(); window.requests.push(title + ', ' + body.split('\\n')[1]); }
        close() {}
      };`,
  });
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  const requests = async () => (await page.evaluate<string[]>('window.requests')).toSorted();
  expect(await requests()).toEqual([]);
  await phone.press(2);
  await phone.press(5);
  await expect(page.getByRole('region', { name: 'Emergencies that nobody has opened' })).toContainText(
    'Ana Flores',
  );
  await expect.poll(requests).toEqual(['Lone Worker Emergency, Ana Flores', 'tone', 'tone', 'tone']);
});
