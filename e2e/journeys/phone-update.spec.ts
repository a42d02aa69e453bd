import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startBuildServer, type BuildServer } from '../support/new-build.ts';
import type { TestAppUser } from '../support/people.ts';
import { newPhoneContext, PhoneApp } from '../support/phone-app.ts';
import { expect, test } from '../support/test.ts';

/** The build that runs in a page: its files have other addresses in each. */
const buildOf = (page: Page) =>
  page.evaluate<string>(`document.querySelector('script[type=module]').src.split('/').at(-2)`);
/** As the browser does when the app is opened. */
const DOWNLOAD = `navigator.serviceWorker.getRegistration().then(async (registration) => {
  const { installing } = await registration.update();
  if (installing) await new Promise((resolve) => installing.addEventListener('statechange', () => resolve()));
  return registration.waiting !== null;
})`;
const IS_WAITING = 'navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)';
/** As if the old version was busy for longer than the start of the app waits for the new one. */
const ACTIVATE_LATE = `navigator.serviceWorker.getRegistration().then(({ waiting }) => {
  const isActive = new Promise((resolve) => waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') resolve();
  }));
  waiting.postMessage('activate');
  return isActive;
})`;

type Installed = { context: BrowserContext; phone: PhoneApp; builds: BuildServer };

/** Runs `work` with a phone on which the first build is installed. */
async function withInstalledBuild(
  browser: Browser,
  ana: TestAppUser,
  { url, attach }: { url: string; attach: (context: BrowserContext, url: string) => Promise<void> },
  work: (installed: Installed) => Promise<void>,
): Promise<void> {
  const builds = await startBuildServer(url);
  const context = await newPhoneContext(browser);
  try {
    await attach(context, builds.url);
    const phone = new PhoneApp(await context.newPage(), builds.url);
    await phone.open();
    await phone.logIn(ana);
    await phone.waitForWorker();
    await work({ context, phone, builds });
  } finally {
    await context.close();
    await builds.close();
  }
}

/** The same after the second build was downloaded. */
async function withDownloadedBuild(...[browser, ana, server, work]: Parameters<typeof withInstalledBuild>) {
  await withInstalledBuild(browser, ana, server, async (installed) => {
    installed.builds.publish();
    expect(await installed.phone.page.evaluate(DOWNLOAD)).toBe(true);
    await work(installed);
  });
}

/** A screen that the page has not loaded yet; only the service worker still has its file. */
async function openUnloadedScreen({ context, phone }: Installed): Promise<void> {
  const devTools = await context.newCDPSession(phone.page);
  await devTools.send('Network.clearBrowserCache');
  await phone.open('/menu');
  await expect(phone.page.getByText('Logged in as Ana Flores')).toBeVisible();
}

test('A new version starts with the app, never during a press; open pages keep their version', async ({
  browser,
  server,
  monitor,
  ana,
}) => {
  const attach = monitor.attach.bind(monitor);
  await withDownloadedBuild(browser, ana, { url: server.url, attach }, async (installed) => {
    const { context, phone, builds } = installed;
    let letGo = () => {};
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    await context.route('**/mapi/v1/button_click', async (route) => {
      await isHeld;
      await route.continue();
    });
    await phone.hold('Report a Safety Complaint');
    await expect(phone.page.getByText('Sending…')).toBeVisible();
    expect(await phone.page.evaluate(IS_WAITING)).toBe(true);
    // While that press is being sent, the app is started a second time: there, the new version starts.
    const second = new PhoneApp(await context.newPage(), builds.url);
    await second.open();
    await expect(second.button('Lone Worker Emergency')).toBeVisible();
    expect(await buildOf(second.page)).toBe('assets-2');
    await expect(phone.page.getByText('Sending…')).toBeVisible();
    letGo();
    await expect(phone.received).toBeVisible();
    await second.page.close();
    await openUnloadedScreen(installed);
    expect(await buildOf(phone.page)).toBe('assets');

    await phone.page.reload();
    await phone.open('/history');
    await expect(phone.page.getByText('Received', { exact: true })).toHaveCount(1);
    expect(await buildOf(phone.page)).toBe('assets-2');
  });
});

test('A page keeps its screens if the new version starts late @nightly', async ({
  browser,
  server,
  monitor,
  ana,
}) => {
  const attach = monitor.attach.bind(monitor);
  await withDownloadedBuild(browser, ana, { url: server.url, attach }, async (installed) => {
    await installed.phone.page.evaluate(ACTIVATE_LATE);
    await openUnloadedScreen(installed);
    expect(await buildOf(installed.phone.page)).toBe('assets');
  });
});

test('A new version is not installed with the page of the old one, which another process sends during an upgrade', async ({
  browser,
  server,
  monitor,
  ana,
}) => {
  const attach = monitor.attach.bind(monitor);
  await withInstalledBuild(browser, ana, { url: server.url, attach }, async ({ phone, builds }) => {
    builds.publish({ isPageOld: true });
    expect(await phone.page.evaluate(DOWNLOAD)).toBe(false);
    await phone.page.reload();
    expect(await buildOf(phone.page)).toBe('assets');
    builds.publish();
    expect(await phone.page.evaluate(DOWNLOAD)).toBe(true);
  });
});
