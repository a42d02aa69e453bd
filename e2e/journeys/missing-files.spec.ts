import type { Page } from '@playwright/test';
import { signIn } from '../support/people.ts';
import { openPage, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** The console while a new version has replaced its files, or while the network loses them. */

const FILES = /\/assets\/.*\.(js|css)$/;
/** What the first input loads. */
const LATER_FILES = /\/assets\/later-[\w-]+\.js$/;

/** As if the seconds before the note had passed. */
async function passTime(page: Page): Promise<void> {
  await page.evaluate('document.getAnimations().forEach((animation) => animation.finish())');
}

test('Without the files of the console, a signed-in person sees that it is loading, and can reload it', async ({
  page,
  context,
  server,
  team,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  await signIn(context, server, team);
  await page.route(FILES, (route) => route.abort());
  await page.goto('/app/users');
  const note = page.getByText('Callpoint is still loading.');
  await expect(note).toBeHidden();
  await passTime(page);
  await expect(note).toBeVisible();
  await page.unroute(FILES);
  await page.getByRole('link', { name: 'reload the page' }).click();
  await waitForPage(page, 'Users');
  await passTime(page);
  await expect(note).toBeHidden();
});

test('A dialog whose files are lost says so instead of opening, each time', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  await page.route(LATER_FILES, (route) => route.abort());
  await openPage(page, 'users', 'Users');
  const search = page.getByRole('button', { name: 'Search' });
  const problem = page.getByText('This could not be loaded. Reload the page.');
  await search.click();
  await expect(problem).toBeVisible();
  await page.getByRole('button', { name: 'Clear messages' }).click();
  await expect(problem).toHaveCount(0);
  await search.click();
  await expect(problem).toBeVisible();
  await page.unroute(LATER_FILES);
  await page.reload();
  await search.click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});
