import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { plannedEmail } from '@callpoint/server/testing/outbox';
import { expectAccessible } from '../support/axe.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { createAppUser, createTeam, generateEmail } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { MISSING_IMAGE, createQuestion } from '../support/records.ts';
import { openPage, waitForUrl, waitForPage } from '../support/page-actions.ts';
import { saveSetting } from '../support/settings.ts';
import { expect, test } from '../support/test.ts';

/** A record shows who sent it, when and where, its content, and who was notified. */

test('An emergency’s record shows its details and each recipient’s delivery status, and is printed without the menus', async ({
  teamPage: page,
  server,
  team,
  smtp,
}) => {
  const ana = await createAppUser(server, team);
  const others = Array.from({ length: 6 }, (_, index) => generateEmail(`colleague${index}`));
  await saveSetting(server, team, 'mail_to_admin_emails_5', [team.email, ...others].join(', '));
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  const { body } = await phone.press(5, { lat: 52.52, lng: 13.405, accuracy: 12 });
  const id = body.data?.id ?? 0;
  for (const address of [team.email, ...others]) await waitForEmails(smtp, address);

  await page.goto('/app/button_data/5?per_page=50');
  await page.getByRole('link', { name: new RegExp(`, open record ${id}$`) }).click();
  await waitForUrl(page, `/app/button_data/5/${id}`, {});
  await waitForPage(page, `Record ${id}`);
  await expect(page.getByText('Lone Worker Emergency', { exact: true }).last()).toBeVisible();
  await expect(page.getByText(/^\w+ \d+, \d{4},$/).first()).toBeVisible();
  await expect(page.getByText(/(CET|CEST)/).first()).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Ana Flores', { exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: ana.phone })).toHaveAttribute('href', 'tel:+12025550143');
  await expect(main.getByRole('link', { name: '52.52, 13.405' })).toHaveAttribute(
    'href',
    /query=52\.52,13\.405/,
  );
  await expect(page.getByText('within 12 m')).toBeVisible();
  await expect(page.getByText(body.data?.alert ?? 'no alert')).toBeVisible();

  const notified = page.getByRole('region', { name: 'Who was notified' });
  const toTeam = notified.getByRole('listitem').filter({ hasText: team.email });
  await expect(toTeam).toContainText('Sent');
  await expect(toTeam).toContainText('Email · Safety team');
  await expect(toTeam).toContainText(/Accepted by the provider on .*\d+:\d{2}:\d{2} [AP]M /);
  // No SMS can be sent from this server.
  await expect(notified.getByRole('listitem').filter({ hasText: 'SMS · Safety team' })).toContainText(
    'SMS is not configured on this server. You can release the message once this is configured.',
  );
  await expect(notified.getByRole('status')).toContainText(/8 messages sent · \d messages? held/);
  await toTeam.getByText('1 attempt').click();
  await expect(toTeam.getByText(/^Provider response: 250/)).toBeVisible();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const hidden of [
    page.getByRole('navigation', { name: 'Main menu' }),
    page.getByRole('banner'),
    page.getByRole('button', { name: 'Print' }),
  ]) {
    await expect(hidden).toBeHidden();
  }
  await expect(page.getByRole('heading', { name: `Record ${id}` })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByRole('heading', { name: 'Who was notified' })).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  // On one sheet: the attempts of sent messages are not printed, also if they are open.
  await expect(toTeam.getByText(/^Provider response: 250/)).toBeHidden();
  const sheets = (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(1);
});

