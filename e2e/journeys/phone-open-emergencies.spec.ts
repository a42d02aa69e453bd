import { changeIncident } from '../support/change-incident.ts';
import { moveCheckIn } from '../support/move-check-in.ts';
import { expect, test } from '../support/test.ts';

/** The open emergencies of a person on the main screen of the phone. */

test('Of two emergencies, the open one is on the home screen, also if the newer one is closed @nightly', async ({
  phone,
  server,
  team,
}) => {
  const { page } = phone;
  const region = page.getByRole('region', { name: 'Open emergencies' });
  const more = page.getByRole('link', { name: '1 more open emergency' });
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  await changeIncident(server, team, 'answer', { answer: 'have' });
  await phone.button('Done').click();
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  await phone.button('Done').click();
  await expect(region).toContainText('No one has it yet');
  await more.click();
  await expect(page.getByRole('status', { name: 'Who has it' })).toContainText('Tess Miller has it');
  await phone.open('/');
  await expect(region).toContainText('No one has it yet');
  await changeIncident(server, team, 'close', { outcome: 'helped', note: '' });
  await phone.readAgain();
  await expect(region).toContainText('Tess Miller has it');
  await expect(region).not.toContainText('Closed');
  await expect(more).toBeHidden();
});

test('An emergency of another phone is on the home screen, where the person can say that they are safe', async ({
  phone,
  openPhone,
  ana,
}) => {
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  const other = await openPhone(ana);
  const region = other.page.getByRole('region', { name: 'Open emergencies' });
  await expect(region).toContainText('No one has it yet');
  await region.getByRole('link', { name: 'I am safe now' }).click();
  await other.page.getByLabel('It was a false alarm').check();
  await other.button('I am safe').click();
  await expect(
    other.page.getByText('Everyone who got your alert gets this report. A responder'),
  ).toBeVisible();
  await other.open('/');
  await expect(region).toContainText(/You reported at .* that you are safe\./);
});

