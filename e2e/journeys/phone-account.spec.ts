import { callOrThrow } from '../support/calls.ts';
import { createAppUser } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('A wrong password is explained, and what is typed stays @nightly', async ({
  openPhone,
  monitor,
  ana,
}) => {
  monitor.expectResponse(401, '/mapi/v1/login');
  const { page } = await openPhone();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Enter your email address, like name@example.com.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(ana.email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText('The email address or password is wrong.');
  await expect(page.getByLabel('Email')).toHaveValue(ana.email);
});

test('A person changes the own password and stays signed in @nightly', async ({
  openPhone,
  monitor,
  ana,
  phone,
}) => {
  await phone.page.getByRole('link', { name: 'Someone else set your password.' }).click();
  const password = 'Granite-lantern-58';
  await phone.page.getByLabel('Current password').fill('wrong');
  await phone.page.getByLabel('New password', { exact: true }).fill(password);
  await phone.page.getByLabel('New password again').fill(password);
  monitor.expectResponse(403, '/mapi/v1/changePassword');
  await phone.button('Change password').click();
  await expect(phone.page.getByRole('alert')).toBeVisible();
  await phone.page.getByLabel('Current password').fill(ana.password);
  await phone.button('Change password').click();
  await expect(phone.page.getByText('Your password is changed.')).toBeVisible();
  await phone.open();
  await expect(phone.button('Lone Worker Emergency')).toBeVisible();
  await expect(phone.page.getByText('Someone else set your password.')).toBeHidden();

  const other = await openPhone({ ...ana, password });
  await expect(other.button('Lone Worker Emergency')).toBeVisible();
});

test('A blocked person sees why nothing was sent, and whom to call', async ({
  server,
  team,
  monitor,
  ana,
  phone,
}) => {
  monitor.allowResponse(401, '/mapi/v1/button_click');
  monitor.allowResponse(401, '/mapi/v1/dashboard');
  monitor.allowResponse(403, '/mapi/v1/login');
  await callOrThrow(server.url, '/tapi/v1/update/app_user', {
    body: { id: ana.id, data: { status: 0 } },
    token: team.token,
  });
  await phone.hold('Lone Worker Emergency');
  await expect(phone.notSent).toContainText('blocked');
  await phone.button('Log in').click();
  await expect(phone.page.getByRole('alert').filter({ hasText: /blocked/ })).toBeVisible();
  await expect(phone.page.getByText('1 submission isn’t sent yet.')).toBeVisible();
  await phone.page.getByLabel('Email').fill(ana.email);
  await phone.page.getByLabel('Password').fill(ana.password);
  await phone.page.getByRole('button', { name: 'Log in' }).click();
  await expect(phone.page.getByText(/Your account is blocked/).last()).toBeVisible();

  // After it is unblocked, the press that waited is sent.
  await callOrThrow(server.url, '/tapi/v1/update/app_user', {
    body: { id: ana.id, data: { status: 1 } },
    token: team.token,
  });
  await phone.page.getByRole('button', { name: 'Log in' }).click();
  await expect(phone.button('Lone Worker Emergency')).toBeVisible();
  await phone.open('/history');
  await expect(phone.page.getByText('No one has it yet', { exact: true })).toBeVisible();
});

test('Signing out asks first, also without a network; another person sees nothing of the first', async ({
  server,
  team,
  monitor,
  ana,
  phone,
}) => {
  monitor.allowNetworkFailures();
  const bo = await createAppUser(server, team, { name: 'Bo Berg' });
  const { page } = phone;
  const context = page.context();
  await phone.waitForWorker();
  const [token] = await Promise.all([
    page.waitForRequest('**/mapi/v1/button_click').then((request) => request.headers()['authorization']),
    phone.confirm('OSHA On-Site'),
  ]);
  await expect(phone.received).toBeVisible();
  await phone.open('/form/2');
  await page.getByLabel('Message').fill('About the scaffold');
  await context.setOffline(true);
  await phone.open('/');
  await phone.confirm('Report a Safety Complaint');
  await expect(phone.notSent).toBeVisible();
  const pressed = page.url();
  await phone.open('/menu');
  await phone.button('Log out').click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('1 submission isn’t sent yet.');
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to Callpoint' })).toBeVisible();
  await expect(page.getByText('1 submission isn’t sent yet.')).toBeVisible();

  // The server learns of it with the network.
  const callWithToken = async () => {
    const headers = { authorization: token ?? '' };
    return (await fetch(`${server.url}/mapi/v1/dashboard`, { headers })).status;
  };
  expect(await callWithToken()).toBe(200);
  await context.setOffline(false);
  await expect.poll(callWithToken).toBe(401);

  await phone.logIn(bo);
  await expect(page.getByText('1 submission isn’t sent yet')).toBeHidden();
  await phone.open('/history');
  await expect(page.getByText('You haven’t sent anything yet.')).toBeVisible();
  await phone.open('/form/2');
  await expect(page.getByLabel('Message')).toHaveValue('');
  monitor.expectResponse(404, '/mapi/v1/submission');
  await page.goto(pressed);
  await expect(page.getByText('This submission isn’t on this phone')).toBeVisible();
  await phone.open('/');
  await phone.confirm('OSHA On-Site');
  await expect(phone.received).toBeVisible();
  const readRows = (button: number) =>
    server.withDatabase((db) =>
      db
        .selectFrom('button_click')
        .select('app_user_id')
        .where('team_id', '=', team.user.id)
        .where('button_id', '=', button)
        .execute(),
    );
  expect(await readRows(4)).toEqual([]);

  await phone.open('/menu');
  await phone.button('Log out').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await phone.logIn(ana);
  await page.goto(pressed);
  await expect(phone.received).toBeVisible();
  expect(await readRows(4)).toEqual([{ app_user_id: ana.id }]);
  await phone.open('/form/2');
  await expect(page.getByLabel('Message')).toHaveValue('About the scaffold');
});

test('An install link signs a phone in without a password, and works once', async ({
  server,
  team,
  openPhone,
  monitor,
  ana,
}) => {
  const { data } = await callOrThrow<{ data: { link: string } }>(
    server.url,
    '/tapi/v1/installLink/app_user',
    {
      body: { id: ana.id },
      token: team.token,
    },
  );
  const phone = await openPhone();
  await phone.page.goto(data.link);
  await phone.button('Log in with the link').click();
  await expect(phone.button('Lone Worker Emergency')).toBeVisible();
  // The person may not know the password that somebody else set.
  await expect(phone.page.getByText('Someone else set your password.')).toBeHidden();
  await phone.confirm('OSHA On-Site');
  await expect(phone.received).toBeVisible();

  monitor.expectResponse(401, '/mapi/v1/install');
  const other = await openPhone();
  await other.page.goto(data.link);
  await other.button('Log in with the link').click();
  await expect(other.page.getByRole('alert')).toBeVisible();
  await expect(other.page.getByText('Ask your safety team for a new link')).toBeVisible();
  await other.button('Log in with your password').click();
  await expect(other.page.getByLabel('Email')).toBeVisible();
});
