import { createTeam, PASSWORD } from '../support/people.ts';
import { logIn, waitForPage } from '../support/page-actions.ts';
import { ADMIN } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('A subscriber who logs in sees the dashboard settings, and a reload keeps the session', async ({
  page,
  server,
}) => {
  const team = await createTeam(server);
  await page.goto('/');
  await expect(page).toHaveURL('/app/login');
  await waitForPage(page, 'Log in');
  // The login page does not request the files of the signed-in console.
  expect(await (await page.request.get('/app/login')).text()).not.toMatch(/assets\/(shell|signed-in)/);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);

  await logIn(page, team);
  await expect(page).toHaveURL('/app/app_main_page');
  await waitForPage(page, 'App Dashboard Settings');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  expect(await page.localStorage.getItem('userRole')).toBe('team');
  expect(await page.localStorage.getItem('userToken')).toMatch(/^[\w-]{43}$/);
  expect(JSON.parse((await page.localStorage.getItem('userInfo')) ?? '')).toMatchObject({
    id: team.user.id,
    first_name: 'Tess',
    last_name: 'Miller',
    role: 'team',
  });

  await page.reload();
  await waitForPage(page, 'App Dashboard Settings');
});

test('An administrator who logs in sees the list of subscribers', async ({ page }) => {
  await page.goto('/app/login');
  await logIn(page, { ...ADMIN, role: 'admin' });
  await expect(page).toHaveURL('/app/subscribers');
  const entries = page.getByRole('navigation', { name: 'Main menu' }).getByRole('listitem');
  // The number of new items can follow.
  await expect(entries).toHaveText([
    /^Subscribers/,
    /^Configuration/,
    /^Safety Contacts/,
    /^All records/,
    /^Incidents/,
    /^Deliveries/,
    /^Plan Types/,
    /^Recently deleted/,
    /^Overview/,
    /^Audit/,
    /^My account/,
    /^Logout/,
  ]);
});

test('A wrong password, an unknown address and the wrong role show the same error, and the form keeps what was typed', async ({
  page,
  server,
  monitor,
}) => {
  monitor.expectResponse(401, '/sapi/v1/login');
  const team = await createTeam(server);
  const rejection = 'The email address or password is wrong, or this is not a subscriber’s account.';
  await page.goto('/app/login');
  await logIn(page, { ...team, password: 'Not-my-password-1' });
  await expect(page.getByRole('alert')).toContainText(rejection);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeFocused();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(team.email);
  await expect(page.getByLabel('Login As')).toHaveValue('team');

  await logIn(page, { email: 'nobody@work.example', password: PASSWORD, role: 'team' });
  await expect(page.getByRole('alert')).toContainText(rejection);

  await logIn(page, { ...team, role: 'admin' });
  await expect(page.getByRole('alert')).toContainText('or this is not an administrator’s account.');
  await expect(page).toHaveURL('/app/login');
});

test('An error above the form covers neither its heading nor a field, also on a phone @nightly', async ({
  page,
  monitor,
}) => {
  monitor.expectResponse(401, '/sapi/v1/login');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/app/login');
    await logIn(page, { email: 'nobody@work.example', password: PASSWORD, role: 'team' });
    const text = page.getByRole('alert').getByText(/wrong/);
    await expect(text).toBeInViewport({ ratio: 1 });
    const heading = page.getByRole('heading', { level: 1, name: 'Log in' });
    await expect(heading).toBeInViewport({ ratio: 1 });
    const [error, title] = [await text.boundingBox(), await heading.boundingBox()];
    expect(title?.y).toBeGreaterThan((error?.y ?? 0) + (error?.height ?? 0));
  }
});

test('An incomplete form shows an error at each field and sends no request @nightly', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  await page.goto('/app/login');
  const loginAs = page.getByLabel('Login As');
  await expect(loginAs.getByRole('option')).toHaveText(['Choose', 'Subscriber', 'Admin']);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Enter your email.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(page.getByText('Choose your role.')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();

  await page.getByLabel('Email', { exact: true }).fill('tess');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Enter an email address, like name@example.com.')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('tess@work.example');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Choose your role.')).toBeVisible();
  await expect(loginAs).toBeFocused();
  expect(calls).toEqual([]);
});

test('After five wrong passwords, the right one is rejected too, and the error shows how long to wait', async ({
  page,
  server,
  monitor,
}) => {
  monitor.expectResponse(401, '/sapi/v1/login');
  monitor.expectResponse(429, '/sapi/v1/login');
  const team = await createTeam(server);
  await page.goto('/app/login');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const receiving = page.waitForResponse('**/sapi/v1/login');
    await logIn(page, { ...team, password: 'Not-my-password-1' });
    await receiving;
  }
  await logIn(page, team);
  await expect(page.getByRole('alert')).toContainText(
    /Too many failed attempts\. Try again in \d+ seconds\./,
  );
});

test('A blocked subscriber who logs in sees that the account is blocked', async ({
  page,
  server,
  monitor,
}) => {
  monitor.expectResponse(403, '/sapi/v1/login');
  const team = await createTeam(server);
  await server.withDatabase((db) =>
    db.updateTable('team').set({ status: 0 }).where('id', '=', team.user.id).execute(),
  );
  await page.goto('/app/login');
  await logIn(page, team);
  await expect(page.getByRole('alert')).toContainText('This account is blocked. Contact us to unblock it.');
});

test('The login screen links to the page for a forgotten password and to sign-up @nightly', async ({
  page,
}) => {
  await page.goto('/app/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/app/forgot');
  await waitForPage(page, 'Forgot your password?');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await page.getByRole('link', { name: 'Sign up as a new Subscriber' }).click();
  await expect(page).toHaveURL('/app/register');
  await waitForPage(page, 'Sign up');
});

test('A password field is masked until shown, accepts pasting, and is marked for password managers @nightly', async ({
  page,
}) => {
  await page.goto('/app/login');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('pasted');
  await email.press('ControlOrMeta+a');
  await email.press('ControlOrMeta+c');
  await password.press('ControlOrMeta+v');
  await expect(password).toHaveValue('pasted');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');

  await page.goto('/app/register');
  for (const label of ['Password', 'Confirm password']) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('type', 'password');
    await expect(field).toHaveAttribute('autocomplete', 'new-password');
  }
});