test('Without a network, an emergency of another phone has its name, its last known state, and the report that waits', async ({
  phone,
  openPhone,
  ana,
  monitor,
  server,
  team,
}) => {
  monitor.allowNetworkFailures();
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  await changeIncident(server, team, 'answer', { answer: 'have' });
  const other = await openPhone(ana);
  const { page } = other;
  await other.waitForWorker();
  const region = page.getByRole('region', { name: 'Open emergencies' });
  await expect(region).toContainText('Tess Miller has it');
  await other.untilStored('Tess Miller');
  await page.context().setOffline(true);
  await region.getByRole('link', { name: 'I am safe now' }).click();
  await page.getByLabel('It was a false alarm').check();
  await other.button('I am safe').click();
  await expect(page.getByText('No one knows yet that you are safe.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lone Worker Emergency');
  await expect(page.getByText('No one knows yet that you are safe.')).toBeVisible();
  await expect(page.getByText('Status read at')).toBeVisible();
  await other.open('/history');
  await page.reload();
  const entry = page.getByRole('link', { name: 'Lone Worker Emergency' });
  await expect(entry).toContainText('Tess Miller has it');
  // The note moves no entry.
  const note = await page.getByText('This list shows only what is on this phone.').boundingBox();
  expect(note?.y).toBeGreaterThan((await entry.boundingBox())?.y ?? Infinity);
  await page.context().setOffline(false);
});

test('The home screen shows an open emergency until it is closed, also after a restart and without a network', async ({
  phone,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const { page } = phone;
  await phone.waitForWorker();
  const region = page.getByRole('region', { name: 'Open emergencies' });
  const bar = region.getByRole('link', { name: 'Lone Worker Emergency' });
  const safe = region.getByRole('link', { name: 'I am safe now' });
  await phone.hold('Lone Worker Emergency');
  await expect(page.getByRole('status', { name: 'Who has it' })).toContainText('No one has it yet');
  await phone.button('Done').click();
  await expect(bar).toHaveText(/^No one has it yetLone Worker Emergency, .+Status read at /);
  await page.reload();
  await expect(bar).toContainText('No one has it yet');
  await changeIncident(server, team, 'answer', { answer: 'have' });
  // The app reads it by itself.
  await expect(bar).toContainText('Tess Miller has it');
  await phone.untilStored('Tess Miller');
  // Without a network, the state is the last one that was read, with its time.
  await page.context().setOffline(true);
  await page.reload();
  await expect(bar).toHaveText(/^Tess Miller has it.+Status read at /);
  await safe.click();
  await page.getByLabel('Help arrived').check();
  await phone.button('I am safe').click();
  await expect(page.getByRole('alert')).toContainText('No one knows yet that you are safe.');
  await phone.open('/');
  await expect(bar).toContainText('No one knows yet that you are safe.');
  await expect(safe).toBeHidden();
  await page.context().setOffline(false);
  await expect(bar).toContainText('You reported at');
  // What was shown does not just disappear, and the next time it is not shown.
  await changeIncident(server, team, 'close', { outcome: 'helped', note: '' });
  await phone.readAgain();
  await expect(bar).toContainText('Closed at');
  await phone.open('/history');
  await phone.open('/');
  await expect(phone.button('Lone Worker Emergency')).toBeVisible();
  await expect(region).toHaveCount(0);
});

test('The bar of an open emergency does not move the buttons, neither at the start nor while a finger is on the screen @nightly', async ({
  phone,
  server,
  ana,
}) => {
  const { page } = phone;
  const button = phone.button('Lone Worker Emergency');
  const topOf = async () => Math.round((await button.boundingBox())?.y ?? 0);
  await phone.hold('Lone Worker Emergency');
  await expect(page.getByText('No one has it yet')).toBeVisible();
  await phone.open('/check-ins');
  await phone.button('Start check-ins').click();
  await expect(page.getByText('Next check-in at')).toBeVisible();
  await phone.open('/');
  const region = page.getByRole('region', { name: 'Open emergencies' });
  await expect(region).toBeVisible();
  const before = await topOf();
  // The next start reserves the height: the button is in the same place in each frame.
  await page.addInitScript({
    content: `tops = new Set();
      const look = () => {
        const top = document.querySelector('button[class*="emergency"]')?.getBoundingClientRect().top;
        if (top !== undefined) tops.add(Math.round(top));
        requestAnimationFrame(look);
      };
      look();`,
  });
  await page.reload();
  await expect(region).toBeVisible();
  await expect(page.getByText('Next check-in at')).toBeVisible();
  expect(await page.evaluate('[...tops]')).toEqual([before]);

  // The question is as large as the time of the next check-in. What follows without an answer is larger.
  const moveOnPhone = async (minutes: number) => {
    await moveCheckIn(server, ana.id, minutes);
    await phone.readAgain();
  };
  await moveOnPhone(-1);
  await expect(page.getByText('Are you OK?')).toBeVisible();
  expect(await topOf()).toBe(before);
  await page.mouse.move(100, 30);
  await page.mouse.down();
  await moveOnPhone(-6);
  await expect(page.getByText(/The time to answer ended|you did not answer/)).toBeAttached();
  expect(await topOf()).toBe(before);
  await page.mouse.up();
  await expect.poll(topOf).toBeGreaterThan(before);
});

test('With an open emergency and a check-in that is due, the emergency button is in view, also without a network @nightly', async ({
  openPhone,
  ana,
  server,
  monitor,
  team,
}) => {
  monitor.allowNetworkFailures();
  // Spanish texts are longer.
  const phone = await openPhone(null, { viewport: { width: 390, height: 844 }, locale: 'es-MX' });
  const { page } = phone;
  await page.locator('input[type=email]').fill(ana.email);
  await page.locator('input[type=password]').fill(ana.password);
  await page.locator('form button').click();
  const name = 'Emergencia de trabajador en solitario';
  await phone.hold(name);
  await changeIncident(server, team, 'answer', { answer: 'have', eta_minutes: 10 });
  await phone.open('/check-ins');
  await phone.button('Iniciar controles').click();
  await expect(page.getByText('Próximo control')).toBeVisible();
  /** The call to the emergency services covers nothing of it. */
  const expectInView = async () => {
    const tile = await phone.button(name).boundingBox();
    const call = await page.locator('footer').boundingBox();
    expect((tile?.y ?? Infinity) + (tile?.height ?? 0)).toBeLessThanOrEqual(call?.y ?? 0);
  };
  for (const minutes of [20, -1]) {
    await moveCheckIn(server, ana.id, minutes);
    await phone.open('/');
    await page.reload();
    await expect(page.getByText('Tess Miller se encarga, llega')).toBeVisible();
    await expect(page.getByText(minutes > 0 ? 'Próximo control' : '¿Está bien?')).toBeVisible();
    await expectInView();
    const title = page.getByRole('heading', { level: 1 });
    const before = (await phone.button(name).boundingBox())?.y;
    await page.context().setOffline(true);
    await expect(page.getByText('Sin conexión. Se envía más tarde.')).toBeVisible();
    await expectInView();
    // The note has its room in the header.
    expect((await phone.button(name).boundingBox())?.y).toBe(before);
    await expect(title).toBeVisible();
    await page.context().setOffline(false);
  }
});
