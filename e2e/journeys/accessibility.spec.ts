import { buildPlan } from '@callpoint/server/factories/subscriptions';
import { expectAccessible } from '../support/axe.ts';
import { newAppUser, type Account } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { onPage } from '../support/screens.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** Every screen in light and dark, at 390 and 1280 px: WCAG 2.2 AA as far as axe can tell, nothing that scrolls sideways. */

for (const [path, title] of [
  ['login', 'Log in'],
  ['login?why=expired&to=%2Fusers', 'Log in'],
  ['forgot', 'Forgot your password?'],
  ['reset?token=x', 'Choose a new password'],
  ['reset', 'Choose a new password'],
  ['nowhere', 'Not Found'],
] as const) {
  test(`/${path} signed out`, async ({ page }) => {
    await page.goto(`/app/${path}`);
    await onPage(page, title);
    await expectAccessible(page);
  });
}

test('/register with everything missing', async ({ page }) => {
  await page.goto('/app/register');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Enter your account name.')).toBeVisible();
  await expectAccessible(page);
});

for (const [path, title] of [
  ['app_main_page', 'App Dashboard Settings'],
  ['button_press_settings/5', 'Lone Worker Emergency'],
  ['form_settings/3', 'Need a Safety Product'],
  ['safety-contacts', 'Safety Contacts For App Users'],
  ['logout', 'Logout'],
  ['subscribers', 'No access'],
] as const) {
  test(`/${path}`, async ({ teamPage: page }) => {
    await page.goto(`/app/${path}`);
    await onPage(page, title);
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    await expectAccessible(page);
  });
}

test('/users with nobody, with somebody, its menu and its dialog', async ({
  teamPage: page,
  server,
  team,
}) => {
  await page.goto('/app/users');
  await expect(page.getByText('No app users yet')).toBeVisible();
  await expectAccessible(page);
  await newAppUser(server, team);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Actions for Ana Flores' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Ana Flores' }).click();
  await expect(page.getByRole('menuitem', { name: 'Block' })).toBeVisible();
  // On a small screen the rows are cards, which have menus of their own.
  await expectAccessible(page, [390]);
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('/add-user with everything missing, /users/edit', async ({ teamPage: page, server, team }) => {
  await page.goto('/app/add-user');
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByText('5 things to mend:')).toBeVisible();
  await expectAccessible(page);
  const ana = await newAppUser(server, team);
  await page.goto(`/app/users/edit/${ana.id}`);
  await expect(page.getByLabel('Full Name')).toHaveValue('Ana Flores');
  await expectAccessible(page);
});

async function onPlan(server: Server, { user }: Account, plan: 'upgrade_by_admin' | 'paid'): Promise<void> {
  await server.database((db) => db.updateTable('team').set({ plan }).where('id', '=', user.id).execute());
}

test('/my-profile with an upgrade and problems', async ({ teamPage: page, server, team }) => {
  await onPlan(server, team, 'upgrade_by_admin');
  await page.goto('/app/my-profile');
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('One thing to mend:')).toBeVisible();
  await page.getByLabel('New password').fill('a');
  await page.getByLabel('Confirm password').fill('b');
  await expect(page.getByText('Password and confirm password do not match.')).toBeVisible();
  await expectAccessible(page);
});

test('/purchase, and /my-profile with a paid plan', async ({ teamPage: page, server, team }) => {
  await page.goto('/app/purchase');
  await expect(page.getByText('Your plan now: Free.')).toBeVisible();
  await expectAccessible(page);
  await onPlan(server, team, 'paid');
  await page.goto('/app/profile');
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible();
  await expectAccessible(page, [390]);
});

test('/button_press_settings with a problem, and pressed', async ({ teamPage: page, server, team }) => {
  await newAppUser(server, team);
  await page.goto('/app/button_press_settings/1');
  const email = page.getByRole('form', { name: 'Email Notification Settings' });
  await email.getByRole('textbox', { name: 'Subject for the user', exact: true }).fill('{{NAM}}');
  await email.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(email.getByText('One thing to mend:')).toBeVisible();
  await page.getByRole('button', { name: 'Press it for me' }).nth(1).click();
  await expect(page.getByText('What saving would change')).toBeVisible();
  await expectAccessible(page);
});

test('/button_data and /form_data with records, under an open emergency', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await newAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5, { lat: 52.52, lng: 13.405 });
  await phone.press(5);
  await phone.send(3, {
    message: `Ten pairs of ${'very-long-'.repeat(20)}gloves, please`,
    company: 'Orchard',
    type: 'Gloves',
  });
  await page.goto('/app/button_data/5');
  await expect(page.getByText('No location')).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /open the record$/ })
    .first()
    .click();
  await expect(page.getByText('E-mail · Safety team')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/form_data/3');
  await expect(page.getByText('Gloves', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('A record, and who was told of it', async ({ teamPage: page, server, team }) => {
  const ana = await newAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  const { body } = await phone.press(5, { lat: 52.52, lng: 13.405 });
  await page.goto(`/app/button_data/5/${body.data?.id}`);
  await expect(page.getByText('E-mail · Safety team')).toBeVisible();
  await expectAccessible(page);
});

test('/deliveries with messages, and one of them', async ({ teamPage: page, server, team }) => {
  const ana = await newAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5);
  await page.goto('/app/deliveries');
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Address' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: /open the message$/ })
    .first()
    .click();
  await expect(page.getByText('Every try')).toBeVisible();
  await expectAccessible(page, [390]);
});

test('The drawer, the account’s menu and going to a page', async ({ teamPage: page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/app/users');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Tess Miller account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Part of a page’s name' })).toBeVisible();
  await expectAccessible(page, [390]);
});

test('The administrator’s /subscribers, and nobody found', async ({ adminPage: page, team }) => {
  await page.goto('/app/subscribers');
  await onPage(page, 'Subscribers');
  await expect(page.getByText(team.email).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/subscribers?search=nobody-has-this');
  await expect(page.getByText('No subscriber matches')).toBeVisible();
  await expectAccessible(page);
});

test('The administrator’s /subscriber/profile', async ({ adminPage: page, server, team }) => {
  await server.database((db) => buildPlan(db));
  await page.goto(`/app/subscriber/profile/${team.user.id}`);
  await page.getByRole('button', { name: 'Upgrade to premium' }).click();
  await expect(page.getByText('One thing to mend:')).toBeVisible();
  await expectAccessible(page);
});

test('The administrator’s /new-subscriber with everything missing', async ({ adminPage: page }) => {
  await page.goto('/app/new-subscriber');
  await page.getByRole('button', { name: 'Create Subscriber' }).click();
  await expect(page.getByText('6 things to mend:')).toBeVisible();
  await expectAccessible(page);
});

test('The administrator’s /plans and /new-plan with everything missing', async ({
  adminPage: page,
  server,
}) => {
  await server.database((db) => buildPlan(db, { plan_name: 'Plan of the walk' }));
  await page.goto('/app/plans');
  await expect(page.getByText('Plan of the walk').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/new-plan');
  await page.getByRole('button', { name: 'Create Plan' }).click();
  await expect(page.getByText('5 things to mend:')).toBeVisible();
  await expectAccessible(page);
});

test('The dialog of alerts on this device', async ({ teamPage: page }) => {
  await page.goto('/app/users');
  await page.getByRole('button', { name: 'Tess Miller account menu' }).click();
  await page.getByRole('menuitem', { name: 'Alert me on this device' }).click();
  await expect(page.getByRole('dialog', { name: 'Alert me on this device' })).toBeVisible();
  await expectAccessible(page);
});
