import type { Page } from '@playwright/test';
import { SCREEN_BUDGETS, MAX_REQUESTS, type ScreenBudget } from '@callpoint/scripts/budget/limits.ts';
import { callOrThrow } from '../support/calls.ts';
import { PageLoad } from '../support/page-load.ts';
import { logInAdmin, signIn, type TestAccount } from '../support/people.ts';
import { createPhone } from '../support/records.ts';
import { openPage, waitForPage } from '../support/page-actions.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** What a visit with an empty cache costs until the page is idle, if no one touches it; and content that moves meanwhile. */

/** The share of the window that moves, times the distance (Core Web Vitals). */
const MOST_SHIFT = 0.05;

/** Opens a screen as the first page of a visit, waits until it is idle, and checks its budget. */
async function expectWithinBudget(
  page: Page,
  path: string,
  title: string,
  budget: keyof typeof SCREEN_BUDGETS,
): Promise<void> {
  const load = new PageLoad(page);
  await page.goto(`/app/${path}`);
  await waitForPage(page, title);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await load.untilIdle();
  const { js, requests = MAX_REQUESTS }: ScreenBudget = SCREEN_BUDGETS[budget];
  expect(load.addresses.length, load.addresses.join('\n')).toBeLessThanOrEqual(requests);
  expect(await load.scriptSize(), 'bytes of scripts').toBeLessThanOrEqual(js);
  expect(await readShift(page), 'layout shift').toBeLessThanOrEqual(MOST_SHIFT);
}

/** How much of the page has moved since it was opened. */
async function readShift(page: Page): Promise<number> {
  return await page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.hadRecentInput ? 0 : entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    // Two frames: the buffered entries have been delivered by then.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
  })`);
}

/** An emergency, after its messages have been sent: nothing about it changes any more. */
async function pressEmergency(server: Server, team: TestAccount): Promise<void> {
  const phone = await createPhone(server, team);
  await phone.press(5, { lat: 52.52, lng: 13.405 });
  const readOpen = async (state: string) => {
    const query = { filter_state: state };
    const path = '/tapi/v1/listPaged/delivery';
    return (await callOrThrow<{ items: unknown[] }>(server.url, path, { token: team.token, query })).items;
  };
  await expect.poll(() => readOpen('pending')).toEqual([]);
  await expect.poll(() => readOpen('sending')).toEqual([]);
}

for (const { path, title, tag } of [
  { path: 'login', title: 'Log in', tag: '' },
  { path: 'register', title: 'Sign up', tag: ' @nightly' },
  { path: 'contact', title: 'Contact us', tag: ' @nightly' },
] as const) {
  test(`The screen /${path} of visitors loads few files, and nothing moves${tag}`, async ({ page }) => {
    await expectWithinBudget(page, path, title, path);
  });
}

for (const { path, title, budget, tag } of [
  { path: 'button_data/5', title: 'Lone Worker Emergency', budget: 'records', tag: ' @nightly' },
  { path: 'app_main_page', title: 'App Dashboard Settings', budget: 'dashboard', tag: '' },
  { path: 'button_press_settings/5', title: 'Lone Worker Emergency', budget: 'settings', tag: ' @nightly' },
] as const) {
  test(`With an open emergency, ${path} loads little until it is idle, and nothing moves${tag}`, async ({
    page,
    server,
    team,
  }) => {
    await pressEmergency(server, team);
    // Tall enough for the buttons of the first settings card.
    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn(page.context(), server, team);
    await expectWithinBudget(page, path, title, budget);
    await expect(page.getByRole('region', { name: 'Open emergencies' })).toContainText('Ana Flores');
  });
}

test('With only the escalation expanded, its parts load without moving anything @nightly', async ({
  teamPage: page,
}) => {
  // All of the section is in the window.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await openPage(page, 'button_press_settings/5', 'Lone Worker Emergency');
  const sections = page.getByRole('button', { expanded: true, name: / Settings$|^IN-APP|^Escalation$/ });
  for (const name of await sections.allInnerTexts())
    await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Escalation', exact: true }).click();
  await expect(sections).toHaveText(['Escalation']);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Response procedure' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the timeline' })).toBeVisible();
  expect(await readShift(page), 'layout shift').toBeLessThan(0.01);
});

for (const [name, size, path, title, budget] of [
  ['in a wide window', { width: 1280, height: 800 }, 'app_main_page', 'App Dashboard Settings', 'dashboard'],
  ['on a phone', { width: 390, height: 844 }, 'app_main_page', 'App Dashboard Settings', 'dashboard'],
  ['at 200 % zoom', { width: 640, height: 425 }, 'app_main_page', 'App Dashboard Settings', 'dashboard'],
  ['in records on a phone', { width: 390, height: 844 }, 'button_data/5', 'Lone Worker Emergency', 'records'],
  [
    'in records on a wide phone',
    { width: 412, height: 915 },
    'button_data/5',
    'Lone Worker Emergency',
    'records',
  ],
] as const) {
  test(`With an acknowledged emergency, nothing moves ${name} @nightly`, async ({ page, server, team }) => {
    await pressEmergency(server, team);
    const { items } = await callOrThrow<{ items: { id: number }[] }>(
      server.url,
      '/tapi/v1/listPaged/incident',
      { token: team.token },
    );
    await callOrThrow(server.url, '/tapi/v1/answer/incident', {
      token: team.token,
      body: { id: items[0]?.id ?? 0, answer: 'have', eta_minutes: 10 },
    });
    await page.setViewportSize(size);
    await signIn(page.context(), server, team);
    await expectWithinBudget(page, path, title, budget);
    await expect(page.getByRole('region', { name: 'Open emergencies' })).toContainText('Ana Flores');
  });
}

test.describe('An administrator', () => {
  // On a shared server the messages of other journeys change the numbers, and the screen reads them again.
  test.use({ serverOptions: {} });

  test('loads little of the overview until it is idle, and nothing moves @nightly', async ({
    page,
    server,
  }) => {
    await signIn(page.context(), server, await logInAdmin(server));
    await expectWithinBudget(page, 'overview', 'Overview', 'overview');
  });
});

test('A press while the screen is loading appears in the list and above it', async ({
  page,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  await signIn(page.context(), server, team);
  // Both reads have their response from before the press; the stream opens after it.
  await page.route('**/tapi/v1/events*', async (route) => {
    await phone.press(5, { lat: 52.52, lng: 13.405 });
    await route.continue();
  });
  await page.goto('/app/button_data/5');
  await expect(page.getByRole('region', { name: 'Open emergencies' })).toContainText('Ana Flores');
  await expect(page.getByRole('row').filter({ hasText: 'Ana Flores' })).toBeVisible();
});

test('The settings below the first view of the start page load when someone scrolls to them @nightly', async ({
  page,
  server,
  team,
}) => {
  await signIn(page.context(), server, team);
  await page.goto('/app/app_main_page');
  await waitForPage(page, 'App Dashboard Settings');
  const settings = page.getByRole('form', { name: 'Main screen of the app' });
  await expect(page.getByRole('heading', { name: 'Alerts on this device' })).toBeVisible();
  await expect(settings).toHaveCount(0);
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await expect(settings).toBeVisible();
});
