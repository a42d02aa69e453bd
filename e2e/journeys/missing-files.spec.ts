import type { Page } from '@playwright/test';
import { signIn } from '../support/people.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** The console while a new version has replaced its files, or while the network loses them. */

const FILES = /\/assets\/.*\.(js|css)$/;

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
