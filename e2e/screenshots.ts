import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { DEMO_LOGINS } from '@callpoint/server/demo/logins';
import { callOrThrow } from './support/calls.ts';
import { takePhoneScreenshots } from './support/phone-screenshots.ts';
import { buildSamplePath, type DemoSessions } from './support/sample-paths.ts';

/**
 * Takes a screenshot of each screen: wide and phone, light and dark. `npm run screenshots` starts it and passes the server's
 * address and the list of screens as environment variables. Arguments select the screens whose paths start with them;
 * `phone` selects the phone app.
 */

type Screen = { path: string; who: 'nobody' | 'team' | 'admin' };

const SIZES = { wide: { width: 1280, height: 850 }, phone: { width: 390, height: 844 } };
const SCHEMES = ['light', 'dark'] as const;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'screenshots');
/** Screenshots that the documentation shows: the target file by the screenshot's name. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  'team-button_data-btnId.wide.light': 'docs/screenshots/button-data.png',
};
/** Parts of a page whose code loads after the page start to load their data within this time. */
const LAZY_PARTS_MS = 300;
/** Matches a screen that is still loading. */
const LOADING = '[aria-busy="true"], output:has-text("Loading")';

const { SERVER_URL = '', SCREENS = '[]', CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;
const prefixes = process.argv.slice(2);
const screens = (JSON.parse(SCREENS) as Screen[]).filter(
  ({ path }) => prefixes.length === 0 || prefixes.some((prefix) => path.startsWith(prefix)),
);
const sessions: DemoSessions = { team: await logIn('team'), admin: await logIn('admin') };
// Before the first screenshot, so that a screen without a sample fails immediately.
const paths = new Map<Screen, string>();
for (const screen of screens) paths.set(screen, await buildSamplePath(screen.path, sessions, SERVER_URL));

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  // Chromium's sandbox does not run as root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
let count = 0;
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of SCHEMES) {
    for (const who of ['nobody', 'team', 'admin'] as const) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale: 'en-US',
        timezoneId: 'America/Denver',
        reducedMotion: 'reduce',
      });
      if (who !== 'nobody') await signIn(context, sessions[who]);
      const page = await context.newPage();
      for (const screen of screens.filter((it) => it.who === who)) {
        await takeScreenshot(page, screen, `${size}.${colorScheme}`);
        count += 1;
      }
      await context.close();
    }
  }
}
if (prefixes.length === 0 || prefixes.includes('phone')) {
  count += await takePhoneScreenshots(browser, SERVER_URL, FOLDER);
}
await browser.close();
console.log(`${count} screenshots of ${screens.length} screens are in ${FOLDER}`);

async function takeScreenshot(page: Page, screen: Screen, variant: string): Promise<void> {
  const { path, who } = screen;
  await page.goto(`${SERVER_URL}/app/${paths.get(screen)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator(LOADING).first().waitFor({ state: 'detached' });
  await page.waitForTimeout(LAZY_PARTS_MS);
  await page.locator(LOADING).first().waitFor({ state: 'detached' });
  const name = `${who}-${path.replaceAll(/[:?*]/g, '').replaceAll('/', '-')}.${variant}`;
  const file = join(FOLDER, `${name}.png`);
  const target = DOCUMENTED[name];
  await page.screenshot({ path: file, fullPage: target === undefined });
  if (target) copyFileSync(file, join(ROOT, target));
}

async function logIn(role: 'team' | 'admin') {
  const login = DEMO_LOGINS.find((it) => it.role === role);
  if (!login) throw new Error(`the demo has no ${role}`);
  type LoginResponse = { data: { token: string; user: { id: number }; role: string } };
  const { data } = await callOrThrow<LoginResponse>(SERVER_URL, '/sapi/v1/login', { body: login });
  return data;
}

async function signIn(context: BrowserContext, session: DemoSessions['team']): Promise<void> {
  await context.addInitScript(({ token, user, role }) => {
    localStorage.setItem('userInfo', JSON.stringify(user));
    localStorage.setItem('userRole', role);
    localStorage.setItem('userToken', token);
  }, session);
}
