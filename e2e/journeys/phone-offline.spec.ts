import type { TestAccount } from '../support/people.ts';
import type { Server } from '../support/server.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { expect, test } from '../support/test.ts';

/** A safety contact whom a person can call. */
function saveContact(server: Server, team: TestAccount): Promise<unknown> {
  const contact = { name: 'Tess Miller', phone: '+1 202 555 0100', email: '' };
  return server.withDatabase((db) =>
    db
      .updateTable('settings')
      .set({ setting_value: JSON.stringify([contact]) })
      .where('team_id', '=', team.user.id)
      .where('setting_key', '=', 'contact_person')
      .execute(),
  );
}

test('Without a network the app opens, keeps a press and says NOT SENT; it is received once later', async ({
  teamPage: page,
  server,
  team,
  monitor,
  openPhone,
  ana,
}) => {
  monitor.allowNetworkFailures();
  await saveContact(server, team);
  const phone = await openPhone(ana);
  await phone.waitForWorker();
  const context = phone.page.context();
  await context.setOffline(true);
  await phone.page.reload();
  await expect(phone.page.getByText('No connection.')).toBeVisible();
  await phone.hold('Lone Worker Emergency');
  await expect(phone.notSent).toContainText('This phone has no connection.');
  await expect(phone.notSent).toContainText(/Waiting since/);
  const text = phone.page.getByRole('link', { name: /^Text/ }).first();
  await expect(text).toHaveAttribute(
    'href',
    /^sms:\+?\d+\?&body=Lone%20Worker%20Emergency%3A%20Ana%20Flores/,
  );

  // The phone is switched off and on again, still without a network.
  await phone.page.close();
  const again = await context.newPage();
  await again.goto(`${server.url}/phone/`);
  await again.getByRole('link', { name: '1 submission isn’t sent yet' }).click();
  await expect(again.getByText('Not sent', { exact: true })).toBeVisible();

  await context.setOffline(false);
  await expect(again.getByText('No one has it yet', { exact: true })).toBeVisible();
  await page.goto('/app/button_data/5');
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'Ana Flores' })).toHaveCount(1);
});

test('A press that waited long is marked as delayed on the phone, in the record and in the messages', async ({
  teamPage: page,
  team,
  monitor,
  smtp,
  phone,
}) => {
  monitor.allowNetworkFailures();
  await phone.waitForWorker();
  const clock = phone.page.clock;
  await phone.page.context().setOffline(true);
  await phone.hold('Report a Safety Complaint');
  await expect(phone.notSent).toBeVisible();
  // Only the phone's own clock moves: it reports how long the press has waited.
  await clock.setSystemTime(Date.now() + 28 * 60_000);
  await phone.page.context().setOffline(false);
  await expect(phone.received).toBeVisible();
  await expect(phone.page.getByText(/^Delayed: pressed .+, received/)).toBeVisible();

  await page.goto('/app/button_data/4');
  await expect(page.getByTitle(/^Delayed: pressed/)).toBeVisible();
  await page
    .getByRole('table')
    .getByRole('link', { name: /Ana Flores/ })
    .click();
  await expect(page.getByText(/^Delayed: pressed .+ The phone could not send it earlier\.$/)).toBeVisible();
  const [mail] = await waitForEmails(smtp, team.email);
  expect(mail?.subject).toMatch(/^Delayed: pressed on .+; received on /);
  expect(mail?.text).toMatch(/^Delayed: pressed on /);
});

test('A button that was turned off meanwhile is not accepted: the reason is shown, and the press can be deleted @nightly', async ({
  server,
  team,
  monitor,
  phone,
}) => {
  monitor.expectResponse(403, '/mapi/v1/button_click');
  const turnOff = () =>
    server.withDatabase((db) =>
      db
        .updateTable('settings')
        .set({ setting_value: 'no' })
        .where('team_id', '=', team.user.id)
        .where('setting_key', '=', 'btn_4_mode')
        .execute(),
    );
  // While the press is on its way: the phone could read an earlier change, and would not show the button.
  await phone.page.route(
    '**/mapi/v1/button_click*',
    async (route) => {
      await turnOff();
      await route.continue();
    },
    { times: 1 },
  );
  await phone.hold('Report a Safety Complaint');
  await expect(phone.notSent).toContainText('turned off for your organization');
  await expect(phone.notSent).toContainText('It won’t be sent.');
  await phone.button('Delete').click();
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(phone.page.getByText('Turned off')).toBeVisible();
  await phone.open('/history');
  await expect(phone.page.getByText('You haven’t sent anything yet.')).toBeVisible();
});

test('A phone that cannot store a press sends it all the same, and says that the app must stay open', async ({
  monitor,
  phone,
}) => {
  monitor.allowNetworkFailures();
  await phone.waitForWorker();
  await phone.page.evaluate(
    `IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); }`,
  );
  await phone.page.context().setOffline(true);
  await phone.hold('Lone Worker Emergency');
  await expect(phone.page.getByText('Keep the app open until it is sent.')).toBeVisible();
  await expect(phone.notSent).toBeVisible();
  await phone.page.context().setOffline(false);
  await expect(phone.received).toBeVisible();
  await expect(phone.page.getByText('Keep the app open until it is sent.')).toBeHidden();
});

test('An emergency is sent before a form that is being sent', async ({ monitor, phone }) => {
  monitor.allowNetworkFailures();
  await phone.waitForWorker();
  const { page } = phone;
  const order: string[] = [];
  let letGo = () => {};
  const isHeld = new Promise<void>((resolve) => (letGo = resolve));
  // The network is slow: the form's call does not end.
  await page.context().route('**/mapi/v1/form_submission', async (route) => {
    await isHeld;
    order.push('form');
    await route.continue().catch(() => null);
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/button_click')) order.push('emergency');
  });
  await phone.open('/form/2');
  await page.getByLabel('Type of consultation').fill('Confined spaces');
  await page.getByLabel('Message').fill('Please call me.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(/#\/sent\//);
  await phone.open('/');
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  expect(order).toEqual(['emergency']);
  letGo();
  await phone.open('/history');
  await expect(page.getByText('Received', { exact: true })).toHaveCount(1);
  await expect(page.getByText('No one has it yet', { exact: true })).toBeVisible();
});
