import { generateEmail, createTeam, PASSWORD } from '../support/people.ts';
import { logIn, waitForPage, signUp, type SignUp } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

const buildSignUp = (overrides: Partial<SignUp> = {}): SignUp => ({
  email: generateEmail('tess'),
  accountName: 'Orchard Works',
  firstName: 'Tess',
  lastName: 'Miller',
  phone: '+1 202 555 0100',
  password: PASSWORD,
  ...overrides,
});

test('A new subscriber who signs up sees a confirmation on the login screen and can log in', async ({
  page,
}) => {
  const tess = buildSignUp();
  await page.goto('/app/register');
  await signUp(page, tess);
  await expect(
    page.getByRole('status').getByText('Regsitration Successful. Please login.', { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL('/app/login');
  // The login is filled in except for the password, and still shows the message, also after a reload.
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(
      page.getByRole('status').getByText('Regsitration Successful. Please login.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(tess.email);
    await expect(page.getByLabel('Login As')).toHaveValue('team');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  }
  await logIn(page, { email: tess.email, password: tess.password, role: 'team' });
  await waitForPage(page, 'App Dashboard Settings');
});

test('With two different passwords, the request is sent and rejected, and the form shows the mismatch @nightly', async ({
  page,
  monitor,
}) => {
  monitor.expectResponse(400, '/sapi/v1/signup');
  const mismatch = 'Password and confirm password do not match.';
  const tess = buildSignUp({ confirm: 'Another-lamp-43' });
  await page.goto('/app/register');
  const sending = page.waitForRequest('**/sapi/v1/signup');
  const receiving = page.waitForResponse('**/sapi/v1/signup');
  await signUp(page, tess);
  expect((await sending).postDataJSON()).toEqual({
    email: tess.email,
    account_name: 'Orchard Works',
    first_name: 'Tess',
    last_name: 'Miller',
    phone: '+1 202 555 0100',
    password: PASSWORD,
    re_password: 'Another-lamp-43',
    time_zone: expect.any(String),
    terms_version: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
  expect(await (await receiving).json()).toEqual([{ msg: mismatch, field: 're_password' }]);
  await expect(page.getByRole('alert').getByText(mismatch, { exact: true })).toHaveCount(1);
  await expect(page).toHaveURL('/app/register');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(tess.email);

  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/app/login');
});

test('A taken email, a common password and an invalid phone number each show an error', async ({
  page,
  server,
  monitor,
}) => {
  monitor.expectResponse(400, '/sapi/v1/signup');
  const { email } = await createTeam(server);
  await page.goto('/app/register');
  await signUp(page, buildSignUp({ email, password: 'password123' }));
  const errors = page.getByRole('alert').filter({ hasText: /\S/ });
  await expect(errors).toContainText('This email address already has an account.');
  await expect(errors).toContainText('too common');
  // Each is a link to its field.
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await errors.getByRole('link', { name: /too common/ }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await errors.getByRole('link', { name: 'This email address already has an account.' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Account name')).toHaveValue('Orchard Works');

  await signUp(page, buildSignUp({ phone: 'call me' }));
  await expect(errors).toContainText('Phone must have 7 to 15 digits');
});

test('The form says so if the phone number can’t receive SMS, and creates the account all the same @nightly', async ({
  page,
}) => {
  await page.goto('/app/register');
  const password = await page.getByLabel('Password', { exact: true }).boundingBox();
  const help = await page.getByText('At least 8 characters, and not a common password.').boundingBox();
  // Help is below its field.
  expect(help?.y).toBeGreaterThan(password?.y ?? Number.POSITIVE_INFINITY);
  const phone = page.getByLabel('Phone number');
  await phone.fill('030 901820');
  const note = page.getByRole('status').filter({ hasText: 'can’t receive SMS' });
  await expect(note).toHaveText(/^This number can’t receive SMS/);
  await phone.fill('+49 30 901820');
  await expect(page.getByText('+49 30 901820 is a landline, which can’t receive SMS.')).toBeVisible();
  await phone.fill('+1 900 555 0143');
  await expect(page.getByText('+1 900 555 0143 can’t receive SMS from this server.')).toBeVisible();
  for (const fine of ['(303) 555-0141', '']) {
    await phone.fill(fine);
    await expect(note).toHaveCount(0);
  }
  await signUp(page, buildSignUp({ phone: '+49 30 901820' }));
  await expect(page).toHaveURL('/app/login');
});

test('An empty form shows an error for every field and for the terms @nightly', async ({ page }) => {
  await page.goto('/app/register');
  await page.getByRole('button', { name: 'Sign up' }).click();
  for (const missing of [
    'Enter your email.',
    'Enter your account name.',
    'Enter your first name.',
    'Enter your last name.',
    'Enter your phone number.',
    'Enter your password.',
    'Enter your password again.',
    'Please accept the terms and conditions.',
  ]) {
    // At the field, and in the summary as a link to it.
    await expect(page.getByText(missing, { exact: true })).toHaveCount(2);
  }
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.getByRole('link', { name: 'Enter your phone number.' }).click();
  await expect(page.getByLabel('Phone number')).toBeFocused();
});

test('A form with several problems shows all of them at once @nightly', async ({ page }) => {
  await page.goto('/app/register');
  await signUp(page, buildSignUp({ email: '', phone: '12', password: 'short', confirm: 'other' }));
  for (const problem of [
    'Enter your email.',
    'Phone must have 7 to 15 digits.',
    'Password must be at least 8 characters.',
    'Password and confirm password do not match.',
  ]) {
    await expect(page.getByText(problem, { exact: true })).toHaveCount(2);
  }
});

test('Without the terms accepted, the form is not sent @nightly', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  const tess = buildSignUp();
  await page.goto('/app/register');
  await page.getByLabel('Email', { exact: true }).fill(tess.email);
  await page.getByLabel('Account name').fill(tess.accountName);
  await page.getByLabel('First name').fill(tess.firstName);
  await page.getByLabel('Last name').fill(tess.lastName);
  await page.getByLabel('Phone number').fill(tess.phone);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Please accept the terms and conditions.')).toHaveCount(2);
  await expect(page.getByLabel('I accept the terms and conditions')).toBeFocused();
  expect(calls).toEqual([]);
});
