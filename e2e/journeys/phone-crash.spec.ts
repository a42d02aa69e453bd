import { newPhoneContext, PhoneApp } from '../support/phone-app.ts';
import { expect, test } from '../support/test.ts';

test('If a screen cannot be shown, the app says whom to call, and the outbox goes on sending', async ({
  browser,
  server,
  ana,
}) => {
  // Its errors are in the browser's console, so it has no monitor.
  const context = await newPhoneContext(browser);
  try {
    const page = await context.newPage();
    const phone = new PhoneApp(page, server.url);
    await phone.open();
    // This page is not controlled by the service worker yet, so a file can be missing.
    await phone.logIn(ana);
    await context.route('**/mapi/v1/button_click', (route) => route.abort());
    await phone.confirm('Lone Worker Emergency');
    await expect(phone.notSent).toBeVisible();
    await page.route('**/assets/menu-*.js', (route) => route.abort());
    await phone.open('/menu');
    await expect(page.getByRole('alert')).toHaveText('This screen couldn’t be shown.');
    await expect(page.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
    await expect(page.getByText('Your organization has added no contacts yet.')).toBeVisible();

    const received = page.waitForResponse('**/mapi/v1/button_click');
    await context.unroute('**/mapi/v1/button_click');
    expect((await received).status()).toBe(200);
    // Another screen works.
    await page.goBack();
    await expect(phone.received).toBeVisible();
  } finally {
    await context.close();
  }
});
