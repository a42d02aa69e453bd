import { expectAccessible } from '../support/axe.ts';
import { createAppUser } from '../support/people.ts';
import { waitForPage, openPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';
import { tourPages, type Visit } from '../support/page-tour.ts';

/** axe checks the public pages, the overlays and the error pages: light and dark, at 390 and 1280 px. */

const checkPage =
  (path: string, title: string): Visit =>
  async ({ page }) => {
    await openPage(page, path, title);
    await expectAccessible(page);
  };

/** The page that an emailed link opens: before and after an invalid link is used. */
const checkLinkPage =
  (path: 'confirm' | 'unlock', title: string, verb: string): Visit =>
  async ({ page, monitor }) => {
    monitor.expectResponse(400, path === 'confirm' ? '/sapi/v1/confirmEmail' : '/sapi/v1/unlockSignIn');
    await openPage(page, `${path}?token=x`, title);
    await expectAccessible(page);
    await page.getByRole('button', { name: verb }).click();
    await expect(page.getByText('This link no longer works')).toBeVisible();
    await expectAccessible(page);
  };

tourPages('nobody', {
  login: async ({ page }) => {
    await openPage(page, 'login?why=expired&to=%2Fusers', 'Log in');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Choose your role.')).toBeVisible();
    await expectAccessible(page);
  },
  register: async ({ page }) => {
    await openPage(page, 'register', 'Sign up');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('Enter your account name.').first()).toBeVisible();
    await expectAccessible(page);
  },
  forgot: checkPage('forgot', 'Forgot your password?'),
  reset: async ({ page }) => {
    await checkPage('reset?token=x', 'Choose a new password')({ page } as Parameters<Visit>[0]);
    await openPage(page, 'reset', 'Choose a new password');
    await expect(page.getByText('This link is incomplete')).toBeVisible();
    await expectAccessible(page, [390]);
  },
  terms: checkPage('terms', 'Terms and conditions'),
  privacy: checkPage('privacy', 'Privacy notice'),
  contact: async ({ page }) => {
    await openPage(page, 'contact', 'Contact us');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Message is required.').first()).toBeVisible();
    await expectAccessible(page);
  },
  confirm: checkLinkPage('confirm', 'Confirm your email address', 'Confirm'),
  unlock: checkLinkPage('unlock', 'Log in again from this network', 'Allow this network'),
});

test('The error pages are accessible: Not Found, a page of another role, a list and a page that fail to load', async ({
  teamPage: page,
  monitor,
}) => {
  test.slow();
  await openPage(page, 'nowhere', 'Not Found');
  await expectAccessible(page);
  await openPage(page, 'subscribers', 'Not Found');
  await expectAccessible(page);
  monitor.expectResponse(500, '/tapi/v1/listPaged/app_user');
  await page.route('**/listPaged/app_user*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await openPage(page, 'users', 'Users');
  await expect(page.getByText('The users could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  monitor.allowNetworkFailures();
  await page.route('**/assets/contacts-page-*.js', (route) => route.abort());
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Safety Contacts' })
    .click();
  await waitForPage(page, 'This page could not be loaded');
  await expectAccessible(page);
});

test('The overlays are accessible: the drawer, the account menu, the alerts dialog, the page search', async ({
  teamPage: page,
  server,
  team,
}) => {
  test.slow();
  await createAppUser(server, team);
  await page.setViewportSize({ width: 390, height: 900 });
  await openPage(page, 'users', 'Users');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expectAccessible(page, [390]);
  await page.keyboard.press('Escape');
  const account = page.getByRole('button', { name: 'Tess Miller account menu' });
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Alert me on this device' }).click();
  await expect(page.getByRole('dialog', { name: 'Alert me on this device' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible();
  await expectAccessible(page);
});
