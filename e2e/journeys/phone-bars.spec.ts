import { expect, test } from '../support/test.ts';

/** What is in progress, above the buttons of the phone: several bars at the same time. */

for (const { locale, texts } of [
  {
    locale: 'en-US',
    texts: {
      emergency: 'Lone Worker Emergency',
      start: 'Start check-ins',
      next: 'Next check-in at',
      complaint: 'Report a Safety Complaint',
      more: '1 more open emergency',
      waiting: '1 submission isn’t sent yet',
    },
  },
  {
    locale: 'es-MX',
    texts: {
      emergency: 'Emergencia de trabajador en solitario',
      start: 'Iniciar controles',
      next: 'Próximo control',
      complaint: 'Reportar una queja de seguridad',
      more: '1 emergencia abierta más',
      waiting: '1 envío aún no ha salido',
    },
  },
]) {
  test(`With two emergencies, check-ins and a submission that waits, the emergency button is in view: ${locale}${locale === 'en-US' ? '' : ' @nightly'}`, async ({
    openPhone,
    ana,
    monitor,
  }) => {
    monitor.allowNetworkFailures();
    const phone = await openPhone(null, { locale });
    const { page } = phone;
    await page.locator('input[type=email]').fill(ana.email);
    await page.locator('input[type=password]').fill(ana.password);
    await page.locator('form button').click();
    for (let press = 0; press < 2; press += 1) {
      await phone.hold(texts.emergency);
      await phone.open('/');
    }
    await phone.open('/check-ins');
    await phone.button(texts.start).click();
    await expect(page.getByText(texts.next)).toBeVisible();
    await phone.open('/');
    await page.route('**/mapi/v1/button_click', (route) => route.abort());
    await phone.hold(texts.complaint);
    await phone.open('/');
    const more = page.getByRole('link', { name: texts.more });
    const waiting = page.getByRole('link', { name: texts.waiting });
    await expect(waiting).toBeVisible();
    for (const [width, height] of [
      [390, 844],
      [375, 667],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      // One row; the page may still be moving between the two measurements.
      await expect
        .poll(async () => (await more.boundingBox())?.y === (await waiting.boundingBox())?.y)
        .toBe(true);
      const tile = await phone.button(texts.emergency).boundingBox();
      const call = await page.locator('footer').boundingBox();
      expect((tile?.y ?? Infinity) + (tile?.height ?? 0)).toBeLessThanOrEqual(call?.y ?? 0);
    }
    await waiting.click();
    await expect(page).toHaveURL(/#\/history$/);
  });
}
