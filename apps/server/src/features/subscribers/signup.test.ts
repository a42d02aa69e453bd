import { expect, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { BEHIND_PROXY, from, testServer } from '../../testing/server.ts';

const FORM = {
  email: 'Tess@smith.example',
  account_name: 'Smith & Sons',
  first_name: 'Tess',
  last_name: 'O’Smith',
  phone: '+1 (202) 555-0143',
  password: 'Quiet-harbour-77',
  re_password: 'Quiet-harbour-77',
};

test('a visitor signs up, logs in, and is notified of alerts immediately', async () => {
  const server = await testServer();
  const response = await server.post('/sapi/v1/signup', { body: { ...FORM, time_zone: 'America/Denver' } });
  expect(response.body).toEqual({ ok: true, msg: 'Regsitration Successful. Please login.' });
  const login = await server.post('/sapi/v1/login', {
    body: { email: FORM.email, password: FORM.password, role: 'team' },
  });
  expect(login.body.data.user).toMatchObject({
    account_name: 'Smith & Sons',
    first_name: 'Tess',
    last_name: 'O’Smith',
  });
  const { token } = login.body.data;
  const { body } = await server.get('/tapi/v1/listPaged/settings', {
    token,
    query: { filterin_setting_key: 'mail_to_admin_emails_5|sms_to_admin_number_5', sort: 'setting_key' },
  });
  expect(body.items.map(({ setting_value }: { setting_value: string }) => setting_value)).toEqual([
    'Tess@smith.example',
    '+12025550143',
  ]);
  const profile = await server.get('/api/v1/listPaged/team', { token, query: { my: 'yes' } });
  expect(profile.body.items).toEqual([
    {
      id: login.body.data.user.id,
      email: FORM.email,
      account_name: 'Smith & Sons',
      first_name: 'Tess',
      last_name: 'O’Smith',
      phone: '+1 202 555 0143',
      is_paid: 0,
      plan: 'free',
      plan_obj: null,
      plan_id: null,
      max_users: 10,
      overdue_since: null,
      used_users: 0,
      time_zone: 'America/Denver',
      email_confirmed: false,
      status: 1,
      subscription_id: null,
      updated_at: expect.stringMatching(/Z$/),
    },
  ]);
});

test('sign-up rejects invalid input with a plain list of all problems, and stores nothing', async () => {
  const server = await testServer();
  const response = await server.post('/sapi/v1/signup', {
    body: { email: 'tess@', phone: 'call me', password: 'Quiet-harbour-77', re_password: 'Quiet-harbour-78' },
  });
  expect(response.status).toBe(400);
  expect(response.body).toEqual([
    { msg: 'Email must be an email address, like name@example.com.', field: 'email' },
    { msg: 'Account name is required.', field: 'account_name' },
    { msg: 'First name is required.', field: 'first_name' },
    { msg: 'Last name is required.', field: 'last_name' },
    { msg: 'Phone must have 7 to 15 digits, like +1 202 555 0143.', field: 'phone' },
    { msg: 'Password and confirm password do not match.', field: 're_password' },
  ]);
  expect(await server.db.selectFrom('team').select('id').execute()).toEqual([]);
});

test('a taken address and a common password are reported together; two concurrent sign-ups create one account', async () => {
  const server = await testServer();
  await buildTeam(server.db, { email: 'tess@SMITH.example' });
  const rejected = await server.post('/sapi/v1/signup', {
    body: { ...FORM, password: 'password1', re_password: 'password1' },
  });
  expect([rejected.status, rejected.body.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['password', 'email'],
  ]);

  const both = await Promise.all(
    ['new@smith.example', 'NEW@smith.example'].map((email) =>
      server.post('/sapi/v1/signup', { body: { ...FORM, email } }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 400]);
  expect(await server.db.selectFrom('team').select('id').execute()).toHaveLength(2);
});

test('one network can sign up 20 accounts a day, from any number of addresses; other networks and the server itself have no limit', async () => {
  const server = await testServer({ variables: BEHIND_PROXY });
  let number = 0;
  const signUp = async (address: string | null) => {
    number += 1;
    const options = address === null ? {} : from(address);
    const body = { ...FORM, email: `new-${number}@team.example` };
    return await server.post('/sapi/v1/signup', { ...options, body });
  };
  const statuses: number[] = [];
  for (let each = 0; each < 22; each += 1) statuses.push((await signUp(`2001:db8:7:${each}::1`)).status);
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429]);
  const rejected = await signUp('2001:db8:7::9');
  expect(rejected.body[0].msg).toContain('Try again tomorrow');
  expect((await signUp('2001:db8:8::1')).status).toBe(200);
  expect((await signUp(null)).status).toBe(200);
  // Rejected sign-ups created no account and sent no email.
  const teams = await server.db.selectFrom('team').select('id').execute();
  expect(teams).toHaveLength(22);
  // Emails are sent after the response.
  await expect.poll(() => server.mails.length).toBe(22);
});
