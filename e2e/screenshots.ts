import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { DEMO_LOGINS } from '@callpoint/server/demo/logins';
import { callDone } from './support/calls.ts';
import { sampleAddress, type People } from './support/sample-paths.ts';

/**
 * Takes a picture of each screen: wide and phone, light and dark. Started by `npm run pictures`, which says by the
 * environment where the server is and which screens there are; arguments narrow to the screens that begin with them.
 */

type Screen = { path: string; who: 'nobody' | 'team' | 'admin' };

const SIZES = { wide: { width: 1280, height: 850 }, phone: { width: 390, height: 844 } };
const SCHEMES = ['light', 'dark'] as const;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'screenshots');
/** Those that the documentation shows, by the screenshot that they are. */
const SHOWN: Readonly<Record<string, string>> = {
  'team-button_data-btnId.wide.light': 'docs/pictures/button-data.png',
};
/** A part of a page whose code comes after the page's own starts to read within this time. */
const LATER_MS = 300;
/** What a screen has that still reads. */
const LOADING = '[aria-busy="true"], output:has-text("Loading")';

const { SERVER_URL = '', SCREENS = '[]', CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;
const wanted = process.argv.slice(2);
const screens = (JSON.parse(SCREENS) as Screen[]).filter(
  ({ path }) => wanted.length === 0 || wanted.some((beginning) => path.startsWith(beginning)),
);
const people: People = { team: await logIn('team'), admin: await logIn('admin') };
// All of them before the first picture: a screen without a sample is known at once.
const addresses = new Map<Screen, string>();
for (const screen of screens) addresses.set(screen, await sampleAddress(screen.path, people, SERVER_URL));

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  // Chromium's sandbox refuses to run as root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
let taken = 0;
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of SCHEMES) {
    for (const who of ['nobody', 'team', 'admin'] as const) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale: 'en-GB',
        timezoneId: 'America/Denver',
        reducedMotion: 'reduce',
      });
      if (who !== 'nobody') await signIn(context, people[who]);
      const page = await context.newPage();
      for (const screen of screens.filter((it) => it.who === who)) {
        await take(page, screen, `${size}.${colorScheme}`);
        taken += 1;
      }
      await context.close();
    }
  }
}
await browser.close();
console.log(`${taken} pictures of ${screens.length} screens are in ${FOLDER}`);

async function take(page: Page, screen: Screen, look: string): Promise<void> {
  const { path, who } = screen;
  await page.goto(`${SERVER_URL}/app/${addresses.get(screen)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator(LOADING).first().waitFor({ state: 'detached' });
  // Parts of a page that load after it.
  await page.waitForTimeout(LATER_MS);
  await page.locator(LOADING).first().waitFor({ state: 'detached' });
  const name = `${who}-${path.replaceAll(/[:?*]/g, '').replaceAll('/', '-')}.${look}`;
  const file = join(FOLDER, `${name}.png`);
  const shown = SHOWN[name];
  await page.screenshot({ path: file, fullPage: shown === undefined });
  if (shown) copyFileSync(file, join(ROOT, shown));
}

async function logIn(role: 'team' | 'admin') {
  const login = DEMO_LOGINS.find((it) => it.role === role);
  if (!login) throw new Error(`the demo has no ${role}`);
  type Answer = { data: { token: string; user: { id: number }; role: string } };
  const { data } = await callDone<Answer>(SERVER_URL, '/sapi/v1/login', { body: login });
  return data;
}

async function signIn(context: BrowserContext, person: People['team']): Promise<void> {
  await context.addInitScript(({ token, user, role }) => {
    localStorage.setItem('userInfo', JSON.stringify(user));
    localStorage.setItem('userRole', role);
    localStorage.setItem('userToken', token);
  }, person);
}
