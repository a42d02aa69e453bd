import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Browser } from '@playwright/test';
import type { AppUser } from '@callpoint/contract/app-users';
import type { Role } from '@callpoint/contract/permissions';
import { DEMO_LOGINS } from '@callpoint/server/demo/logins';
import { callOrThrow } from './calls.ts';
import { newPhoneContext, PhoneApp } from './phone-app.ts';
import { takeFollowUps } from './phone-follow-ups.ts';

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

/** `textSize`: of the browser, in percent. */
type Variant = { name: string; options: Parameters<typeof newPhoneContext>[1]; textSize: number };
const VARIANTS: readonly Variant[] = [
  { name: 'light', options: { ...SIZE, colorScheme: 'light' }, textSize: 100 },
  { name: 'dark', options: { ...SIZE, colorScheme: 'dark' }, textSize: 100 },
  // The smallest phone, with large text.
  { name: 'small', options: { viewport: { width: 320, height: 568 }, colorScheme: 'light' }, textSize: 200 },
];

/** Takes screenshots of each state of the phone app with the demo data; returns how many. */
export async function takePhoneScreenshots(browser: Browser, url: string, folder: string): Promise<number> {
  let count = 0;
  for (const { name: variant, options, textSize } of VARIANTS) {
    const context = await newPhoneContext(browser, options);
    const phone = new PhoneApp(await context.newPage(), url);
    const take = async (name: string) => {
      await phone.page.evaluate(`document.documentElement.style.fontSize = '${textSize}%'`);
      const file = join(folder, `${name}.${variant}.png`);
      await phone.page.screenshot({ path: file });
      for (const target of USED[`${name}.${variant}`] ?? []) {
        mkdirSync(dirname(join(ROOT, target)), { recursive: true });
        copyFileSync(file, join(ROOT, target));
      }
      count += 1;
    };
    await takeStates(phone, url, take);
    await context.close();
  }
  return count;
}

async function takeStates(phone: PhoneApp, url: string, take: (name: string) => Promise<void>) {
  const { page } = phone;
  await phone.open();
  await take('phone-sign-in');
  await phone.logIn(loginOf('app_user'));
  await take('phone-home');
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  await expect(page.getByText(/\d sent$/).first()).toBeVisible();
  await expect(page.getByText(/being sent$/)).toHaveCount(0);
  await take('phone-received');
  for (const path of ['form/1', 'contacts', 'history', 'menu'] as const) {
    await phone.open(`/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
    await take(`phone-${path.replace('/', '-')}`);
  }

  await takeFollowUps(phone, take);

  await phone.open('/');
  const release = Promise.withResolvers<void>();
  await page.route('**/mapi/v1/button_click', async (route) => {
    await release.promise;
    await route.continue();
  });
  await phone.hold('OSHA On-Site');
  await expect(page.getByText('Sending', { exact: false }).first()).toBeVisible();
  await take('phone-sending');
  release.resolve();
  await expect(phone.received).toBeVisible();
  await page.unroute('**/mapi/v1/button_click');

  await phone.open('/');
  await page.context().setOffline(true);
  await expect(page.getByText('No connection', { exact: false }).first()).toBeVisible();
  await take('phone-offline');
  await phone.hold('Lone Worker Emergency');
  await expect(phone.notSent).toBeVisible();
  await take('phone-not-sent');
  await page.context().setOffline(false);
  await expect(phone.received).toBeVisible();

  const blocked = await blockUser(url);
  await phone.open('/');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await take('phone-blocked');
  await blocked.unblock();
}

/** An administrator blocks the person whose phone it is. */
async function blockUser(url: string): Promise<{ unblock: () => Promise<void> }> {
  const { role, email, password } = loginOf('admin');
  const body = { role, email, password };
  const { data } = await callOrThrow<{ data: { token: string } }>(url, '/sapi/v1/login', { body });
  const { token } = data;
  const path = `/api/v1/listPaged/app_user?filter_search=${encodeURIComponent(loginOf('app_user').email)}`;
  const { items } = await callOrThrow<{ items: AppUser[] }>(url, path, { token });
  const setStatus = async (status: number) => {
    const change = { id: items[0]?.id, data: { status } };
    await callOrThrow(url, '/api/v1/update/app_user', { token, body: change });
  };
  await setStatus(0);
  return { unblock: () => setStatus(1) };
}

function loginOf(role: Role): { role: Role; email: string; password: string } {
  const login = DEMO_LOGINS.find((one) => one.role === role);
  if (!login) throw new Error(`the demo has no login of the role ${role}`);
  return login;
}
