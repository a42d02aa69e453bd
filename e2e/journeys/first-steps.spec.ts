import type { Route } from '@playwright/test';
import { callOrThrow } from '../support/calls.ts';
import { waitForConfirmationLink, waitForEmails } from '../support/mailbox.ts';
import { createAppUser, signIn } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { saveSetting } from '../support/settings.ts';
import { startUsing, waitForEditors, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

test('Each first step is marked as done when it happens, and the list disappears after the last one', async ({
  teamPage: page,
  server,
  smtp,
  team,
}) => {
  // The list appears before the form below it, so that no field moves under a finger.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const delay = async (route: Route) => {
    await released;
    await route.continue();
  };
  await page.route('**/tapi/v1/firstSteps', delay, { times: 1 });
  const reachability = page.waitForResponse('**/tapi/v1/reachability');
  await page.goto('/app/app_main_page');
  await reachability;
  await expect(page.getByText('Loading', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  release();
  const list = page.getByRole('region', { name: 'First steps' });
  const step = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  await expect(list).toContainText('0 of 6 done');
  await expect(step('Add a user')).toContainText('To do');

  await list.getByRole('link', { name: 'Add a user' }).click();
  await waitForPage(page, 'New User');
  const ana = await createAppUser(server, team);
  await page.goBack();
  await expect(step('Add a user')).toContainText('Done');

  await list.getByRole('button', { name: 'Looks right' }).click();
  await expect(step('Choose who is notified')).toContainText('Done');
  await expect(list).toContainText('2 of 6 done');
  await expect(list.getByRole('button', { name: 'Looks right' })).toHaveCount(0);

  // The three empty rows of a new subscriber are no contacts.
  await expect(step('Add a safety contact')).toContainText('To do');
  await list.getByRole('link', { name: 'Add a safety contact' }).click();
  await waitForPage(page, 'Safety Contacts For App Users');
  const contact = { name: 'Dana Ruiz', phone: '+1 202 555 0143', email: '' };
  await saveSetting(server, team, 'contact_person', JSON.stringify([contact]));
  await page.goBack();
  await expect(step('Add a safety contact')).toContainText('Done');

  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await page.reload();
  await expect(step('A user logs in to the phone app')).toContainText('Done');
  await expect(step('Send yourself a test')).toContainText('To do');

  await step('Send yourself a test').getByRole('link').click();
  // They may move what is below them.
  await waitForEditors(page);
  const email = page.getByRole('region', { name: 'Email Notification Settings' });
  await email.getByRole('button', { name: 'Simulate a press' }).click();
  await email.getByRole('button', { name: `Send a test to me: Safety team, ${team.email}` }).click();
  await expect(email.getByRole('status').filter({ hasText: /^Sent: / })).toBeVisible();
  await waitForEmails(smtp, team.email);
  const token = new URL(await waitForConfirmationLink(smtp, team.email)).searchParams.get('token');
  await callOrThrow(server.url, '/sapi/v1/confirmEmail', { body: { token } });
  await page.goBack();
  await expect(page.getByText('All first steps are done.')).toBeVisible();
  const read = page.waitForResponse('**/tapi/v1/firstSteps');
  await page.reload();
  await read;
  await expect(page.getByRole('heading', { name: 'If someone pressed now' })).toBeVisible();
  await expect(list).toHaveCount(0);
  await expect(page.getByText('All first steps are done.')).toHaveCount(0);
});

test('Dismissed first steps disappear on every device; a failed dismissal shows an error @nightly', async ({
  teamPage: page,
  browser,
  context,
  server,
  team,
  monitor,
}) => {
  await page.goto('/app/app_main_page');
  const list = page.getByRole('region', { name: 'First steps' });
  await expect(list).toBeVisible();
  monitor.allowNetworkFailures();
  await context.setOffline(true);
  await list.getByRole('button', { name: 'Don’t show this again' }).click();
  await expect(page.getByRole('alert').getByText('Failed to perform Action.', { exact: true })).toBeVisible();
  await expect(list).toBeVisible();
  await context.setOffline(false);
  await list.getByRole('button', { name: 'Don’t show this again' }).click();
  await expect(list).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('All first steps are done.')).toHaveCount(0);

  const otherContext = await browser.newContext({ baseURL: server.url });
  await signIn(otherContext, server, team);
  const second = await otherContext.newPage();
  await second.goto('/app/app_main_page');
  await startUsing(second);
  await expect(second.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(second.getByRole('region', { name: 'First steps' })).toHaveCount(0);
  await otherContext.close();
});
