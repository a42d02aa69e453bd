import { newPhone } from '../support/records.ts';
import { onPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** What this browser does, besides showing it, when an emergency comes in: as its reader switched it on. */

/** A busy machine's browser may take longer to begin than the page has patience. */
const SOUND_IS_LET = "Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'running' });";

test('Sound and notification are switched on for this device, tried out, and kept; what hinders them is said', async ({
  teamPage: page,
  context,
}) => {
  await page.addInitScript({ content: SOUND_IS_LET });
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
  // Headless browsers refuse notifications.
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

test('An emergency sounds, and notifies of itself, where that was switched on', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await newPhone(server, team);
  // Headless browsers have no notifications and nobody hears them: what the page asks of the browser is what counts.
  await page.addInitScript({
    content: `${SOUND_IS_LET}
      localStorage.setItem('deviceAlerts', '{"sound":true,"notification":true}');
      window.asked = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) { window.asked.push('tone'); start.call(this, at); };
      window.Notification = class extends EventTarget {
        static permission = 'granted';
        constructor(title, { body }) { super(); window.asked.push(title + ', ' + body.split('\\n')[1]); }
        close() {}
      };`,
  });
  await page.goto('/app/users');
  await onPage(page, 'Users');
  const asked = async () => (await page.evaluate<string[]>('window.asked')).toSorted();
  expect(await asked()).toEqual([]);
  await phone.press(2);
  await phone.press(5);
  await expect(page.getByRole('region', { name: 'Emergencies that nobody has opened' })).toContainText(
    'Ana Flores',
  );
  await expect.poll(asked).toEqual(['Lone Worker Emergency, Ana Flores', 'tone', 'tone', 'tone']);
});
