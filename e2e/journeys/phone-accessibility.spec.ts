import type { Page } from '@playwright/test';
import { createAxe, measureOverflow } from '../support/axe.ts';
import { changeIncident } from '../support/change-incident.ts';
import { findHtmlProblems } from '../support/html.ts';
import { createAppUser, createTeam } from '../support/people.ts';
import type { PhoneApp } from '../support/phone-app.ts';
import { expect, test } from '../support/test.ts';

/** Buttons and links that a gloved finger must hit, in CSS pixels. */
const TARGET = 64;
const SCREENS = ['/', '/contacts', '/history', '/menu', '/password', '/form/1', '/form/3', '/check-ins'];

/** AA for everything; AAA for the contrast of texts. */
async function findProblems(page: Page): Promise<string[]> {
  // What the server or the browser says later changes the height of the screen.
  await expect(page.getByText('Loading…')).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // At the end, the emergency call covers no other target.
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const axe = (await createAxe(page)).setLegacyMode().options({
    rules: { 'target-size': { enabled: true }, 'color-contrast-enhanced': { enabled: true } },
    resultTypes: ['violations'],
  });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Small targets and invalid HTML: the same in both color schemes, so that only one of them is checked. */
async function expectSound(page: Page, scheme: 'light' | 'dark', name: string): Promise<void> {
  if (scheme === 'dark') return;
  expect(await findSmallTargets(page), name).toEqual([]);
  expect(await findHtmlProblems(page), name).toEqual([]);
}

/** Controls that are smaller than a target; links in sentences are exempt. */
async function findSmallTargets(page: Page): Promise<string[]> {
  const controls = page.locator('main button, footer a, main > a, main nav a, main ul a, [class*="tile"]');
  const sizes = await Promise.all(
    (await controls.all()).map(async (control) => ({
      text: (await control.innerText()).replaceAll('\n', ' '),
      height: (await control.boundingBox())?.height ?? TARGET,
      isInNote: (await control.locator('xpath=ancestor::*[contains(@class, "note")]').count()) > 0,
    })),
  );
  return sizes
    .filter(({ height, isInNote }) => height < TARGET - 0.5 && !isInNote)
    .map(({ text, height }) => `${text}: ${height} px`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`Every screen is accessible, with contrast AAA and large targets: ${colorScheme}${colorScheme === 'dark' ? ' @nightly' : ''}`, async ({
    openPhone,
    monitor,
    ana,
    server,
  }) => {
    monitor.allowNetworkFailures();
    const visitor = await openPhone(null, { colorScheme });
    expect(await findProblems(visitor.page)).toEqual([]);
    const phone = await openPhone(ana, { colorScheme });
    for (const path of SCREENS) {
      await phone.open(path);
      await expect(phone.page.getByRole('heading', { level: 1 })).not.toBeEmpty();
      expect(await findProblems(phone.page), path).toEqual([]);
      await expectSound(phone.page, colorScheme, path);
    }
    await phone.open('/');
    await phone.button('Lone Worker Emergency').click();
    await expect(phone.page.getByRole('dialog')).toBeVisible();
    expect(await findProblems(phone.page), 'question').toEqual([]);
    await phone.page.keyboard.press('Escape');
    await phone.hold('Lone Worker Emergency');
    await expect(phone.page.getByText('Messages', { exact: true })).toBeVisible();
    expect(await findProblems(phone.page), 'received').toEqual([]);
    await phone.page.getByRole('link', { name: 'I am safe now' }).click();
    await phone.button('I am safe').click();
    await expect(phone.page.getByText('Choose a reason.')).toBeVisible();
    expect(await findProblems(phone.page), 'safe').toEqual([]);
    await expectSound(phone.page, colorScheme, 'safe');
    await phone.open('/check-ins');
    await phone.button('Start check-ins').click();
    await expect(phone.page.getByText('Next check-in at')).toBeVisible();
    for (const path of ['/check-ins', '/']) {
      await phone.open(path);
      await expect(phone.page.getByText('Next check-in at')).toBeVisible();
      expect(await findProblems(phone.page), `running: ${path}`).toEqual([]);
      await expectSound(phone.page, colorScheme, `running: ${path}`);
    }
    await server.withDatabase((db) =>
      db
        .updateTable('check_in')
        .set({ due_at: new Date(Date.now() - 60_000).toISOString() })
        .where('app_user_id', '=', ana.id)
        .execute(),
    );
    await phone.page.reload();
    await expect(phone.page.getByText('Are you OK?')).toBeVisible();
    expect(await findProblems(phone.page), 'asked').toEqual([]);
    await expectSound(phone.page, colorScheme, 'asked');
    await phone.page.context().setOffline(true);
    await phone.page.evaluate('location.hash = "/"');
    await phone.hold('Lone Worker Emergency');
    await expect(phone.notSent).toBeVisible();
    expect(await findProblems(phone.page), 'not sent').toEqual([]);
  });
}

const SMALLEST = { width: 320, height: 640 };

/** The screen has no more than its width with text twice as large, and the emergency call is in view. */
async function expectFit({ page }: PhoneApp, name: string): Promise<void> {
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  expect(await measureOverflow(page), name).toBe(0);
  await expect(page.getByRole('link', { name: /911$/ })).toBeInViewport();
}

test('Nothing is cut off at 320 px with text twice as large', async ({ openPhone, ana }) => {
  const phone = await openPhone(ana, { viewport: SMALLEST });
  for (const path of SCREENS) {
    await phone.open(path);
    await expectFit(phone, path);
  }
});

test('The history is not cut off in large text or at 200 % zoom, also with long names @nightly', async ({
  openPhone,
  server,
}) => {
  const team = await createTeam(server, { first_name: 'Maximiliana Montgomery-Featherstonehaugh' });
  const phone = await openPhone(await createAppUser(server, team), { viewport: SMALLEST });
  const { page } = phone;
  for (const name of ['Report an Incident/Accident', 'Lone Worker Emergency']) {
    await phone.confirm(name);
    await expect(phone.received).toBeVisible();
    await phone.open('/');
  }
  await changeIncident(server, team, 'answer', { answer: 'have', eta_minutes: 10 });
  await phone.open('/history');
  await expect(page.getByText(/Featherstonehaugh Miller has it, arriving/)).toBeVisible();
  await page.setViewportSize({ width: 160, height: 320 });
  await expect.poll(() => measureOverflow(page)).toBe(0);
  await page.setViewportSize(SMALLEST);
  await expectFit(phone, 'history');
});

test('Nothing of incidents and check-ins is cut off at 320 px in Spanish @nightly', async ({
  openPhone,
  ana,
}) => {
  const phone = await openPhone(null, { viewport: SMALLEST, locale: 'es-MX' });
  const { page } = phone;
  await page.getByLabel('Correo electrónico').fill(ana.email);
  await page.getByLabel('Contraseña').fill(ana.password);
  await phone.button('Iniciar sesión').click();
  await phone.button('Emergencia de trabajador en solitario').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar ahora' }).click();
  await expect(page.getByText('Aún nadie se encarga')).toBeVisible();
  await expectFit(phone, 'sent');
  await page.getByRole('link', { name: 'Estoy a salvo' }).click();
  await expect(page.getByLabel('Fue una falsa alarma')).toBeVisible();
  await expectFit(phone, 'safe');
  await phone.open('/check-ins');
  await expect(phone.button('Iniciar controles')).toBeVisible();
  await expectFit(phone, 'schedule');
  await phone.button('Iniciar controles').click();
  for (const path of ['/check-ins', '/']) {
    await phone.open(path);
    await expect(page.getByText('Próximo control:')).toBeVisible();
    await expectFit(phone, `running: ${path}`);
  }
});

for (const [width, height, locale, tag] of [
  [390, 844, 'en-US', ' @nightly'],
  [375, 667, 'en-US', ' @nightly'],
  [360, 740, 'en-US', ''],
  [390, 844, 'es-MX', ' @nightly'],
  [375, 667, 'es-MX', ''],
] as const) {
  test(`All eight buttons are in view at ${width} x ${height}: ${locale}${tag}`, async ({
    openPhone,
    ana,
  }) => {
    const phone = await openPhone(null, { viewport: { width, height }, locale });
    await phone.page.locator('input[type=email]').fill(ana.email);
    await phone.page.locator('input[type=password]').fill(ana.password);
    await phone.page.locator('form button').click();
    const tiles = phone.page.locator('[class*="tile"]');
    await expect(tiles).toHaveCount(8);
    const call = await phone.page.getByRole('link', { name: /911$/ }).boundingBox();
    const last = await tiles.last().boundingBox();
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(call?.y ?? 0);
  });
}

for (const viewport of [
  { width: 320, height: 640 },
  { width: 640, height: 320 },
]) {
  test(`The keyboard reaches the eight buttons in the order in which they are seen: ${viewport.width} x ${viewport.height}`, async ({
    openPhone,
    ana,
  }) => {
    const { page } = await openPhone(ana, { viewport });
    const tiles = page.locator('[class*="tile"]');
    await expect(tiles).toHaveCount(8);
    const shown = await tiles.evaluateAll((all) =>
      all
        .map((tile) => ({ text: tile.textContent, box: tile.getBoundingClientRect() }))
        .toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
        .map(({ text }) => text),
    );
    expect(shown[0]).toBe('Lone Worker Emergency');
    const reached: (string | null)[] = [];
    for (let presses = 0; presses < 20 && reached.length < shown.length; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator('[class*="tile"]:focus');
      if ((await focused.count()) > 0) reached.push(await focused.textContent());
    }
    expect(reached).toEqual(shown);
  });
}
