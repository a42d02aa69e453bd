import type { Page } from '@playwright/test';
import { logInAdmin, signIn } from '../support/people.ts';
import { createPhone } from '../support/records.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** What a visit with an empty cache costs: requests, and content that moves while it loads. */

/** Requests until the first view is complete: the document, its files, one font, and the calls it waits for. */
const MOST_REQUESTS = 14;
/** The share of the window that moves, times the distance (Core Web Vitals). */
const MOST_SHIFT = 0.05;

/**
 * Addresses that load after the first view of every signed-in screen: parts of the frame, the live connection, the counts
 * of the menu, the own account of an administrator, and the overdue payment of a subscriber.
 */
const AFTER = [
  /\/assets\/(later|overdue-notice|notice-bar|money)-/,
  /\/(events|submissionSummary|newItems|account|overduePayment)(\?|$)/,
];
/** After the first view of the overview: revenue, below the numbers about alerts. */
const AFTER_NUMBERS = [/\/assets\/revenue-parts-/, /\/(revenue|unpaidAccounts)$/];
/**
 * After the first view of the settings: editors, previews, who they are for and the account's time zone in them, and what is
 * known about the recipients.
 */
const EDITORS = /\/assets\/(message-preview|segment|template-editor)/;
const AFTER_FIELDS = [
  EDITORS,
  /\/reachability$|filterin_setting_key=contact_person(&|$)|\/listPaged\/(app_user|team)\?/,
];
/** After the first view of the start page: the settings below it. */
const AFTER_STEPS = [/\/assets\/(settings|forms)-/, /\/listPaged\/settings\?/, EDITORS];

/**
 * Opens a screen as the first page of a visit; returns the addresses that its first view needs, without those that
 * load `after` it. A read that is repeated because something happened is counted once.
 */
async function visit(
  page: Page,
  path: string,
  title: string,
  after: readonly RegExp[] = [],
): Promise<string[]> {
  const requests = new Set<string>();
  page.on('request', (request) => {
    const { pathname, search, protocol } = new URL(request.url());
    if (protocol !== 'data:') requests.add(pathname + search);
  });
  await page.goto(`/app/${path}`);
  await waitForPage(page, title);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await page.waitForLoadState('load');
  return [...requests].filter((address) => !after.some((pattern) => pattern.test(address)));
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

test('The login screen takes few requests, and nothing moves', async ({ page }) => {
  const requests = await visit(page, 'login', 'Log in');
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(await readShift(page)).toBeLessThanOrEqual(MOST_SHIFT);
});

for (const { path, title, after } of [
  { path: 'button_data/5', title: 'Lone Worker Emergency', after: AFTER },
  { path: 'app_main_page', title: 'App Dashboard Settings', after: [...AFTER, ...AFTER_STEPS] },
  { path: 'button_press_settings/5', title: 'Lone Worker Emergency', after: [...AFTER, ...AFTER_FIELDS] },
]) {
  test(`With an open emergency, ${path} takes few requests, and nothing moves`, async ({
    page,
    server,
    team,
  }) => {
    const phone = await createPhone(server, team);
    await phone.press(5, { lat: 52.52, lng: 13.405 });
    await signIn(page.context(), server, team);
    const requests = await visit(page, path, title, after);
    await expect(page.getByText('Ana Flores').first()).toBeVisible();
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(await readShift(page)).toBeLessThanOrEqual(MOST_SHIFT);
  });
}

test('The overview of an administrator takes few requests, and nothing moves', async ({ page, server }) => {
  await signIn(page.context(), server, await logInAdmin(server));
  const requests = await visit(page, 'overview', 'Overview', [...AFTER, ...AFTER_NUMBERS]);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(await readShift(page)).toBeLessThanOrEqual(MOST_SHIFT);
});
