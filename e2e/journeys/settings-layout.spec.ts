import type { Page } from '@playwright/test';
import { createAppUser } from '../support/people.ts';
import { openPage, waitForEditors } from '../support/page-actions.ts';
import { chooseRole, EMAIL, SCREEN, settingCard, SMS, textField } from '../support/setting-cards.ts';
import { expect, test } from '../support/test.ts';

/** How the settings screens are laid out: their height, their sections, and the roles on a card. */

/** Pixels, at a width of 1280. */
const MAX_HEIGHT = 1800;
const SECTIONS = 'main h2 > button[aria-expanded]';

/** Expands the section at `shown` and collapses the others. */
async function showOnly(page: Page, shown: number): Promise<void> {
  const toggles = page.locator(SECTIONS);
  for (const [index, toggle] of (await toggles.all()).entries()) {
    if ((await toggle.getAttribute('aria-expanded')) !== String(index === shown)) await toggle.click();
  }
}

test('With one section expanded, no settings screen is longer than 1800 px, and a reload keeps it so @nightly', async ({
  teamPage: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const long: string[] = [];
  for (const [path, title] of [
    ['button_press_settings/1', 'OSHA On-Site'],
    ['button_press_settings/5', 'Lone Worker Emergency'],
    ['form_settings/2', 'Request Safety Consultation'],
    ['app_main_page', 'App Dashboard Settings'],
  ] as const) {
    await openPage(page, path, title);
    await expect(page.getByRole('form').first()).toBeVisible();
    const count = await page.locator(SECTIONS).count();
    expect(count, path).toBeGreaterThan(0);
    for (let shown = 0; shown < count; shown += 1) {
      await showOnly(page, shown);
      const tabs = page.getByRole('tab');
      for (let tab = 0; tab < Math.max(await tabs.count(), 1); tab += 1) {
        if ((await tabs.count()) > 0) await tabs.nth(tab).click();
        const height = await page.evaluate<number>('document.documentElement.scrollHeight');
        if (height > MAX_HEIGHT) long.push(`${path}, section ${shown}, role ${tab}: ${height} px`);
      }
    }
    const expanded = await page.locator(SECTIONS).evaluateAll((all) => all.map((one) => one.ariaExpanded));
    expect(expanded.filter((one) => one === 'true')).toHaveLength(1);
    await page.reload();
    await expect(page.getByRole('form').first()).toBeVisible();
    await expect
      .poll(() => page.locator(SECTIONS).evaluateAll((all) => all.map((one) => one.ariaExpanded)))
      .toEqual(expanded);
  }
  expect(long).toEqual([]);
});

test('With one section expanded, My Profile is not longer than 1800 px, a reload keeps it so, and the section bar leads to each section @nightly', async ({
  teamPage: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openPage(page, 'my-profile', 'My Profile');
  const names = ['Account', 'Subscription', 'Limits', 'Invoices', 'History', 'Modify', 'Password'];
  const bar = page.getByRole('navigation', { name: 'Sections of this page' });
  await expect(bar.getByRole('link')).toHaveText(names);
  const toggles = page.locator(SECTIONS);
  await expect(toggles).toHaveCount(names.length);
  for (const shown of names.keys()) {
    await showOnly(page, shown);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height, names[shown]).toBeLessThanOrEqual(MAX_HEIGHT);
  }
  await page.reload();
  await expect(toggles).toHaveCount(names.length);
  const expanded = await toggles.evaluateAll((all) => all.map((one) => one.ariaExpanded));
  expect(expanded).toEqual(names.map((name) => String(name === 'Password')));
  for (const [index, name] of names.entries()) {
    await bar.getByRole('link', { name }).click();
    await expect(toggles.nth(index)).toHaveAttribute('aria-expanded', 'true');
    await expect(toggles.nth(index)).toBeFocused();
    await expect(bar.locator('[aria-current]')).toHaveText(name);
    await expect(bar).toBeInViewport();
  }
});

test('With one section expanded, a simulated press takes the place of its fields: the page is not longer than 1800 px @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await createAppUser(server, team);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openPage(page, 'button_press_settings/5', 'Lone Worker Emergency');
  await waitForEditors(page);
  await showOnly(page, 1);
  const region = page.getByRole('region', { name: EMAIL });
  const recipients = textField(settingCard(page, EMAIL), 'Safety team members who get the email');
  await recipients.fill('one@a.example, two@a.example, three@a.example, four@a.example, five@a.example');
  await region.getByRole('button', { name: 'Simulate a press' }).click();
  await expect(region.getByText('Effect of saving')).toBeVisible();
  await expect(region.getByRole('listitem').filter({ hasText: 'five@a.example' }).first()).toBeVisible();
  expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(
    MAX_HEIGHT,
  );
  await expect(region.getByRole('button', { name: 'Simulate a press' })).toBeInViewport();

  // Without it the fields are back, with what was typed.
  await region.getByRole('button', { name: 'Simulate a press' }).click();
  await expect(settingCard(page, EMAIL).getByRole('button', { name: 'Remove five@a.example' })).toBeVisible();
  await expect(region.getByRole('button', { name: 'Show settings' })).toHaveCount(0);
});

