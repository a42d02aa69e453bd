import type { Page } from '@playwright/test';
import { generateEmail, createAppUser, createTeam, PASSWORD } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

test('Saving a user changes the password only if one was typed', async ({ teamPage: page, server, team }) => {
  const ana = await createAppUser(server, team);
  const email = generateEmail('ana.berg');
  await page.goto(`/app/users/edit/${ana.id}`);
  await waitForPage(page, 'Update User');
  await expect(page.getByLabel('Full Name')).toHaveValue('Ana Flores');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ana.email);
  await expect(page.getByLabel('Phone Number')).toHaveValue(ana.phone);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Team Id')).toHaveValue(String(team.user.id));
  await expect(page.getByLabel('Team Id')).not.toBeEditable();

  await page.getByLabel('Full Name').fill('Ana Berg');
  await page.getByLabel('Email', { exact: true }).fill(email);
  const sent = page.waitForRequest('**/update/app_user*');
  await page.getByRole('button', { name: 'Update User' }).click();
  expect((await sent).postDataJSON()).toEqual({
    id: ana.id,
    updated_at: expect.stringMatching(/Z$/),
    data: { team_id: team.user.id, name: 'Ana Berg', email, phone: ana.phone },
  });
  const done = page.getByText('App user Account updated successfully.', { exact: true });
  await expect(done).toBeVisible();
  const phone = new Phone(server.url);
  expect((await phone.logIn(email, PASSWORD)).status).toBe(200);
  // Success messages disappear automatically.
  await expect(done).toHaveCount(0);

  await page.getByLabel('Password', { exact: true }).fill('Winter-harbour-88');
  await page.getByRole('button', { name: 'Update User' }).click();
  await expect(done).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  expect((await phone.logIn(email, PASSWORD)).status).toBe(401);
  expect((await phone.logIn(email, 'Winter-harbour-88')).status).toBe(200);

  const texts = page.getByRole('region', { name: 'SMS' });
  const consent = page.getByLabel('This user agrees to receive text messages');
  await expect(texts).toContainText('No consent to SMS is recorded.');
  await consent.check();
  await page.getByRole('button', { name: 'Update User' }).click();
  await expect(texts).toContainText(`Agreed to SMS at ${ana.phone}`);
  await expect(consent).toHaveCount(0);
  await page.getByLabel('Phone Number').fill('+1 202 555 0177');
  await expect(consent).not.toBeChecked();
  await page.getByRole('button', { name: 'Update User' }).click();
  await expect(texts).toContainText('The number has changed since');

  await page.getByRole('link', { name: 'Back to users' }).click();
  await expect(page.getByRole('row', { name: 'Ana Berg' })).toBeVisible();
});

test('When an id is unknown, not a number or another subscriber’s, the page shows no form @nightly', async ({
  teamPage: page,
  server,
}) => {
  const theirs = await createAppUser(server, await createTeam(server));
  for (const id of ['999999', 'ana', String(theirs.id)]) {
    await page.goto(`/app/users/edit/${id}`);
    await expect(page.getByText('No such user exists.', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Update User' })).toHaveCount(0);
    await expect(page.getByText(theirs.email)).toHaveCount(0);
  }
});

test('A user of another team cannot be edited, even if the server returns one', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  // The server never returns this; the page checks it anyway.
  await page.route('**/listPaged/app_user*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { items: { team_id: number }[] };
    const items = body.items.map((item) => ({ ...item, team_id: item.team_id + 1 }));
    await route.fulfill({ response, json: { ...body, items } });
  });
  await page.goto(`/app/users/edit/${ana.id}`);
  await expect(page.getByText('User not part of the team. Can not edit.', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveCount(0);
});

test('Leaving with unsaved changes requires confirmation: Cancel stays, Leave discards them @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  await page.goto(`/app/users/edit/${ana.id}`);
  await page.getByLabel('Full Name').fill('Ana Berg');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/app/users/edit/${ana.id}`);
  await expect(page.getByLabel('Full Name')).toHaveValue('Ana Berg');

  await page.getByRole('link', { name: 'Back to users' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/app/users');
  await expect(page.getByRole('row', { name: 'Ana Flores' })).toBeVisible();
});

test('When two people edit the same user, the second sees the conflict and neither loses what they typed @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.expectResponse(409, '/tapi/v1/update/app_user');
  const ana = await createAppUser(server, team);
  await page.goto(`/app/users/edit/${ana.id}`);
  const other = await page.context().newPage();
  await other.goto(`/app/users/edit/${ana.id}`);
  await other.getByLabel('Phone Number').fill('+1 202 555 0111');
  await other.getByRole('button', { name: 'Update User' }).click();
  const done = (on: Page) => on.getByText('App user Account updated successfully.', { exact: true });
  await expect(done(other)).toBeVisible();

  // Different fields: both changes are saved. A background tab renders once a second.
  await page.bringToFront();
  await page.getByLabel('Full Name').fill('Ana Berg');
  await page.getByRole('button', { name: 'Update User' }).click();
  await expect(done(page)).toBeVisible();
  await expect(page.getByLabel('Phone Number')).toHaveValue('+1 202 555 0111');

  // The same field: the second person decides.
  await other.bringToFront();
  await other.getByLabel('Full Name').fill('Ana Lind');
  await other.getByRole('button', { name: 'Update User' }).click();
  await expect(other.getByRole('alert').getByRole('link')).toHaveText([
    /^This was changed in the meantime, at \d+:\d\d [AP]M\.$/,
  ]);
  await expect(
    other.getByRole('alert').filter({
      hasText:
        'Someone else changed this field while you were editing it. Choose one of the two versions below it:',
    }),
  ).toBeVisible();
  await expect(other.getByLabel('Full Name')).toBeFocused();
  await expect(other.getByLabel('Full Name')).toHaveValue('Ana Lind');
  await expect(other.getByText('Full Name: Ana Berg')).toBeVisible();
  await other.getByRole('button', { name: 'Update User' }).click();
  await expect(done(other)).toBeVisible();
  await page.bringToFront();
  await page.getByLabel('Full Name').fill('Ana Holm');
  await page.getByRole('button', { name: 'Update User' }).click();
  await page.getByRole('button', { name: /^Use the other version/ }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Ana Lind');
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(0);
});
