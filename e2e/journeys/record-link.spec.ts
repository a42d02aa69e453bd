import { encodeRecordKey, exampleRecordKey } from '@callpoint/contract/record-link';
import { waitForEmails } from '../support/mailbox.ts';
import { logIn, waitForPage } from '../support/page-actions.ts';
import { createTeam, logInAdmin, signIn } from '../support/people.ts';
import { createPhone } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

/** The link of a message opens the record that the message is about. */

test('The link of an email asks to log in, then opens the record of the press', async ({
  page,
  context,
  server,
  team,
  smtp,
}) => {
  const phone = await createPhone(server, team, 'Ana Flores');
  await phone.press(2);
  const [email] = await waitForEmails(smtp, team.email);
  const link = /http:\/\/\S+\/app\/r\/[\w-]+/.exec(email?.text ?? '')?.[0] ?? '';
  expect(new URL(link).origin).toBe(server.url);

  await page.goto(link);
  await expect(page).toHaveURL(/\/app\/login\?to=/);
  await logIn(page, team);
  await expect(page).toHaveURL(/\/app\/button_data\/2\/\d+$/);
  await expect(page.getByRole('main')).toContainText('Ana Flores');

  await signIn(context, server, await logInAdmin(server));
  await page.goto(link);
  await expect(page).toHaveURL(new RegExp(`/app/subscriber/button_data/${team.user.id}/2/\\d+$`));
  await expect(page.getByRole('main')).toContainText('Ana Flores');
});

test('The link of another subscriber’s record, of no record, and of an example say so', async ({
  teamPage: page,
  server,
  smtp,
  monitor,
}) => {
  monitor.expectResponse(404, '/api/v1/findRecord');
  const other = await createTeam(server);
  await (await createPhone(server, other)).press(2);
  const [email] = await waitForEmails(smtp, other.email);
  const path = /\/app\/r\/[\w-]+/.exec(email?.text ?? '')?.[0] ?? '';
  const noRecord = page.getByText('This record does not exist');

  await page.goto(path);
  await expect(noRecord).toBeVisible();
  const key = encodeRecordKey({ appUserId: 999_999, clientId: '11111111-2222-4333-8444-555555555555' });
  await page.goto(`/app/r/${key}`);
  await expect(noRecord).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await waitForPage(page, 'App Dashboard Settings');

  await page.goto(`/app/r/${exampleRecordKey(1)}`);
  await expect(page.getByText('This link is an example.')).toBeVisible();
});
