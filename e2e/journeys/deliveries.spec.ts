import { readFile } from 'node:fs/promises';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { plannedEmail } from '@callpoint/server/testing/outbox';
import { call } from '../support/calls.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { logInAdmin, generateEmail, createAppUser, createTeam, signIn } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForUrl, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

/** The delivery log shows the delivery status of every message, and a user can resend one. */

test('A message that the mail server rejected shows the reason and advice; resent, it arrives once', async ({
  teamPage: page,
  server,
  team,
  smtp,
}) => {
  const ana = await createAppUser(server, team);
  const address = generateEmail('safety');
  smtp.behave(({ at, to }) =>
    at === 'rcpt' && to === address ? { code: 550, text: '5.1.1 User unknown' } : undefined,
  );
  const { token } = team;
  const setting = await call<{ items: { id: number }[] }>(server.url, '/tapi/v1/listPaged/settings', {
    token,
    query: { filter_setting_key: 'mail_to_admin_emails_2' },
  });
  await call(server.url, '/tapi/v1/update/settings', {
    token,
    body: { id: setting.body.items[0]?.id, data: { setting_value: address } },
  });
  await page.goto('/app/deliveries');
  await waitForPage(page, 'Deliveries');
  await expect(page.getByText('No messages yet')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Check who is notified' })).toBeVisible();

  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  const press = (await phone.press(2)).body.data?.id ?? 0;

  await page.reload();
  const table = page.getByRole('table', { name: 'Deliveries' });
  const row = table.getByRole('row').filter({ hasText: address });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Failed', { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText('Email');
  await expect(row).toContainText('Safety team');
  await expect(row.getByRole('link', { name: `${press}, Report an Incident/Accident` })).toHaveAttribute(
    'href',
    `/app/button_data/2/${press}`,
  );

  const state = page.getByRole('group', { name: 'Status' });
  await state.getByRole('button', { name: 'Sent' }).click();
  await waitForUrl(page, '/app/deliveries', { state: 'sent' });
  await expect(row).toHaveCount(0);
  await state.getByRole('button', { name: 'Failed' }).click();
  await page.getByLabel('Channel').selectOption('Email');
  await page.getByLabel('About').selectOption('Report an Incident/Accident');
  await waitForUrl(page, '/app/deliveries', { state: 'failed', channel: 'email', about: 'button-2' });
  await expect(row).toHaveCount(1);
  await page.getByLabel('From').fill('2026-01-01');
  await page.getByLabel('Until').fill('2026-01-02');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(
    page.getByText(
      /with status failed, by email, about Report an Incident\/Accident, between Jan 1, 2026 and Jan 2, 2026/,
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await waitForUrl(page, '/app/deliveries', {});

  await row.getByRole('link', { name: /open message \d+$/ }).click();
  await expect(page.getByRole('heading', { name: /^Message \d+$/ })).toBeVisible();
  await expect(
    page
      .getByText(
        'The mailbox does not exist. Check the address with the person, correct it, and resend the message.',
      )
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/^Provider response: .*550 5\.1\.1 User unknown/)).toBeVisible();
  await expect(page.getByText(/Rejected \w+ \d+, \d{4}, \d+:\d{2}:\d{2} [AP]M \w+ \d+ ms/)).toBeVisible();
  const emails = await waitForEmails(smtp, ana.email);
  expect(emails).toHaveLength(1);

  smtp.behave();
  await page.getByRole('button', { name: 'Resend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend this message?' });
  await expect(dialog).toContainText(address);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Resend' }).click();
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('The message is being sent again.')).toBeVisible();
  await expect(page.locator(':focus')).toContainText(/Pending|Sending|Sent/);
  await waitForEmails(smtp, address);
  await expect(page.getByText(/^Accepted by the provider on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend' })).toHaveCount(0);
  await expect(page.getByRole('list').getByText('Rejected')).toBeVisible();
  const [arrived] = await waitForEmails(smtp, address);
  expect(arrived?.subject).toMatch(/^Sent again on .+ [AP]M UTC; pressed on .+ [AP]M UTC: INCIDENT/);
  await expect(page.getByText(arrived?.subject ?? 'no subject', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: /record \d+$/ }).click();
  await waitForPage(page, `Record ${press}`);
  const link = /Record: (http\S+)/.exec(arrived?.text ?? '')?.[1] ?? 'no link';
  await page.goto(link);
  await waitForPage(page, `Record ${press}`);

  // The link reveals nothing to a visitor, who signs in first and then sees the record.
  const visitor = await page.context().browser()?.newContext();
  const signedOut = await visitor?.newPage();
  await signedOut?.goto(link);
  await expect(signedOut?.getByRole('heading', { name: 'Log in' }) ?? page.locator('none')).toBeVisible();
  await expect(signedOut?.getByText(ana.name) ?? page.locator('none')).toHaveCount(0);
  await visitor?.close();
});

test('A held message that cannot be sent shows the reason; the export has the same rows as the screen; another team’s message is not found', async ({
  teamPage: page,
  server,
  team,
}) => {
  const other = await createTeam(server);
  const theirs = await createAppUser(server, other);
  const ana = await createAppUser(server, team);
  const sms = plannedEmail({
    channel: 'sms',
    address: '+12025550143',
    subject: null,
    text: '=1+1',
    html: null,
  });
  const store = (user: { id: number }, teamId: number) =>
    server.withDatabase((db) =>
      storeSubmissions(db, [buildSubmission({ id: user.id, team_id: teamId }, { messages: [sms] })]),
    );
  await store(theirs, other.user.id);
  await store(ana, team.user.id);
  // Filtered by state, because the alarm about this submission sends messages too.
  await page.goto('/app/deliveries?state=held');
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Held');
  await expect(rows.nth(1)).toContainText('+1 202 555 0143');
  const id = Number(await rows.nth(1).getByRole('cell').nth(1).textContent());
  await expect(rows.nth(1)).toContainText('Not configured');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const selected = page.getByRole('region', { name: '1 selected' });
  await expect(selected).toContainText('Can’t release: SMS is not configured on this server.');
  await expect(page.getByRole('button', { name: 'Release' })).toHaveCount(0);
  await selected.getByRole('button', { name: 'Clear selection' }).click();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^deliveries-\d{8}-\d{6}\.csv$/);
  expect(download.url()).not.toContain(team.token);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toMatch(/^\uFEFFId,Account number,Status,.*Created \(Europe\/Berlin\),/);
  const lines = file.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    `${id},${team.user.id},held,SMS is not configured on this server.,sms,team,'+12025550143,`,
  );
  expect(lines[1]?.endsWith(",,'=1+1")).toBe(true);

  await page.goto(`/app/deliveries/${id}`);
  await expect(
    page.getByText(
      'SMS is not configured on this server. You can release the message once this is configured.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Release' })).toHaveCount(0);

  await page.goto(`/app/deliveries/${id - 1}`);
  await expect(page.getByText('This message does not exist')).toBeVisible();
  await page.goto('/app/deliveries/x');
  await waitForPage(page, 'Not Found');
});

