import { generateEmail, createAppUser, createTeam, PASSWORD } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

const CONSENT = /^This user agrees to receive text messages \(SMS\)/;

test('A new user appears in the list and can log in on the phone', async ({
  teamPage: page,
  server,
  team,
}) => {
  const email = generateEmail('ana');
  await page.goto('/app/users');
  await page.getByRole('link', { name: 'New User' }).first().click();
  await waitForPage(page, 'New User');
  await expect(page.getByLabel('Team Id')).toHaveValue(String(team.user.id));
  await expect(page.getByLabel('Team Id')).not.toBeEditable();
  await page.getByLabel('Name', { exact: true }).fill('Ana Flores');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Phone', { exact: true }).fill('+1 202 555 0143');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel(CONSENT).check();
  await page.getByRole('button', { name: 'Create user' }).click();

  await expect(page.getByText('App user Account Created successfully.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/app/users');
  await expect(page.getByRole('row', { name: 'Ana Flores' })).toContainText(email);
  expect((await new Phone(server.url).logIn(email, PASSWORD)).status).toBe(200);
});

const LANDLINE = '+49 30 901820 is a landline, which can’t receive SMS.';

test('The form says so if the phone number can’t receive SMS @nightly', async ({ teamPage: page }) => {
  await page.goto('/app/add-user');
  const phone = page.getByLabel('Phone', { exact: true });
  await phone.fill('+49 30 901820');
  await expect(page.getByText(LANDLINE)).toBeVisible();
  await phone.fill('030 901820');
  await expect(page.getByText('uses the country of the account’s phone number')).toBeVisible();
  await phone.fill('+1 303 555 0141');
  await expect(page.getByText('uses the country of the account’s phone number')).toHaveCount(0);
  await expect(page.getByText(LANDLINE)).toHaveCount(0);
});

test('The form of a subscriber says so as well @nightly', async ({ adminPage: page }) => {
  await page.goto('/app/new-subscriber');
  await page.getByLabel('Phone', { exact: true }).fill('+49 30 901820');
  await expect(page.getByText(LANDLINE)).toBeVisible();
});

test('An incomplete form lists all errors with links to their fields, and keeps what was typed @nightly', async ({
  teamPage: page,
}) => {
  await page.goto('/app/add-user');
  await page.getByRole('button', { name: 'Create user' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Please fix these 5 fields' });
  await expect(summary.getByRole('link')).toHaveText([
    /^Name is required\.$/,
    /^Email is required\.$/,
    /^Phone is required\.$/,
    /^Password /,
    'Confirm that the user agrees to SMS.',
  ]);
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();

  await page.getByLabel('Name', { exact: true }).fill('Ana Flores');
  await page.getByLabel('Email', { exact: true }).fill('ana at work');
  await page.getByLabel('Phone', { exact: true }).fill('12');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create user' }).click();
  const links = page.getByRole('alert').filter({ hasText: 'Please fix these 4 fields' }).getByRole('link');
  await expect(links).toHaveText([
    /email address, like name@example\.com/,
    /7 to 15 digits/,
    /at least 8 characters/,
    'Confirm that the user agrees to SMS.',
  ]);
  await links.nth(1).click();
  await expect(page.getByLabel('Phone', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ana Flores');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ana at work');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('short');
});

test('Without consent or with an email that is taken, the form shows the error and keeps what was typed', async ({
  teamPage: page,
  server,
  monitor,
}) => {
  monitor.expectResponse(409, '/tapi/v1/createCustom/app_user');
  const taken = await createAppUser(server, await createTeam(server));
  await page.goto('/app/add-user');
  await page.getByLabel('Name', { exact: true }).fill('Ana Flores');
  await page.getByLabel('Email', { exact: true }).fill(taken.email);
  await page.getByLabel('Phone', { exact: true }).fill('+1 202 555 0143');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Confirm that the user agrees to SMS.',
  ]);
  await page.getByLabel(CONSENT).check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([/Someone already uses this email/]);
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
});

test('When the plan is full, the form shows how many users it allows @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.expectResponse(409, '/tapi/v1/createCustom/app_user');
  for (let number = 1; number <= 10; number += 1) {
    await createAppUser(server, team, { email: generateEmail(`w${number}`) });
  }
  await page.goto('/app/add-user');
  await page.getByLabel('Name', { exact: true }).fill('Ana Flores');
  await page.getByLabel('Email', { exact: true }).fill(generateEmail('ana'));
  await page.getByLabel('Phone', { exact: true }).fill('+1 202 555 0143');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel(CONSENT).check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(
    page.getByRole('alert').getByText('Your plan allows 10 app users.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ana Flores');
});