test('A record’s failed messages are sent again and its held ones released, one by one or together @nightly', async ({
  teamPage: page,
  server,
  team,
  smtp,
  monitor,
}) => {
  monitor.expectResponse(409, '/tapi/v1/resend/delivery');
  const ana = await createAppUser(server, team);
  const addresses = ['one', 'two', 'three', 'held'].map(generateEmail);
  const [one = '', two = '', three = '', held = ''] = addresses;
  const setState = (address: string, state: 'failed' | 'sent') =>
    server.withDatabase((db) =>
      db.updateTable('delivery').set({ state }).where('address', '=', address).execute(),
    );
  const press = await server.withDatabase((db) =>
    storeSubmissions(db, [
      buildSubmission(
        { ...ana, team_id: team.user.id },
        {
          item: { kind: 'button', id: 2 },
          messages: addresses.map((address) => plannedEmail({ address })),
        },
      ),
    ]),
  );
  for (const address of [one, two, three]) await setState(address, 'failed');
  await openPage(page, `button_data/2/${press[0]?.id}`, `Record ${press[0]?.id}`);
  const notified = page.getByRole('region', { name: 'Who was notified' });
  const sendAll = (count: number) =>
    notified.getByRole('button', { name: `Resend all ${count} failed messages` });
  await expect(sendAll(3)).toBeVisible();
  await expectAccessible(page, [390]);
  const dialog = page.getByRole('dialog');

  await notified.getByRole('button', { name: `Release: ${held}` }).click();
  await expect(dialog).toContainText(`It is sent to ${held} immediately`);
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByRole('status').getByText('The message is being sent.')).toBeVisible();
  expect(await waitForEmails(smtp, held, 1)).toHaveLength(1);
  await expect(notified.getByRole('listitem').filter({ hasText: held })).toContainText('Sent');

  // Meanwhile someone else sent it: the reason is shown, and the button disappears. An event of the released message may read
  // the messages again at any time, so these reads wait until the attempt was rejected.
  const { promise: rejected, resolve: showChanges } = Promise.withResolvers<void>();
  await page.route('**/tapi/v1/listPaged/delivery?*', async (route) => {
    await rejected;
    await route.continue();
  });
  await notified.getByRole('button', { name: `Resend: ${one}` }).click();
  await expect(dialog).toBeVisible();
  await setState(one, 'sent');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByRole('alert').getByText('It was already sent.')).toBeVisible();
  showChanges();
  await expect(notified.getByRole('button', { name: `Resend: ${one}` })).toHaveCount(0);

  const calls = '**/tapi/v1/bulkResend/delivery';
  const { promise: responded, resolve: respond } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await responded;
    await route.continue();
  });
  await sendAll(2).click();
  await page
    .getByRole('dialog', { name: 'Resend these 2 messages?' })
    .getByRole('button', { name: 'Resend' })
    .click();
  await expect(sendAll(2)).toBeDisabled();
  respond();
  await expect(page.getByRole('status').getByText('2 sent again.')).toBeVisible();
  for (const address of [two, three]) expect(await waitForEmails(smtp, address, 1)).toHaveLength(1);
  await expect(notified.getByRole('button', { name: /again/ })).toHaveCount(0);
});

test('A question shows its images and marks a broken one; deleting it leads back to the list @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.expectResponse(404, MISSING_IMAGE);
  const id = await createQuestion(server, team);
  await page.goto(`/app/form_data/1/${id}`);
  await waitForPage(page, `Record ${id}`);
  await expect(page.getByText('Orchard & Sons')).toBeVisible();
  await expect(page.getByText('Is this safe?')).toBeVisible();
  await page.getByRole('link', { name: 'Image 1 of 2' }).click();
  const viewer = page.getByRole('dialog', { name: 'Image 1 of 2' });
  // Stored elsewhere, not uploaded to this server.
  await expect(viewer.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    '/app/favicon.svg',
  );
  await viewer.getByRole('button', { name: 'Close the image' }).click();
  await expect(page.getByTitle('Image 2 can’t be shown')).toBeVisible();
  // It was stored without a message: no one was notified, so there is an alarm.
  await expect(page.getByRole('button', { name: 'Mark as handled' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this record?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await waitForUrl(page, '/app/form_data/1', {});
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible();
  await expect(page.getByText('No records yet')).toBeVisible();
  await page.goBack();
  await page.goto(`/app/form_data/1/${id}`);
  await expect(page.getByText('This record does not exist')).toBeVisible();
});

test('A record that does not exist or belongs to another team or button is not shown', async ({
  teamPage: page,
  server,
  team,
}) => {
  const other = await createTeam(server);
  const phone = new Phone(server.url);
  const theirs = await createAppUser(server, other, { name: 'Somebody Else' });
  await phone.logIn(theirs.email, theirs.password);
  const foreign = (await phone.press(5)).body.data?.id ?? 0;
  const ana = await createAppUser(server, team);
  await phone.logIn(ana.email, ana.password);
  const own = (await phone.press(2)).body.data?.id ?? 0;
  for (const path of [`5/${foreign}`, `5/${own}`, '5/2000000000']) {
    await page.goto(`/app/button_data/${path}`);
    await expect(page.getByText('This record does not exist')).toBeVisible();
    await expect(page.getByText('Somebody Else')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'See all records' }).click();
  await waitForUrl(page, '/app/button_data/5', {});
  for (const path of ['button_data/5/x', 'button_data/3/1', 'form_data/1/0', 'form_data/9/1']) {
    await page.goto(`/app/${path}`);
    await waitForPage(page, 'Not Found');
  }
});

test('A printed list has complete names and addresses, without sort arrows and checkboxes @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const name = `Maximiliana Alexandra ${'von Hohenstein '.repeat(5)}`.trim();
  const { email } = await createAppUser(server, team, {
    name,
    email: `${'very.long.address.'.repeat(2)}${Date.now()}@a-long-company-name.example`,
  });
  await page.goto('/app/users');
  const row = page.getByRole('table').getByRole('row').filter({ hasText: email });
  await expect(row).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(row).toContainText(name);
  await expect(page.getByRole('table').getByRole('checkbox').first()).toBeHidden();
  await expect(page.getByRole('columnheader').locator('svg').first()).toBeHidden();
  const cut = await row
    .locator('td, td *')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
});