test('A failed message that cannot be sent again says why in its row @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const sms = plannedEmail({ channel: 'sms', address: '+12025550143', subject: null, html: null });
  await server.withDatabase(async (db) => {
    await storeSubmissions(db, [buildSubmission({ id: ana.id, team_id: team.user.id }, { messages: [sms] })]);
    await db
      .updateTable('delivery')
      .set({ state: 'failed' })
      .where('team_id', '=', team.user.id)
      .where('channel', '=', 'sms')
      .execute();
  });
  await page.goto('/app/deliveries?state=failed');
  const row = page.getByRole('row').filter({ hasText: '+1 202 555 0143' });
  await expect(row).toContainText('Failed');
  const note = row.getByText('Can’t resend: not configured');
  await expect(note).toBeVisible();
  // The row keeps its height.
  expect((await row.boundingBox())?.height).toBeLessThan(50);
  await expect(page.getByRole('button', { name: /^Resend/ })).toHaveCount(0);
  await row.getByRole('link', { name: /open message \d+$/ }).click();
  await expect(
    page.getByText(
      'SMS is not configured on this server. You can resend the message once this is configured.',
    ),
  ).toBeVisible();
});

test('The text of a message names the place of the personal link, which only the message itself has @nightly', async ({
  teamPage: page,
  server,
  team,
  smtp,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5);
  await waitForEmails(smtp, team.email);
  await page.goto('/app/deliveries');
  const row = page.getByRole('row').filter({ hasText: team.email }).filter({ hasText: 'Email' });
  await row.getByRole('link', { name: /open message \d+$/ }).click();
  await expect(page.getByText('Answer with your personal link: [personal link]')).toBeVisible();
  await expect(page.getByText('RESPOND_LINK')).toHaveCount(0);
});

test('An administrator sees the messages of all subscribers, each with its account @nightly', async ({
  page,
  context,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const address = generateEmail('safety');
  await server.withDatabase((db) =>
    storeSubmissions(db, [
      buildSubmission({ id: ana.id, team_id: team.user.id }, { messages: [plannedEmail({ address })] }),
    ]),
  );
  await signIn(context, server, await logInAdmin(server));
  await page.goto('/app/deliveries');
  const row = page.getByRole('row').filter({ hasText: address });
  await expect(row.getByRole('link', { name: `${team.user.id} Orchard Works, subscriber` })).toHaveText(
    `${team.user.id} Orchard Works`,
  );
  await row.getByRole('link', { name: /open message \d+$/ }).click();
  await expect(page).toHaveURL(/deliveries\/\d+$/);
  await expect(page.getByText(`Orchard Works, subscriber ${team.user.id}`)).toBeVisible();
});
