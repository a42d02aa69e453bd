import { openPage } from '../support/page-actions.ts';
import { createAppUser } from '../support/people.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { expect, test } from '../support/test.ts';

/** A drill sends the messages of a real press, and says so everywhere. */

test('A drill shows who is messaged before it starts, carries the word DRILL, and its response time is listed', async ({
  teamPage: page,
  server,
  team,
  smtp,
}) => {
  await createAppUser(server, team);
  await openPage(page, 'incidents', 'Incidents');
  const drills = page.getByRole('region', { name: 'Drills' });
  await expect(drills.getByText('Never drilled')).toHaveCount(4);
  await drills.getByRole('button', { name: 'Start a drill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a drill' });
  await expect(dialog.getByLabel('Button')).toHaveValue('5');
  await expect(dialog.getByRole('listitem').filter({ hasText: team.email })).toContainText(
    'Email · Safety team',
  );
  await expect(
    dialog.getByText('The safety consultancy, 911, and administrators are not notified.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Start drill' }).click();

  await expect(page.getByRole('heading', { level: 1, name: /^Incident \d+$/ })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('DRILL', { exact: true })).toBeVisible();
  await expect(main.getByText('DRILL: Lone Worker Emergency').first()).toBeVisible();
  const emails = await waitForEmails(smtp, team.email);
  expect(emails.every(({ subject }) => subject.startsWith('DRILL'))).toBe(true);
  await page.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByRole('region', { name: 'Acknowledged' }).getByText(/ has it$/)).toBeVisible();
  await page.getByRole('button', { name: 'Close incident' }).click();
  const close = page.getByRole('dialog');
  await expect(close.getByRole('radio', { name: 'Drill' })).toBeChecked();
  await close.getByRole('button', { name: 'Close incident' }).click();
  await expect(main.getByText('Closed: drill', { exact: true })).toBeVisible();

  await openPage(page, 'incidents?open=all', 'Incidents');
  await expect(drills.getByText('Last drilled today')).toBeVisible();
  await expect(drills.getByText(/^Acknowledged after \d+ s$/)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Ana Flores' })).toContainText(
    'DRILL: Lone Worker Emergency',
  );
});
