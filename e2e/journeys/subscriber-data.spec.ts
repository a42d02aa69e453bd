import { createAppUser, createTeam } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { chooseAction, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

test('An administrator sees a subscriber’s submissions by item, and can open and delete a record @nightly', async ({
  adminPage: page,
  server,
  team,
  monitor,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5, { lat: 52.52, lng: 13.405 });
  await phone.press(5);
  await phone.submitForm(3, { message: 'Ten pairs, please', company: 'Orchard', type: 'Gloves' });
  // Another subscriber's press must not appear on this page.
  const other = await createTeam(server);
  const bo = await createAppUser(server, other, { name: 'Bo Berg' });
  const theirs = new Phone(server.url);
  await theirs.logIn(bo.email, bo.password);
  await theirs.press(5);

  const id = team.user.id;
  await page.goto(`/app/subscriber/data/${id}`);
  await waitForPage(page, `Data of subscriber ${id}`);
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items.getByRole('link')).toHaveText([
    'OSHA on Site',
    'Report an Incident/Accident',
    'Report a Safety Complaint',
    'Lone Worker Emergency',
    'Ask a Safety Question',
    'Need a Safety Product',
    'Request Safety Consultation',
  ]);
  await expect(items.nth(0)).toContainText('No records');
  await expect(items.nth(3)).toContainText('2 records');
  await expect(items.nth(3)).toContainText('Last received');
  await expect(items.nth(5)).toContainText('1 record');

  await page.getByRole('link', { name: 'Need a Safety Product' }).click();
  await expect(page).toHaveURL(`/app/subscriber/form_data/${id}/3`);
  await expect(page.getByRole('row').nth(1)).toContainText('Ten pairs, please');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
  await page.getByRole('link', { name: 'Lone Worker Emergency' }).click();
  await expect(page).toHaveURL(`/app/subscriber/button_data/${id}/5`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('Bo Berg')).toHaveCount(0);
  const record = rows.nth(1).getByRole('cell').nth(1);
  const number = await record.innerText();
  monitor.allowNetworkFailures();
  await page.route('**/api/v1/delete/button_click', (route) => route.abort(), { times: 1 });
  await chooseAction(page, `record ${number}`, 'Delete Item');
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this record?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').getByText('Failed to perform Action.')).toBeVisible();
  await expect(rows).toHaveCount(3);
  await chooseAction(page, `record ${number}`, 'Delete Item');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('link', { name: 'Ana Flores' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/subscriber/button_data/${id}/5/\\d+$`));
  await expect(page.getByText('Ana Flores').first()).toBeVisible();

  monitor.expectResponse(404, '/api/v1/submissionSummary');
  for (const path of [
    'data/999999',
    'data/x',
    'users/999999',
    'profile/999999',
    'button_data/999999/5',
    'form_data/999999/1',
    'button_data/999999/5/1',
  ]) {
    await page.goto(`/app/subscriber/${path}`);
    await waitForPage(page, 'Not Found');
    await expect(page.getByRole('heading', { name: 'Not Found', exact: true })).toBeVisible();
    await expect(page.getByText('The subscriber does not exist.')).toBeVisible();
  }
});

test('An administrator opens a subscriber’s users by account number, blocks one and returns', async ({
  adminPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  await createAppUser(server, await createTeam(server), { name: 'Somebody Else' });
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  const id = team.user.id;
  await page.goto(`/app/subscriber/users/${id}`);
  await waitForPage(page, `Users of subscriber ${id}`);
  const rows = page.getByRole('table', { name: 'App users' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(ana.email);
  await expect(page.getByLabel('Rows per page')).toHaveValue('20');
  await page.getByRole('button', { name: 'Block Ana Flores' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(rows.nth(1)).toContainText('Blocked');
  expect((await phone.press(5)).status).toBe(401);
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/app/subscribers');
});
