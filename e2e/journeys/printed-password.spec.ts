import { expectAccessible } from '../support/axe.ts';
import { logIn, waitForPage } from '../support/page-actions.ts';
import { ADMIN } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

// Without ADMIN_PASSWORD, the server generates a password and prints it.
test.use({ serverOptions: { variables: { ADMIN_PASSWORD: undefined } } });

const NEW_PASSWORD = 'Winter-harbour-88';

test('Every screen of an administrator shows a notice until the printed password is changed @nightly', async ({
  page,
  server,
}) => {
  const password = /Password\s+(\S+)/.exec(server.output.join('\n'))?.[1] ?? '';
  await page.goto('/app/login');
  await logIn(page, { email: ADMIN.email, password, role: 'admin' });
  await waitForPage(page, 'Subscribers');
  const notice = page.getByRole('complementary', { name: 'Change your password.' });
  await expect(notice).toContainText('You still use the password printed when this account was created.');
  await expectAccessible(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  for (const name of ['Overview', 'Configuration']) {
    await menu.getByRole('link', { name }).click();
    await waitForPage(page, name);
    await expect(notice).toBeVisible();
  }
  // The notice is above the page and covers no part of it.
  const [above, title] = await Promise.all([
    notice.boundingBox(),
    page.getByRole('heading', { level: 1 }).boundingBox(),
  ]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);

  await notice.getByRole('link', { name: 'Change it' }).click();
  await waitForPage(page, 'My account');
  await expect(notice).toBeVisible();
  const card = page.getByRole('region', { name: 'Change password' });
  await card.getByLabel('New password').fill(NEW_PASSWORD);
  await card.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await card.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password Updated Successfully.', { exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await waitForPage(page, 'My account');
  await expect(page.getByLabel('First name')).toHaveValue('Platform');
  await expect(notice).toHaveCount(0);
});
