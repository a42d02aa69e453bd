import { startTwilio, type TestTwilio } from '@callpoint/server/testing/providers/twilio';
import { call } from '../support/calls.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { logInAdmin, createAppUser, createTeam, signIn } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { openPage, waitForUrl, waitForPage } from '../support/page-actions.ts';
import { expect, test as base } from '../support/test.ts';

/** A delivery receipt of the SMS provider appears immediately: an undelivered SMS is no longer shown as sent. */

const test = base.extend<{ twilio: TestTwilio }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  twilio: async ({}, use) => {
    const twilio = await startTwilio();
    await use(twilio);
    await twilio.close();
  },
  serverOptions: async ({ twilio }, use) => use({ variables: twilio.variables }),
});

test('An accepted but undelivered SMS turns failed on the open pages, and its number is skipped until it replies START', async ({
  teamPage: page,
  context,
  server,
  team,
  twilio,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  const id = (await phone.press(2)).body.data?.id ?? 0;
  await twilio.waitFor(1);
  const [sms] = twilio.messages;

  await page.goto(`/app/button_data/2/${id}`);
  const timeline = page.getByRole('region', { name: 'Who was notified' });
  const entry = timeline.getByRole('listitem').filter({ hasText: 'SMS · Safety team' });
  await expect(entry).toContainText('Accepted by the provider on');
  const log = await context.newPage();
  await log.goto('/app/deliveries?channel=sms');
  const row = log
    .getByRole('table', { name: 'Deliveries' })
    .getByRole('row')
    .filter({ hasText: '+1 202 555 0100' });
  await expect(row).toContainText('Sent');

  const { message_key: key, fence } = await server.withDatabase((db) =>
    db
      .selectFrom('delivery')
      .select(['message_key', 'fence'])
      .where('channel', '=', 'sms')
      .executeTakeFirstOrThrow(),
  );
  const status = `${server.url}/hooks/twilio/status?message=${key}&attempt=${fence}`;
  const receipt = { MessageSid: sms?.sid ?? '', MessageStatus: 'undelivered', ErrorCode: '21610' };
  expect((await twilio.call(status, receipt)).status).toBe(200);
  await expect(entry).toContainText('Failed');
  await expect(entry).toContainText('The person replied STOP and gets no SMS from this service.');
  await expect(entry).toContainText('Not delivered');
  await expect(entry).not.toContainText('Accepted by the provider');
  await expect(timeline.getByRole('status')).toContainText('1 message failed');
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('1 attempt');

  // The next press skips the number and shows why.
  const next = (await phone.press(2)).body.data?.id ?? 0;
  await page.goto(`/app/button_data/2/${next}`);
  await expect(entry).toContainText('Skipped');
  await expect(entry).toContainText('This number replied STOP, so it gets no SMS until it replies START.');

  // The settings mark both recipients: the stopped number, and an address that bounced.
  const at = new Date().toISOString();
  await server.withDatabase((db) =>
    db
      .insertInto('bad_address')
      .values({ channel: 'email', address: team.email, fault: 'mailbox-unknown', at })
      .execute(),
  );
  await openPage(log, 'button_press_settings/2', 'Report an Incident/Accident');
  const chips = (channel: string) =>
    log.getByRole('list', { name: `Safety team members who get the ${channel}` }).getByRole('listitem');
  await expect(chips('email')).toHaveText([`${team.email}bounced`]);
  await expect(chips('SMS')).toHaveText(['+1 202 555 0100replied STOP']);
  const who = log.getByRole('region', { name: 'Who would be notified' });
  await expect(who).toContainText('2 recipients can’t be reached');
  await expect(who.getByRole('list', { name: 'Safety team' }).getByRole('listitem')).toHaveText([
    'Email 0 of 1 1 bounced',
    'SMS 0 of 1 1 replied STOP',
  ]);

  const start = {
    MessageSid: `SM${'1'.repeat(32)}`,
    From: sms?.to ?? '',
    To: sms?.from ?? '',
    Body: 'Start',
  };
  await twilio.call(`${server.url}/hooks/twilio/inbound`, start);
  await phone.press(2);
  await twilio.waitFor(2);
  await log.close();
});

test('A test message is marked as a test in the log; an administrator can filter the log by account @nightly', async ({
  teamPage: page,
  browser,
  server,
  team,
  smtp,
}) => {
  const ana = await createAppUser(server, team);
  const other = await createTeam(server, { account_name: 'Other Works' });
  const sendTest = (account: typeof team, user: { id: number }) =>
    call(server.url, '/tapi/v1/test/message', {
      token: account.token,
      body: { button_id: 5, app_user_id: user.id, channel: 'email', role: 'user' },
    });
  await page.goto('/app/deliveries');
  await waitForPage(page, 'Deliveries');
  await sendTest(team, ana);
  const row = page.getByRole('row').filter({ hasText: team.email });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Test: Lone Worker Emergency', { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText('Sent');
  await row.getByRole('link', { name: /open message \d+$/ }).click();
  await expect(page.getByText(/^TEST: no one needs help/)).toBeVisible();
  expect((await waitForEmails(smtp, team.email))[0]?.subject).toMatch(/^TEST: /);

  await sendTest(other, await createAppUser(server, other));
  const otherContext = await browser.newContext({ baseURL: server.url });
  await signIn(otherContext, server, await logInAdmin(server));
  const adminPage = await otherContext.newPage();
  await adminPage.goto('/app/deliveries');
  const rows = adminPage.getByRole('table', { name: 'Deliveries' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  const subscriber = adminPage.getByRole('combobox', { name: 'Subscriber', exact: true });
  await subscriber.fill(String(other.user.id));
  await subscriber.press('Enter');
  await waitForUrl(adminPage, '/app/deliveries', { team_id: String(other.user.id) });
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(other.email);
  await subscriber.fill('nobody of this name');
  await expect(adminPage.getByText('No subscriber matches')).toBeVisible();
  await subscriber.fill('999999');
  await subscriber.press('Enter');
  await expect(adminPage.getByText(/of subscriber 999999/)).toBeVisible();
  await adminPage.getByRole('button', { name: 'Clear filters' }).click();
  await adminPage
    .getByRole('link', { name: /open message \d+$/ })
    .first()
    .click();
  await expect(
    adminPage.getByRole('main').getByRole('link', { name: `Other Works, subscriber ${other.user.id}` }),
  ).toHaveAttribute('href', `/app/subscriber/profile/${other.user.id}`);
  await otherContext.close();
});
