import { callOrThrow } from '../support/calls.ts';
import { PhoneApp } from '../support/phone-app.ts';
import { expect, test } from '../support/test.ts';

test('A press waits with the reason when the console or another tab signs the phone out, and is sent after signing in', async ({
  server,
  team,
  monitor,
  ana,
  phone,
}) => {
  const { page } = phone;
  const context = page.context();
  const other = new PhoneApp(await context.newPage(), server.url);
  await other.open('/menu');
  await expect(other.page.getByRole('heading', { name: 'Menu' })).toBeVisible();
  await context.route('**/mapi/v1/button_click', (route) => route.fulfill({ status: 502, body: 'proxy' }));
  monitor.expectResponse(502, '/mapi/v1/button_click');
  await phone.confirm('Report a Safety Complaint');
  await expect(phone.notSent).toContainText('This phone keeps trying.');

  // The other tab is the first to learn that the safety team signed out this phone.
  await callOrThrow(server.url, '/tapi/v1/endSessions/app_user', { body: { id: ana.id }, token: team.token });
  monitor.expectResponse(401, '/mapi/v1/dashboard');
  // The check-ins are read at the same time.
  monitor.allowResponse(401, '/mapi/v1/check_in');
  await other.page.reload();
  const reason = 'You were logged out.';
  await expect(other.page.getByText(reason)).toBeVisible();
  // The person need not type the email again, also after a restart. The password is never stored.
  await other.page.reload();
  await expect(other.page.getByLabel('Email')).toHaveValue(ana.email);
  await expect(other.page.getByLabel('Password')).toHaveValue('');
  await expect(phone.notSent).toContainText(reason);
  await expect(phone.notSent).toContainText('It is sent after you log in.');

  await context.unroute('**/mapi/v1/button_click');
  await other.open('/');
  await other.logIn(ana);
  await expect(phone.received).toBeVisible();

  // A tab signs out by itself: the first one shows no person's buttons any more.
  await phone.open('/');
  await other.open('/menu');
  await other.button('Log out').click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to Callpoint' })).toBeVisible();
  await expect(page.getByText(reason)).toBeHidden();
  // Another person may use the phone next.
  await expect(page.getByLabel('Email')).toHaveValue('');
});
