import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Browser } from '@playwright/test';
import { DEMO_LOGINS } from '@callpoint/server/demo/logins';
import { newPhoneContext, PhoneApp } from './phone-app.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The documentation and the app's manifest show these. */
const USED: Readonly<Record<string, readonly string[]>> = {
  'phone-home.light': ['docs/screenshots/phone-home.png', 'apps/phone/public/screenshots/home.png'],
  'phone-received.light': [
    'docs/screenshots/phone-received.png',
    'apps/phone/public/screenshots/received.png',
  ],
  'phone-not-sent.light': ['docs/screenshots/phone-not-sent.png'],
};
/** The size of an iPhone 14, at two pixels per CSS pixel as the manifest says. */
const SIZE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

/** Takes screenshots of the phone app with the demo data, light and dark; returns how many. */
export async function takePhoneScreenshots(browser: Browser, url: string, folder: string): Promise<number> {
  const login = DEMO_LOGINS.find(({ role }) => role === 'app_user');
  if (!login) throw new Error('the demo has no app user');
  let count = 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await newPhoneContext(browser, { ...SIZE, colorScheme });
    const phone = new PhoneApp(await context.newPage(), url);
    const take = async (name: string) => {
      const file = join(folder, `${name}.${colorScheme}.png`);
      await phone.page.screenshot({ path: file });
      for (const target of USED[`${name}.${colorScheme}`] ?? []) {
        mkdirSync(dirname(join(ROOT, target)), { recursive: true });
        copyFileSync(file, join(ROOT, target));
      }
      count += 1;
    };
    await phone.open();
    await take('phone-sign-in');
    await phone.logIn(login);
    await take('phone-home');
    await phone.hold('Lone Worker Emergency');
    await expect(phone.received).toBeVisible();
    await expect(phone.page.getByText(/\d sent$/).first()).toBeVisible();
    await expect(phone.page.getByText(/being sent$/)).toHaveCount(0);
    await take('phone-received');
    for (const path of ['form/1', 'contacts', 'history', 'menu'] as const) {
      await phone.open(`/${path}`);
      await expect(phone.page.getByRole('heading', { level: 1 })).not.toBeEmpty();
      await take(`phone-${path.replace('/', '-')}`);
    }
    await phone.open('/');
    await context.setOffline(true);
    await phone.hold('Lone Worker Emergency');
    await expect(phone.notSent).toBeVisible();
    await take('phone-not-sent');
    await context.close();
  }
  return count;
}
