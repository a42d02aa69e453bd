import { AccountsDb } from '@callpoint/server/db/accounts';
import { createLink } from '@callpoint/server/http/auth/account-links';
import { newTeam } from '../support/people.ts';
import { logIn, onPage } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test('The link of an email allows logging in from this network again, once, and only by its button', async ({
  page,
  server,
  watch,
}) => {
  const team = await newTeam(server);
  const { id, email } = team.user;
  const token = await server.database((db) =>
    createLink(new AccountsDb(db), { purpose: 'unlock', role: 'team', accountId: id, email, minutes: 60 }),
  );
  const allow = page.getByRole('button', { name: 'Allow this network' });
  await page.goto(`/app/unlock?token=${token}`);
  await onPage(page, 'Log in again from this network');
  await expect(page).toHaveURL('/app/unlock');
  await page.goto(`/app/unlock?token=${token}`);
  await allow.click();
  await expect(page.getByText('You can log in from here again', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to log in' }).click();
  await logIn(page, team);
  await onPage(page, 'App Dashboard Settings');

  watch.expectAnswer(400, '/sapi/v1/unlockSignIn');
  await page.goto(`/app/unlock?token=${token}`);
  await allow.click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/app/forgot');
});
