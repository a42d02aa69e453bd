import type { Browser, ConsoleMessage } from 'puppeteer-core';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { launchFirefox, logInWithFirefox } from '../support/firefox.ts';
import { createAppUser, logInAdmin } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { expect, test as base } from '../support/test.ts';

const test = base.extend<{ firefox: Browser }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  firefox: async ({}, use) => {
    const browser = await launchFirefox();
    await use(browser);
    await browser.close();
  },
});

test('In Firefox a subscriber logs in, sees a press arrive, opens it, changes a setting and logs out @nightly', async ({
  firefox,
  server,
  team,
}) => {
  const maria = await createAppUser(server, team, { name: 'Maria Ortiz' });
  const phone = new Phone(server.url);
  await phone.logIn(maria.email, maria.password);
  const page = await logInWithFirefox(firefox, server.url, team);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const heading = () =>
    page
      .locator('main h1')
      .map((it) => it.textContent)
      .wait();

  await expect.poll(heading).toBe('App Dashboard Settings');
  await page.locator('a[href="/app/button_data/5"]').click();
  await expect.poll(heading).toContain('Lone Worker Emergency');
  await phone.press(5, { lat: 52.52, lng: 13.405 });
  await page.locator('::-p-text(Maria Ortiz)').wait();

  await page.locator('tbody a[href^="/app/button_data/5/"]').click();
  await expect.poll(heading).toMatch(/\d/);
  await page.goBack();
  await expect.poll(heading).toContain('Lone Worker Emergency');

  await page.goto(`${server.url}/app/safety-contacts`);
  await page.locator('main input').fill('Jo Chen');
  await page
    .locator('main button')
    .filter((button) => button.textContent?.startsWith('Save') ?? false)
    .click();
  await page.locator('::-p-text(Update Successfully.)').wait();
  await page.reload();
  await expect
    .poll(() =>
      page
        .locator('main input')
        .map((it) => it.value)
        .wait(),
    )
    .toBe('Jo Chen');

  await page.goto(`${server.url}/app/logout`);
  await page.locator('::-p-text(Yes Please!)').click();
  await page.locator('::-p-aria([name="Log in"][role="button"])').wait();
  expect(problems).toEqual([]);
});

test('In Firefox the times of a list are complete @nightly', async ({ firefox, server, team }) => {
  const maria = await createAppUser(server, team, { name: 'Maria Ortiz' });
  // May has the widest name; every two hours, so that some hours have two digits in each zone.
  await server.withDatabase(async (db) => {
    for (let hour = 0; hour < 24; hour += 2) {
      const press = buildSubmission({ ...maria, team_id: team.user.id }, { item: { kind: 'button', id: 5 } });
      await storeSubmissions(db, [press], new Date(Date.UTC(2026, 4, 28, hour, 8, 48)));
    }
  });
  const page = await logInWithFirefox(firefox, server.url, team);
  await page.locator('::-p-aria([name="App Dashboard Settings"][role="heading"])').wait();
  await page.goto(`${server.url}/app/records`);
  await page.locator('tbody tr:nth-child(12)').wait();
  const clipped = await page.$$eval('tbody td:has(time)', (cells) =>
    cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  );
  expect(clipped).toEqual([]);
});

test('In Firefox an administrator sees the subscribers @nightly', async ({ firefox, server, team }) => {
  const page = await logInWithFirefox(firefox, server.url, await logInAdmin(server));
  await page.locator(`::-p-text(${team.email})`).wait();
  expect(
    await page
      .locator('main h1')
      .map((it) => it.textContent)
      .wait(),
  ).toBe('Subscribers');
});
