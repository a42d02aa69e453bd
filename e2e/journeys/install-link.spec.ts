import type { Page } from '@playwright/test';
import { chooseAction, waitForPage } from '../support/page-actions.ts';
import { createAppUser, logInAdmin, signIn } from '../support/people.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Install link for Ana Flores' });

/** Creates the link in the open dialog and returns its code. */
async function createLink(page: Page): Promise<string> {
  await findDialog(page).getByRole('button', { name: 'Create link' }).click();
  const link = await findDialog(page).getByRole('textbox', { name: 'Link' }).inputValue();
  return /\/phone\/#\/install\/([\w-]{43})$/.exec(link)?.[1] ?? '';
}

/** What a phone gets that opens a link. */
async function install(server: Server, code: string) {
  const response = await fetch(`${server.url}/mapi/v1/install`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const body = (await response.json()) as { code?: string; data?: { user: { name: string } } };
  return { status: response.status, code: body.code, name: body.data?.user.name };
}

const ENDED = { status: 401, code: 'install_link_ended', name: undefined };

test('A subscriber creates an install link from the user’s page and from the list; only the newest works, once', async ({
  teamPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  await page.goto(`/app/users/edit/${ana.id}`);
  const button = page.getByRole('button', { name: 'Install link' });
  await button.click();
  await expect(findDialog(page)).toContainText('Ana Flores scans a code or opens a link');
  await findDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(button).toBeFocused();

  await button.click();
  const first = await createLink(page);
  await expect(
    findDialog(page).getByRole('img', { name: 'QR code of the install link for Ana Flores' }),
  ).toBeVisible();
  await expect(findDialog(page)).toContainText('Works once, until ');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await findDialog(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(findDialog(page).getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`/phone/#/install/${first}`);
  await findDialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(findDialog(page)).toHaveCount(0);

  await page.goto('/app/users');
  await chooseAction(page, 'Ana Flores', 'Install link');
  const second = await createLink(page);
  expect(await install(server, first)).toEqual(ENDED);
  expect(await install(server, second)).toEqual({ status: 200, code: undefined, name: 'Ana Flores' });
  expect(await install(server, second)).toEqual(ENDED);
});

test('An administrator creates an install link; a failure is shown in the dialog @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  await createAppUser(server, team);
  await signIn(page.context(), server, await logInAdmin(server));
  await page.goto(`/app/subscriber/users/${team.user.id}`);
  await waitForPage(page, `Users of subscriber ${team.user.id}`);
  monitor.expectResponse(500, '/api/v1/installLink/app_user');
  await page.route('**/installLink/app_user', (route) => route.fulfill({ status: 500, body: 'broken' }), {
    times: 1,
  });
  await chooseAction(page, 'Ana Flores', 'Install link');
  await findDialog(page).getByRole('button', { name: 'Create link' }).click();
  await expect(findDialog(page).getByRole('alert')).toHaveText(
    'Failed to perform Action. The server could not respond. Try again in a moment.',
  );
  const code = await createLink(page);
  expect((await install(server, code)).name).toBe('Ana Flores');
});
