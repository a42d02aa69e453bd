import type { Page } from '@playwright/test';
import { callOrThrow } from '../support/calls.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { logInAdmin, createTeam, signIn } from '../support/people.ts';
import { createPhone } from '../support/records.ts';
import { waitForPage } from '../support/page-actions.ts';
import { ADMIN } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** New submissions appear without a reload: in tables, on every screen and in every session, without layout shifts. */

const emergency = (page: Page) => page.getByRole('region', { name: 'Open emergencies' });

test('New records are counted above the table and appear on request, in any sort order', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  const otherPhone = await createPhone(server, await createTeam(server));
  await phone.press(2, { lat: 52.52, lng: 13.405 });
  await page.goto('/app/button_data/2');
  const rows = page.getByRole('table', { name: 'Report an Incident/Accident' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await otherPhone.press(2);
  await phone.press(4);
  for (let presses = 0; presses < 3; presses += 1) await phone.press(2);
  await expect(page.getByRole('button', { name: 'Show 3 new' })).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Show 3 new' }).click();
  await expect(rows).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();

  const listening = page.waitForResponse('**/tapi/v1/events*');
  await page.goto('/app/button_data/2?order=asc');
  await expect(rows).toHaveCount(5);
  await listening;
  await phone.press(2);
  await page.getByRole('button', { name: 'Show 1 new' }).click();
  await expect(page).toHaveURL('/app/button_data/2');
  await expect(rows).toHaveCount(6);
});

test('A record that is restored elsewhere appears on the open lists @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  await phone.press(2);
  await phone.press(2);
  const { token } = team;
  const firstOf = async (path: string) =>
    (await callOrThrow<{ items: { id: number }[] }>(server.url, path, { token })).items[0]?.id;
  const id = await firstOf('/tapi/v1/listPaged/button_click');
  for (const [path, title, show] of [
    ['button_data/2', 'Report an Incident/Accident', 'Show 1 new'],
    ['records', 'All records', null],
  ] as const) {
    await callOrThrow(server.url, '/tapi/v1/delete/button_click', { token, body: { id } });
    const deleted = await firstOf('/tapi/v1/listPaged/deleted');
    const listening = page.waitForResponse('**/tapi/v1/events*');
    await page.goto(`/app/${path}`);
    const rows = page.getByRole('table', { name: title }).getByRole('row');
    await expect(rows).toHaveCount(2);
    await listening;
    await callOrThrow(server.url, '/tapi/v1/restore/deleted', { token, body: { id: deleted } });
    if (show) await page.getByRole('button', { name: show }).click();
    await expect(rows).toHaveCount(3);
  }
});

test('The first alert and the first form appear on their open, empty lists @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  for (const [path, title, submit] of [
    ['button_data/2', 'Report an Incident/Accident', () => phone.press(2)],
    ['form_data/2', 'Request Safety Consultation', () => phone.submitForm(2, { message: 'Please call us.' })],
  ] as const) {
    const listening = page.waitForResponse('**/tapi/v1/events*');
    await page.goto(`/app/${path}`);
    await expect(page.getByText('No records yet')).toBeVisible();
    await listening;
    await submit();
    await expect(page.getByRole('table', { name: title }).getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('main')).not.toContainText('past the end');
  }
});

test('Two tabs share one connection; when the first is closed, the second opens one @nightly', async ({
  teamPage: page,
  context,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  let streams = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/events')) streams += 1;
  });
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  await expect.poll(() => streams).toBe(1);
  const second = await context.newPage();
  await second.goto('/app/safety-contacts');
  await waitForPage(second, 'Safety Contacts For App Users');
  await phone.press(5);
  await expect(emergency(second)).toContainText('Ana Flores');
  await expect(emergency(page)).toContainText('Ana Flores');
  expect(streams).toBe(1);
  await page.close();
  await expect.poll(() => streams).toBe(2);
  await (await createPhone(server, team, 'Ben Hale')).press(5);
  await expect(emergency(second)).toContainText('Ben Hale');
});

