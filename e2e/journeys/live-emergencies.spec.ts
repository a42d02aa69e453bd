import type { Page } from '@playwright/test';
import { signIn } from '../support/people.ts';
import { createPhone } from '../support/records.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** Open emergencies appear on every screen of the team, and stay until someone acknowledges them. */

const emergency = (page: Page) => page.getByRole('region', { name: 'Open emergencies' });

test('An emergency appears on every screen of the team, until another session acknowledges it', async ({
  teamPage: page,
  server,
  team,
  browser,
}) => {
  const phone = await createPhone(server, team);
  const otherContext = await browser.newContext({ baseURL: server.url });
  await signIn(otherContext, server, team);
  const other = await otherContext.newPage();
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  await other.goto('/app/safety-contacts');
  await waitForPage(other, 'Safety Contacts For App Users');
  const title = page.getByRole('heading', { level: 1 });

  await phone.press(5, { lat: 52.52, lng: 13.405 });
  for (const one of [page, other]) {
    await expect(emergency(one)).toContainText('Ana Flores');
    await expect(emergency(one).getByRole('link', { name: '52.52, 13.405' })).toBeVisible();
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Lone Worker Emergency: Ana Flores' })).toHaveCount(
    1,
  );
  // The number to call, and the page below the bar: it covers nothing.
  await expect(emergency(page).getByRole('link', { name: 'Call Ana Flores' })).toHaveAttribute(
    'href',
    /^tel:\+\d+$/,
  );
  await expect
    .poll(async () => {
      const [bar, heading] = [await emergency(page).boundingBox(), await title.boundingBox()];
      return (bar?.y ?? 0) + (bar?.height ?? 0) <= (heading?.y ?? 0);
    })
    .toBe(true);

  const ben = await (await createPhone(server, team, 'Ben Hale')).press(5);
  await expect(emergency(page)).toContainText('Ben Hale');
  await expect(emergency(page)).toContainText('No location');
  await emergency(page).getByRole('button', { name: '1 more' }).click();
  await expect(emergency(page).getByRole('listitem')).toHaveCount(2);
  await emergency(page).getByRole('button', { name: 'Show one' }).click();
  await expect(emergency(page).getByRole('listitem')).toHaveCount(1);
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Safety Contacts' })
    .click();
  await waitForPage(page, 'Safety Contacts For App Users');
  await page.reload();
  await expect(emergency(page)).toContainText('Ben Hale');

  await emergency(other).getByRole('link', { name: 'Open the incident of Ben Hale' }).click();
  await expect(other.getByRole('link', { name: `Record ${ben.body.data?.id}`, exact: true })).toBeVisible();
  await other.getByRole('button', { name: 'I have it' }).click();
  await expect(emergency(page)).toContainText('Acknowledged by Tess Miller');
  await expect(emergency(page)).toContainText('Ana Flores');
  // The person can still be called.
  await expect(emergency(page).getByRole('link', { name: /^Call / })).toHaveCount(2);
  await emergency(other).getByRole('link', { name: 'Open the incident of Ana Flores' }).click();
  await other.getByRole('button', { name: 'I have it' }).click();
  await expect(emergency(page).getByRole('listitem')).toHaveCount(0);
  await expect(emergency(page).getByRole('link', { name: '1 more' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
  await otherContext.close();
});

test('On a phone, each of several emergencies can be opened with its location; blocked sound can be allowed @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await (await createPhone(server, team)).press(5, { lat: 52.52, lng: 13.405 });
  const ben = await (await createPhone(server, team, 'Ben Hale')).press(5, { lat: 48.137, lng: 11.575 });
  // Like a real browser: no sound before the first press. Headless browsers allow it.
  await page.addInitScript({
    content: `
      localStorage.setItem('deviceAlerts', '{"sound":true,"notification":false}');
      let state = 'suspended';
      window.addEventListener('pointerdown', () => { state = 'running'; }, { capture: true });
      Object.defineProperty(AudioContext.prototype, 'state', { get: () => state });`,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/users');
  await expect(emergency(page)).toContainText('Ben Hale');
  const sound = page.getByRole('button', { name: 'The browser blocks the sound. Click to allow it' });
  await sound.click();
  await expect(sound).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
  await expect(emergency(page).getByRole('link', { name: '48.137, 11.575' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 320, height: 640 });
  const others = emergency(page).getByRole('button', { name: '1 more' });
  await expect(others).toBeInViewport({ ratio: 1 });
  await others.click();
  await expect(emergency(page)).toContainText('Ana Flores');
  await expect(emergency(page).getByRole('link', { name: '52.52, 13.405' })).toBeInViewport({ ratio: 1 });
  // At 400 % zoom the bar scrolls away with the page; a mark in the top bar leads back to it.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Open alarms: 2' }).click();
  await expect(emergency(page)).toBeFocused();
  const open = emergency(page).getByRole('link', { name: 'Open the incident of Ben Hale' });
  await open.scrollIntoViewIfNeeded();
  await open.click();
  await expect(page.getByRole('link', { name: `Record ${ben.body.data?.id}`, exact: true })).toBeVisible();
});
