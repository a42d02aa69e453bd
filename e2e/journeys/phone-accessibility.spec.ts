import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { findHtmlProblems } from '../support/html.ts';
import { expect, test } from '../support/test.ts';

/** Buttons and links that a gloved finger must hit, in CSS pixels. */
const TARGET = 64;
const SCREENS = ['/', '/contacts', '/history', '/menu', '/password', '/form/1', '/form/3', '/check-ins'];

/** AA for everything; AAA for the contrast of texts. */
async function findProblems(page: Page): Promise<string[]> {
  // At the end, the emergency call covers no other target.
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    rules: { 'target-size': { enabled: true }, 'color-contrast-enhanced': { enabled: true } },
    resultTypes: ['violations'],
  });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Controls that are smaller than a target; links in sentences are exempt. */
async function findSmallTargets(page: Page): Promise<string[]> {
  const controls = page.locator('main button, footer a, main > a, main nav a, main ul a, [class*="tile"]');
  const sizes = await Promise.all(
    (await controls.all()).map(async (control) => ({
      text: (await control.innerText()).replaceAll('\n', ' '),
      height: (await control.boundingBox())?.height ?? TARGET,
      isInNote: (await control.locator('xpath=ancestor::*[contains(@class, "note")]').count()) > 0,
    })),
  );
  return sizes
    .filter(({ height, isInNote }) => height < TARGET - 0.5 && !isInNote)
    .map(({ text, height }) => `${text}: ${height} px`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`Every screen is accessible, with contrast AAA and large targets: ${colorScheme}`, async ({
    openPhone,
    monitor,
    ana,
    server,
  }) => {
    monitor.allowNetworkFailures();
    const visitor = await openPhone(null, { colorScheme });
    expect(await findProblems(visitor.page)).toEqual([]);
    const phone = await openPhone(ana, { colorScheme });
    for (const path of SCREENS) {
      await phone.open(path);
      await expect(phone.page.getByRole('heading', { level: 1 })).not.toBeEmpty();
      expect(await findProblems(phone.page), path).toEqual([]);
      expect(await findSmallTargets(phone.page), path).toEqual([]);
      expect(await findHtmlProblems(phone.page), path).toEqual([]);
    }
    await phone.open('/');
    await phone.button('Lone Worker Emergency').click();
    await expect(phone.page.getByRole('dialog')).toBeVisible();
    expect(await findProblems(phone.page), 'question').toEqual([]);
    await phone.page.keyboard.press('Escape');
    await phone.hold('Lone Worker Emergency');
    await expect(phone.page.getByText('Who is notified')).toBeVisible();
    expect(await findProblems(phone.page), 'received').toEqual([]);
    await phone.page.getByRole('link', { name: 'I am safe now' }).click();
    await phone.button('I am safe').click();
    await expect(phone.page.getByText('Choose a reason.')).toBeVisible();
    expect(await findProblems(phone.page), 'safe').toEqual([]);
    expect(await findSmallTargets(phone.page), 'safe').toEqual([]);
    expect(await findHtmlProblems(phone.page), 'safe').toEqual([]);
    await phone.open('/check-ins');
    await phone.button('Start check-ins').click();
    await expect(phone.page.getByText('Next check-in at')).toBeVisible();
    for (const path of ['/check-ins', '/']) {
      await phone.open(path);
      await expect(phone.page.getByText('Next check-in at')).toBeVisible();
      expect(await findProblems(phone.page), `running: ${path}`).toEqual([]);
      expect(await findSmallTargets(phone.page), `running: ${path}`).toEqual([]);
      expect(await findHtmlProblems(phone.page), `running: ${path}`).toEqual([]);
    }
    await server.withDatabase((db) =>
      db
        .updateTable('check_in')
        .set({ due_at: new Date(Date.now() - 60_000).toISOString() })
        .where('app_user_id', '=', ana.id)
        .execute(),
    );
    await phone.page.reload();
    await expect(phone.page.getByText('Are you OK?')).toBeVisible();
    expect(await findProblems(phone.page), 'asked').toEqual([]);
    expect(await findSmallTargets(phone.page), 'asked').toEqual([]);
    await phone.page.context().setOffline(true);
    await phone.page.evaluate('location.hash = "/"');
    await phone.hold('Lone Worker Emergency');
    await expect(phone.notSent).toBeVisible();
    expect(await findProblems(phone.page), 'not sent').toEqual([]);
  });
}

test('Nothing is cut off at 320 px with text twice as large', async ({ openPhone, ana }) => {
  const phone = await openPhone(ana, { viewport: { width: 320, height: 640 } });
  for (const path of SCREENS) {
    await phone.open(path);
    await phone.page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    const overflow = await phone.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow, path).toBe(0);
    await expect(phone.page.getByRole('link', { name: 'Call 911' })).toBeInViewport();
  }
});