test('A user whose account is blocked is signed out immediately and sees why', async ({
  teamPage: page,
  server,
  team,
}) => {
  // A call after the block would be rejected anyway. All finish first, so that only the stream can report the block.
  const users = page.waitForResponse('**/tapi/v1/listPaged/app_user?*');
  const frame = page.waitForResponse('**/tapi/v1/teamFrame');
  const stream = page.waitForResponse('**/tapi/v1/events*');
  await page.goto('/app/users');
  await waitForPage(page, 'Users');
  await Promise.all([users, frame, stream]);
  await server.withDatabase((db) =>
    db.updateTable('team').set({ status: 0 }).where('id', '=', team.user.id).execute(),
  );
  // When any session is revoked, even another user's, the server rechecks all open streams.
  const { token } = await createTeam(server);
  await fetch(`${server.url}/sapi/v1/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
  await waitForPage(page, 'Log in');
  await expect(page.getByText('This account is blocked. Contact us to unblock it.')).toBeVisible();
});

test.describe('with two server processes on one PostgreSQL', () => {
  test.use({ serverOptions: { database: 'postgres' } });

  test('a press that one process receives appears on a console of the other', async ({
    teamPage: page,
    server,
    team,
  }) => {
    const other = await server.startAnother();
    const phone = await createPhone(other, team);
    await page.goto('/app/button_data/2');
    await expect(page.getByText('No records yet')).toBeVisible();
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    await phone.press(2);
    await expect(page.getByRole('row', { name: 'Ana Flores' })).toBeVisible();
    await phone.press(5);
    await expect(emergency(page)).toContainText('Ana Flores');
    // A read of the page must not outlast its server.
    await page.close();
    await other.stop();
  });
});

test.describe('on a separate server, because an administrator sees the alarms of every team', () => {
  test.use({ serverOptions: {} });

  test('A press that notifies no one alarms the team and the administrator until someone marks it as handled', async ({
    teamPage: page,
    server,
    team,
    smtp,
    browser,
  }) => {
    const phone = await createPhone(server, team);
    await server.withDatabase((db) =>
      db
        .updateTable('settings')
        .set((row) => ({
          setting_value: row
            .case()
            .when('setting_key', 'like', 'mail_to_user%')
            .then('no')
            .when('setting_key', 'like', 'sms_to_user%')
            .then('no')
            .else('')
            .end(),
        }))
        .where('team_id', '=', team.user.id)
        .where('setting_key', 'in', [
          'mail_to_admin_emails_2',
          'sms_to_admin_number_2',
          'mail_to_user_2',
          'sms_to_user_2',
        ])
        .execute(),
    );
    const otherContext = await browser.newContext({ baseURL: server.url });
    await signIn(otherContext, server, await logInAdmin(server));
    const adminPage = await otherContext.newPage();
    await adminPage.goto('/app/subscribers');
    await waitForPage(adminPage, 'Subscribers');
    await page.goto('/app/users');
    await waitForPage(page, 'Users');

    const { body } = await phone.press(2);
    const alarm = (one: Page) => one.getByRole('region', { name: 'Open emergencies' });
    for (const one of [page, adminPage]) {
      await expect(alarm(one)).toContainText('Report an Incident/AccidentAna Flores');
      await expect(alarm(one)).toContainText('There was no recipient for a message.');
      // Red is for emergencies.
      await expect(alarm(one).getByRole('listitem')).toHaveAttribute('data-amber', 'true');
    }
    const [email] = await waitForEmails(smtp, team.email);
    expect(email?.subject).toBe('No one was notified: Report an Incident/Accident, Ana Flores');
    const subject = `Callpoint alarm: subscriber ${team.user.id}, 1 submission that notified no one`;
    // The mail server also receives from other servers, whose subscribers may have the same id.
    const toAdministrator = () =>
      smtp.mails.filter(
        ({ to, subject: about, text }) =>
          to.includes(ADMIN.email) && about === subject && text.includes('Ana Flores'),
      );
    await expect.poll(() => toAdministrator().length).toBeGreaterThan(0);

    await alarm(adminPage).getByRole('link', { name: 'Open the record of Ana Flores' }).click();
    await waitForPage(adminPage, `Record ${body.data?.id}`);
    await alarm(page).getByRole('link', { name: 'Open the record of Ana Flores' }).click();
    await waitForPage(page, `Record ${body.data?.id}`);
    await expect(page.getByText('Call Ana Flores: ')).toBeVisible();
    await page.getByRole('button', { name: 'Mark as handled' }).click();
    await expect(alarm(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Mark as handled' })).toHaveCount(0);
    await expect(alarm(adminPage)).toHaveCount(0);
    await otherContext.close();
  });
});
