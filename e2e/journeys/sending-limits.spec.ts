import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { waitForConfirmationLink, waitForEmails } from '../support/mailbox.ts';
import { logInAdmin, generateEmail, createAppUser, createTeam, signIn } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForPage, openPage } from '../support/page-actions.ts';
import { saveSetting } from '../support/settings.ts';
import { expect, test } from '../support/test.ts';

// The overview covers the entire platform.
test.use({ serverOptions: {} });

test('Messages over a limit are held; the subscriber sees why, and an administrator releases them', async ({
  page,
  server,
  smtp,
}) => {
  test.slow();
  const team = await createTeam(server, { account_name: 'Harbour Works' });
  const token = new URL(await waitForConfirmationLink(smtp, team.email)).searchParams.get('token');
  await callOrThrow(server.url, '/sapi/v1/confirmEmail', { body: { token } });
  const near = generateEmail('near');
  const outside = [near, generateEmail('far')];
  await saveSetting(server, team, 'mail_to_admin_emails_2', outside.join(', '));
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);

  await signIn(page.context(), server, await logInAdmin(server));
  const profile = `subscriber/profile/${team.user.id}`;
  const title = 'Profile of Harbour Works';
  const limits = page.getByRole('region', { name: 'Sending limits' });
  const [emails, texts] = [limits.getByLabel('Emails a day'), limits.getByLabel('SMS a day')];
  const save = limits.getByRole('button', { name: 'Save limits' });
  await openPage(page, profile, title);
  await expect(limits).toContainText('0 of 200 sent today');
  await expect(emails).toHaveValue('');
  await emails.fill('many');
  await save.click();
  await expect(emails).toHaveAccessibleDescription(
    /Emails a day: enter a whole number from 0 to 1,000,000, or leave it empty\./,
  );
  await expect(emails).toBeFocused();
  await emails.fill('0');
  await texts.fill('1,500');
  await save.click();
  await expect(page.getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await expect(limits).toContainText('Not allowed');
  await expect(limits).toContainText('0 of 1,500 sent today');

  const press = (await phone.press(2)).body.data?.id;
  await page.goto('/app/overview');
  const over = page.getByRole('table', { name: 'Subscribers over their limit' });
  await expect(over.getByRole('row', { name: 'Harbour Works' })).toContainText('2');
  await expectAccessible(page, [390]);

  await signIn(page.context(), server, team);
  await openPage(page, 'my-profile', 'My Profile');
  await expect(limits).toContainText('2 messages held');
  await expectAccessible(page);
  await limits.getByRole('link', { name: 'See held messages' }).click();
  await expect(page).toHaveURL('/app/deliveries?state=held');
  const held = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: near });
  await held.getByRole('link', { name: /open message \d+$/ }).click();
  await expect(page.getByText(/This account can’t send emails to external recipients\./)).toBeVisible();
  await openPage(page, `button_data/2/${press}`, `Record ${press}`);
  await expect(page.getByText(/This account can’t send emails/).first()).toBeVisible();
  await openPage(page, 'app_main_page', 'App Dashboard Settings');
  await expect(
    page.getByText(/This account can’t send emails to external recipients\./).first(),
  ).toBeVisible();

  await signIn(page.context(), server, await logInAdmin(server));
  await openPage(page, 'overview', 'Overview');
  await over.getByRole('link', { name: 'Harbour Works' }).click();
  await waitForPage(page, title);
  const release = limits.getByRole('button', { name: 'Release 2 held messages' });
  const dialog = page.getByRole('dialog', { name: 'Release 2 held messages?' });
  await release.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(release).toBeFocused();
  await expectAccessible(page);
  await release.click();
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('2 messages released.', { exact: true })).toBeVisible();
  await expect(release).toHaveCount(0);
  for (const address of outside) await waitForEmails(smtp, address);

  await emails.fill('');
  await texts.fill('');
  await save.click();
  await expect(limits).toContainText('2 of 200 sent today');
});

test('The limits of all plans are set in the configuration, and an invalid part is named @nightly', async ({
  adminPage: page,
  server,
}) => {
  await openPage(page, 'configuration', 'Configuration');
  const row = page.getByRole('rowgroup', { name: 'Emails a day to external recipients' });
  const field = row.getByRole('textbox');
  await expect(field).toHaveValue('free: 200, paid: 2000, upgraded: 2000');
  await field.fill('free: 12, paid: lots, upgraded: 5');
  await row.getByRole('button', { name: /^Save/ }).click();
  await expect(row.getByText('“paid: lots” is not a plan and a number, like free: 200.')).toBeVisible();
  await field.fill('free: 12, paid: 7, upgraded: 5');
  await row.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Updated Successfully.', { exact: true })).toBeVisible();

  const team = await createTeam(server);
  await signIn(page.context(), server, team);
  await openPage(page, 'my-profile', 'My Profile');
  await expect(page.getByRole('region', { name: 'Sending limits' })).toContainText(
    'different addresses today',
  );
});

test('When the limits cannot be loaded, the rest of the profile still works @nightly', async ({
  page,
  server,
  monitor,
}) => {
  const team = await createTeam(server);
  await signIn(page.context(), server, team);
  monitor.allowNetworkFailures();
  await page.route('**/assets/limits-section-*.js', (route) => route.abort());
  await openPage(page, 'my-profile', 'My Profile');
  await expect(page.getByText('The sending limits could not be loaded.')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(team.email);
  await page.unroute('**/assets/limits-section-*.js');

  monitor.expectResponse(500, '/tapi/v1/sendingLimits');
  await page.route('**/sendingLimits', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.reload();
  const limits = page.getByRole('region', { name: 'Sending limits' });
  await expect(limits.getByRole('alert')).toContainText('The sending limits could not be loaded.');
  await page.unroute('**/sendingLimits');
  await limits.getByRole('button', { name: 'Try again' }).click();
  await expect(limits).toContainText('different addresses today');
});