test('The section bar stays in view, marks unsaved changes, and expands the section that it leads to @nightly', async ({
  teamPage: page,
}) => {
  await openPage(page, 'button_press_settings/5', 'Lone Worker Emergency');
  await waitForEditors(page);
  const bar = page.getByRole('navigation', { name: 'Sections of this page' });
  await expect(bar.getByRole('link')).toHaveText([
    'Who would be notified',
    'On screen',
    'Email',
    'SMS',
    'Escalation',
  ]);
  const toggle = page.getByRole('button', { name: SMS, exact: true });
  await expect(bar.locator('[aria-current]')).toHaveText('Who would be notified');
  await toggle.click();
  await expect(settingCard(page, SMS)).toHaveCount(0);
  await expect(page.getByRole('region', { name: SMS }).getByRole('paragraph')).toHaveText(
    'Safety team Held, App user No, Safety consultancy No',
  );
  await bar.getByRole('link', { name: 'SMS' }).click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(toggle).toBeFocused();
  await expect(toggle).toBeInViewport();
  await expect(bar).toBeInViewport();
  await expect(bar.locator('[aria-current]')).toHaveText('SMS');
  await page.mouse.wheel(0, -20_000);
  await expect(bar.locator('[aria-current]')).toHaveText('Who would be notified');
  await chooseRole(settingCard(page, SMS), 'App user');
  await textField(settingCard(page, SMS), 'SMS to the user').fill('We know.');
  await expect(bar.getByRole('link', { name: 'SMS Unsaved changes' })).toBeVisible();
  await expect(
    settingCard(page, SMS).getByRole('tab', { name: /^App user.*Unsaved changes$/ }),
  ).toBeVisible();
});

test('The section bar marks the section with the focus, also if the page cannot scroll it to the top @nightly', async ({
  teamPage: page,
}) => {
  // Everything is in view: nothing scrolls.
  await page.setViewportSize({ width: 1280, height: 6000 });
  await openPage(page, 'button_press_settings/5', 'Lone Worker Emergency');
  await waitForEditors(page);
  const bar = page.getByRole('navigation', { name: 'Sections of this page' });
  const current = bar.locator('[aria-current]');
  await bar.getByRole('link', { name: 'Email' }).click();
  await expect(current).toHaveText('Email');
  await page.mouse.wheel(0, 200);
  await page.keyboard.press('Tab');
  await expect(settingCard(page, EMAIL).locator(':focus')).toBeVisible();
  await expect(current).toHaveText('Email');

  await textField(settingCard(page, SMS), 'SMS to the safety team').click();
  await expect(current).toHaveText('SMS');
  await page.getByRole('button', { name: SCREEN, exact: true }).focus();
  await expect(current).toHaveText('On screen');
  // This line leads to a field.
  await page
    .getByRole('region', { name: 'Who would be notified' })
    .getByRole('button', { name: /^SMS/ })
    .first()
    .click();
  await expect(settingCard(page, SMS).locator(':focus')).toBeVisible();
  await expect(current).toHaveText('SMS');

  // Scrolling marks the section in view again.
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.getByRole('button', { name: 'Escalation', exact: true }).press('Home');
  await expect(current).toHaveText('Who would be notified');
});

