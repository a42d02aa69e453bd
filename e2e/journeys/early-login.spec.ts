import type { Page } from '@playwright/test';
import { signIn } from '../support/people.ts';
import { logIn, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** The login screen while the code of the console is loading: the page contains it. */

const CODE = /\/assets\/index-\w+\.js$/;

/** Opens the page on a network that delivers the console's code only when the returned function is called. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(CODE, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}

/** Until a browser draws the page, its styles may be missing: elements have other places, which nobody sees. */
async function waitForPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

test('A visitor logs in on the screen that is shown before the code is loaded', async ({ page, team }) => {
  const release = await openWithoutCode(page, '/app/');
  // Fills in the form and presses its button.
  await logIn(page, team);
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveAttribute('data-disabled');
  await expect(page).toHaveURL('/app/');
  release();
  await expect(page).toHaveURL('/app/app_main_page');
  await waitForPage(page, 'App Dashboard Settings');
});

test('What is typed before the code is loaded stays, with the focus, and nothing moves', async ({ page }) => {
  const release = await openWithoutCode(page, '/app/login');
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  await email.fill('tess@work.example');
  await password.fill('Orchard');
  await waitForPaint(page);
  const places = () =>
    page
      .locator('main')
      .locator('h1, input, select, button, a')
      .evaluateAll((elements) =>
        elements.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height];
        }),
      );
  const before = await places();
  release();
  await expect(page).toHaveTitle('Log in · Callpoint');
  const after = await places();
  expect(after).toHaveLength(before.length);
  // Chromium sometimes gives the same text in the same font one pixel more, which no one sees.
  const moved = after.flat().map((value, at) => Math.abs(value - (before.flat()[at] ?? 0)));
  expect(Math.max(...moved)).toBeLessThanOrEqual(1);
  await expect(email).toHaveValue('tess@work.example');
  await expect(password).toBeFocused();
  await page.keyboard.type('-lamp');
  await expect(password).toHaveValue('Orchard-lamp');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Choose your role.')).toBeVisible();
});

test('If the code cannot be loaded, the visitor sees that instead of a form that does nothing @nightly', async ({
  page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  await page.route(CODE, (route) => route.abort());
  await page.goto('/app/login');
  await waitForPage(page, 'This page could not be loaded');
  await expect(page.getByRole('alert').filter({ hasText: 'Callpoint did not respond.' })).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveCount(0);
  await page.unroute(CODE);
  await page.getByRole('link', { name: 'Reload' }).click();
  await waitForPage(page, 'Log in');
});

test('Someone who is signed in, or must see a notice first, does not see it @nightly', async ({
  page,
  server,
  team,
}) => {
  const release = await openWithoutCode(page, '/app/users');
  release();
  await expect(page.getByRole('status').getByText('Log in to see this page.')).toBeVisible();
  await page.unroute(CODE);
  await signIn(page.context(), server, team);
  const releaseAgain = await openWithoutCode(page, '/app/');
  // The script that would show it has run: a browser lists a script after that.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/early-login-')),
  );
  await expect(page.getByLabel('Email', { exact: true })).toHaveCount(0);
  releaseAgain();
  await waitForPage(page, 'App Dashboard Settings');
});
