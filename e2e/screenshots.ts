import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { takePhoneScreenshots } from './support/phone-screenshots.ts';
import { buildSamplePath, type DemoSessions } from './support/sample-paths.ts';
import { takeFirefoxScreenshots } from './support/screenshots/firefox.ts';
import { STATES, type PreparedState } from './support/screenshots/states.ts';
import { readSelection, SIZES } from './support/screenshots/variants.ts';

/**
 * Takes a screenshot of each screen in the selected states, windows and color schemes. `npm run screenshots` starts it
 * and passes the server's address and the list of screens as environment variables.
 */

type Screen = { path: string; who: 'nobody' | 'team' | 'admin' };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'screenshots');
/** Screenshots that the documentation shows: the target file by the screenshot's name. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  'demo.team-button_data-btnId.laptop.light': 'docs/screenshots/button-data.png',
};
/** Longer pages are shown from their top, in one window. */
const MAX_HEIGHT = 6000;
/** Parts of a page whose code loads after the page start to load their data within this time. */
const LAZY_PARTS_MS = 300;
const LOADED_MS = 15_000;
/** Matches a screen that is still loading. */
const LOADING = '[aria-busy="true"], output:has-text("Loading")';

const { SERVER_URL = '', SCREENS = '[]', CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;
const selection = readSelection(process.argv.slice(2), Object.keys(STATES));
const { prefixes } = selection;
const screens = (JSON.parse(SCREENS) as Screen[]).filter(
  ({ path }) => prefixes.length === 0 || prefixes.some((prefix) => path.startsWith(prefix)),
);

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  // Chromium's sandbox does not run as root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
let count = 0;
for (const name of selection.states) {
  const state = await STATES[name]?.(SERVER_URL);
  if (!state) continue;
  await takeState(name, state).finally(() => state.stop());
}
if (selection.isPhone) count += await takePhoneScreenshots(browser, SERVER_URL, FOLDER);
await browser.close();
console.log(`${count} screenshots of ${screens.length} screens are in ${FOLDER}`);

async function takeState(name: string, state: PreparedState): Promise<void> {
  // Before the first screenshot, so that a screen without a sample fails immediately.
  const paths = new Map<Screen, string>();
  for (const screen of screens) {
    // A new platform has no rows, so it has no screens of a row either.
    const path = await buildSamplePath(screen.path, state.sessions, state.url).catch((error: unknown) => {
      if (name !== 'empty') throw error;
    });
    if (path !== undefined) paths.set(screen, path);
  }
  const fileOf = ({ who, path }: Screen) =>
    `${name}.${who}-${path.replaceAll(/[:?*]/g, '').replaceAll('/', '-')}`;
  if (selection.isFirefox) {
    const shots = [...paths].map(([screen, path]) => ({ who: screen.who, path, file: fileOf(screen) }));
    count += await takeFirefoxScreenshots(state, shots, FOLDER);
    return;
  }
  for (const size of selection.sizes) {
    for (const colorScheme of selection.schemes) {
      for (const who of ['nobody', 'team', 'admin'] as const) {
        const context = await browser.newContext({
          ...SIZES[size],
          colorScheme,
          locale: 'en-US',
          timezoneId: 'America/Denver',
          reducedMotion: 'reduce',
        });
        await state.apply(context);
        if (who !== 'nobody') await signIn(context, state.sessions[who]);
        const page = await context.newPage();
        for (const [screen, path] of paths) {
          if (screen.who !== who) continue;
          await page.goto(`${state.url}/app/${path}${state.query}`);
          await takeScreenshot(page, `${fileOf(screen)}.${size}.${colorScheme}`);
          count += 1;
        }
        await context.close();
      }
    }
  }
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  const isLoaded = () => page.locator(LOADING).first().waitFor({ state: 'detached', timeout: LOADED_MS });
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Some code loads when someone uses the page.
  await page.mouse.move(2, 2);
  await page.mouse.move(4, 4);
  // A screen that never stops loading is worth a look.
  await isLoaded()
    .then(() => page.waitForTimeout(LAZY_PARTS_MS))
    .then(isLoaded)
    .catch(() => console.log(`${name} still loads after ${LOADED_MS / 1000} s`));
  const file = join(FOLDER, `${name}.png`);
  const target = DOCUMENTED[name];
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.screenshot({ path: file, fullPage: target === undefined && height <= MAX_HEIGHT });
  if (target) copyFileSync(file, join(ROOT, target));
}

async function signIn(context: BrowserContext, session: DemoSessions['team']): Promise<void> {
  await context.addInitScript(({ token, user, role }) => {
    localStorage.setItem('userInfo', JSON.stringify(user));
    localStorage.setItem('userRole', role);
    localStorage.setItem('userToken', token);
  }, session);
}
