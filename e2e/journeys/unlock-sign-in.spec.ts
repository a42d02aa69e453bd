import { AccountsDb } from '@callpoint/server/db/handles/accounts';
import { createLink } from '@callpoint/server/http/auth/account-links';
import { createTeam } from '../support/people.ts';
import { logIn, waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

test('The emailed link allows logging in from this network again, once, and only after its button is pressed', async ({
  page,
  server,
  monitor,
}) => {
  const team = await createTeam(server);
  const { id, email } = team.user;
  const token = await server.withDatabase((db) =>
    createLink(new AccountsDb(db), { purpose: 'unlock', role: 'team', accountId: id, email, minutes: 60 }),
  );
  const allow = page.getByRole('button', { name: 'Allow this network' });
  await page.goto(`/app/unlock?token=${token}`);
  await waitForPage(page, 'Log in again from this network');
  await expect(page).toHaveURL('/app/unlock');
  await page.goto(`/app/unlock?token=${token}`);
  await allow.click();
  await expect(page.getByText('You can log in from here again', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to login' }).click();
  await logIn(page, team);
  await waitForPage(page, 'App Dashboard Settings');

  monitor.expectResponse(400, '/sapi/v1/unlockSignIn');
  await page.goto(`/app/unlock?token=${token}`);
  await allow.click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/app/forgot');
});
