import type { Page } from '@playwright/test';
import { PhoneApp, SITE } from '../support/phone-app.ts';
import { expect, test } from '../support/test.ts';

type Manifest = { id: string; lang: string; shortcuts: { name: string; url: string }[] };

/** The manifest that the browser has found in a page. */
async function readManifest(page: Page): Promise<Manifest> {
  const devTools = await page.context().newCDPSession(page);
  const { data, errors } = await devTools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  return JSON.parse(data ?? '') as Manifest;
}

test('A press is in the console within a second, and the phone shows that someone opened it', async ({
  teamPage: page,
  ana,
  phone,
}) => {
  await page.goto('/app/button_data/5');
  await expect(page.getByText('No records yet')).toBeVisible();
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  const receivedAt = Date.now();
  const row = page.getByRole('table').getByRole('row').filter({ hasText: ana.name });
  await expect(row).toBeVisible();
  // Both screens wait for the same server; a second is what a person notices.
  test.info().annotations.push({ type: 'milliseconds', description: `${Date.now() - receivedAt}` });
  await expect(row).toContainText(`${SITE.latitude}, ${SITE.longitude}`);
  await expect(phone.page.getByText('phone call within 5 minutes')).toBeVisible();
  await expect(phone.page.getByText('Your location was sent')).toBeVisible();
  await expect(phone.page.getByRole('listitem').filter({ hasText: 'Safety team, Email' })).toContainText(
    '1 sent',
  );
  await expect(phone.page.getByText('No one has opened it yet')).toBeVisible();

  await row.getByRole('link', { name: /Ana Flores/ }).click();
  await expect(page.getByRole('heading', { name: /^Record/ })).toBeVisible();
  await expect(phone.page.getByText(/^Someone saw it at/)).toBeVisible();
});

test('Letting go early sends nothing, and a tap asks first', async ({ phone }) => {
  const { page } = phone;
  await phone.button('Lone Worker Emergency').hover();
  await page.mouse.down();
  await expect(page.getByText('Keep holding')).toBeVisible();
  // Longer than a tap.
  await expect
    .poll(() => page.evaluate('document.getAnimations().some(({ currentTime }) => currentTime > 500)'))
    .toBe(true);
  await page.mouse.up();
  await expect(page.getByText('Keep holding')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();

  await phone.button('Lone Worker Emergency').click();
  const question = page.getByRole('dialog', { name: 'Send Lone Worker Emergency?' });
  await question.getByRole('button', { name: 'Don’t send' }).click();
  await phone.button('Lone Worker Emergency').click();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await phone.open('/history');
  await expect(page.getByText('You haven’t sent anything yet.')).toBeVisible();
});

test('A keyboard or a screen reader presses and confirms', async ({ phone }) => {
  await phone.confirm('Report a Safety Complaint');
  await expect(phone.received).toBeVisible();
  await expect(phone.page.getByRole('heading', { name: 'Report a Safety Complaint' })).toBeFocused();
});

test('The location is measured after the press, also after a restart: the record and the console follow it', async ({
  teamPage: page,
  server,
  openPhone,
  ana,
}) => {
  const phone = await openPhone(ana, { geolocation: { ...SITE, accuracy: 900 } });
  await phone.hold('Report an Incident/Accident');
  await expect(phone.received).toBeVisible();
  await page.goto('/app/button_data/2');
  await page
    .getByRole('table')
    .getByRole('link', { name: /Ana Flores/ })
    .click();
  await expect(page.getByText('within 900 m')).toBeVisible();
  const context = phone.page.context();
  await context.setGeolocation({ latitude: 39.7601, longitude: -105.001, accuracy: 200 });
  await expect(page.getByText('within 200 m')).toBeVisible();
  await phone.page.close();
  const again = new PhoneApp(await context.newPage(), server.url);
  await again.open();
  await context.setGeolocation({ latitude: 39.7602, longitude: -105.001, accuracy: 6 });
  await expect(page.getByText('within 6 m')).toBeVisible();
  await page.getByText('The phone updated the location 2 times').click();
  await expect(page.getByText('within 900 m')).toBeVisible();
});

test('A phone without a location sends at once, and says so @nightly', async ({ openPhone, ana }) => {
  const phone = await openPhone(ana, { geolocation: null });
  await expect(phone.page.getByText('Your alerts won’t show where you are.')).toBeVisible();
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  await expect(phone.page.getByText('No location was sent')).toBeVisible();
});

test('The emergency services are one tap away on every screen, also signed out', async ({
  openPhone,
  phone,
}) => {
  const call = { name: 'Call 911' };
  const visitor = await openPhone();
  await expect(visitor.page.getByRole('link', call)).toHaveAttribute('href', 'tel:911');
  for (const path of ['/', '/contacts', '/history', '/menu', '/password', '/form/1', '/form/3']) {
    await phone.open(path);
    await expect(phone.page.getByRole('link', call)).toHaveAttribute('href', 'tel:911');
  }
});

test('The app of a Spanish phone is in Spanish; the subscriber’s texts stay as they are @nightly', async ({
  openPhone,
  ana,
}) => {
  const { page } = await openPhone(null, { locale: 'es-MX' });
  await page.getByLabel('Correo electrónico').fill(ana.email);
  await page.getByLabel('Contraseña').fill(ana.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('button', { name: 'Emergencia de trabajador en solitario' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Orchard Works' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  // Also the shortcuts of the app's icon, as the browser reads them.
  const manifest = await readManifest(page);
  expect(manifest).toMatchObject({ lang: 'es', id: '/phone/' });
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Emergencia de trabajador en solitario', '/phone/#/press/5'],
    ['Llamar a seguridad', '/phone/#/contacts'],
  ]);
  expect((await readManifest((await openPhone()).page)).shortcuts.map(({ name }) => name)).toEqual([
    'Lone Worker Emergency',
    'Call a Safety Person',
  ]);
});