test('A section stays where the bar led to while the parts above it grow @nightly', async ({
  teamPage: page,
}) => {
  await openPage(page, 'button_press_settings/5', 'Lone Worker Emergency');
  await waitForEditors(page);
  const toggle = page.getByRole('button', { name: SMS, exact: true });
  await page
    .getByRole('navigation', { name: 'Sections of this page' })
    .getByRole('link', { name: 'SMS' })
    .click();
  await expect(toggle).toBeFocused();
  await settingCard(page, EMAIL).evaluate((form) => form.setAttribute('style', 'min-height: 4000px'));
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await expect(toggle).toBeInViewport();
});

test('The roles of a card are chosen with the arrow keys, and a problem of a hidden role is one link away @nightly', async ({
  teamPage: page,
}) => {
  await openPage(page, 'button_press_settings/5', 'Lone Worker Emergency');
  await waitForEditors(page);
  const email = settingCard(page, EMAIL);
  const tab = (role: string) => email.getByRole('tab', { name: new RegExp(`^${role}`) });
  await tab('Safety team').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('App user')).toBeFocused();
  await expect(tab('App user')).toHaveAttribute('aria-selected', 'true');
  await textField(email, 'Subject for the user').fill('Dear {{NAM}}');
  // The field that is left may show its problem: the press on the tab still counts.
  await tab('Safety team').click();
  await expect(textField(email, 'Subject for the safety team')).toBeVisible();
  await email.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(textField(email, 'Subject for the user')).toBeFocused();
  await tab('Safety consultancy').click();
  await expect(textField(email, 'Subject for the user')).toHaveCount(0);
  await email.getByRole('alert').getByRole('link').click();
  await expect(textField(email, 'Subject for the user')).toBeFocused();
  await page.getByRole('button', { name: EMAIL, exact: true }).press('Enter');
  await expect(settingCard(page, SCREEN)).toBeVisible();
});

/** One word, longer than a chip. */
const LONG_NAME = `Olga${'lindqvist'.repeat(9)}`;

test('Recipients are pasted in any common separation, edited with Backspace, and named if they are known @nightly', async ({
  teamPage: page,
  context,
  team,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, 'safety-contacts', 'Safety Contacts For App Users');
  await page.getByRole('textbox', { name: 'Name of Safety Person #1' }).fill(LONG_NAME);
  await page.getByRole('textbox', { name: 'Email of Safety Person #1' }).fill('Olga@work.example');
  await page.getByRole('button', { name: 'Save: Safety Person #1' }).click();
  await expect(page.getByRole('status').getByText('Update Successfully.', { exact: true })).toBeVisible();

  await openPage(page, 'button_press_settings/5', 'Lone Worker Emergency');
  const email = settingCard(page, EMAIL);
  const label = 'Safety team members who get the email';
  const field = textField(email, label);
  await field.focus();
  await page.evaluate("navigator.clipboard.writeText('olga@work.example\\nBEN@work.example; ben')");
  await page.keyboard.press('ControlOrMeta+v');
  const chips = email.getByRole('list', { name: label }).getByRole('listitem');
  await expect(chips).toHaveText([
    team.email,
    `${LONG_NAME} (olga@work.example)`,
    'BEN@work.example',
    /^ben.*invalid$/,
  ]);
  // On a phone the address is below the name: neither is cut.
  const isCut = (text: string) =>
    chips
      .nth(1)
      .getByText(text)
      .last()
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await isCut(LONG_NAME)).toBe(false);
  expect(await isCut('(olga@work.example)')).toBe(false);
  await page.setViewportSize({ width: 1280, height: 850 });
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('ben');
  // The same address in other letters is kept once.
  await page.keyboard.type('@work.example');
  await page.keyboard.press('Enter');
  await expect(chips).toHaveCount(3);
  await field.fill('benno@work.example');
  await page.keyboard.press('Enter');
  await expect(chips).toHaveCount(4);
  await email.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Who would be notified' })).toContainText('4 of 4');
});
