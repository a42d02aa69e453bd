import type { Page } from '@playwright/test';
import { logInAdmin, signIn } from '../support/people.ts';
import { createPhone } from '../support/records.ts';
import { waitForEditors, waitForPage, openPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/**
 * The pages that create styles at runtime, under the content security policy that the server sends. Every journey
 * fails on a violation; these open the pages that could cause one.
 */

/** Opens a page and checks its content security policy. */
async function openWithPolicy(page: Page, path: string): Promise<void> {
  const response = await page.goto(path);
  const policy = (await response?.headerValue('content-security-policy')) ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-eval|(script-src|style-src|style-src-elem) [^;]*'unsafe-inline'/);
}

test('The public pages cause no violation', async ({ page }) => {
  await openWithPolicy(page, '/app/login');
  await waitForPage(page, 'Log in');
  for (const [path, title] of [
    ['register', 'Sign up'],
    ['forgot', 'Forgot your password?'],
  ] as const) {
    await page.goto(`/app/${path}`);
    await waitForPage(page, title);
  }
});

test('The pages of a subscriber cause no violation, and the template editor has its styles @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await (await createPhone(server, team)).press(5, { lat: 52.52, lng: 13.405 });
  await openWithPolicy(page, '/app/button_press_settings/1');
  await waitForEditors(page);
  const lines = page.locator('.cm-line').first();
  // Set by the editor's own style element.
  await expect(lines).toHaveCSS('display', 'block');
  await expect(page.locator('.cm-scroller').first()).toHaveCSS('display', 'flex');
  for (const [path, title] of [
    ['form_settings/3', 'Need a Safety Product'],
    ['button_data/5', 'Lone Worker Emergency'],
    ['users', 'Users'],
    ['add-user', 'New User'],
    ['safety-contacts', 'Safety Contacts For App Users'],
    ['app_main_page', 'App Dashboard Settings'],
    ['deliveries', 'Deliveries'],
    ['my-profile', 'My Profile'],
    ['purchase', 'Purchase'],
  ] as const) {
    await openPage(page, path, title);
  }
});

test('The pages of an administrator cause no violation @nightly', async ({ page, server }) => {
  await signIn(page.context(), server, await logInAdmin(server));
  await openWithPolicy(page, '/app/overview');
  for (const [path, title] of [
    ['overview', 'Overview'],
    ['subscribers', 'Subscribers'],
    ['new-subscriber', 'New Subscriber'],
    ['plans', 'Plan Types'],
    ['configuration', 'Configuration'],
    ['audit', 'Audit'],
  ] as const) {
    await openPage(page, path, title);
  }
});

test('The API page causes no violation and can send calls @nightly', async ({ page, monitor }) => {
  monitor.expectResponse(400, '/sapi/v1/login');
  await openWithPolicy(page, '/api/docs');
  await expect(page.getByRole('heading', { name: 'Callpoint' })).toBeVisible();
  await page.locator('[data-tag="Logging in"]').click();
  await page.locator('[data-path="/sapi/v1/login"]').click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.locator('textarea').fill('{}');
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByText('Response body').first()).toBeVisible();
});
