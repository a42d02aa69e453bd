import { expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { testServer } from '../../testing/server.ts';

const FORM = {
  email: 'Tess@smith.example',
  account_name: 'Smith & Sons',
  first_name: 'Tess',
  last_name: 'O’Smith',
  phone: '+1 (202) 555-0143',
  password: 'Quiet-harbour-77',
  re_password: 'Quiet-harbour-77',
};

test('a visitor signs up, logs in, and is told of alerts from the first moment', async () => {
  const server = await testServer();
  const answer = await server.post('/sapi/v1/signup', { body: FORM });
  expect(answer.body).toEqual({ ok: true, msg: 'Regsitration Successful. Please login.' });
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
      phone: FORM.phone,
      is_paid: 0,
      plan: 'free',
      plan_obj: null,
      max_users: 10,
      status: 1,
      subscription_id: null,
      updated_at: expect.stringMatching(/Z$/),
    },
  ]);
});

test('sign-up names all that is wrong at once, as a plain list, and stores nothing', async () => {
  const server = await testServer();
  const answer = await server.post('/sapi/v1/signup', {
    body: { email: 'tess@', phone: 'call me', password: 'Quiet-harbour-77', re_password: 'Quiet-harbour-78' },
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual([
    { msg: 'Email must be an e-mail address, like name@example.com.', field: 'email' },
    { msg: 'Account name is required.', field: 'account_name' },
    { msg: 'First name is required.', field: 'first_name' },
    { msg: 'Last name is required.', field: 'last_name' },
    { msg: 'Phone must be a phone number of 7 to 15 digits, like +1 202 555 0143.', field: 'phone' },
    { msg: 'Password and confirm password do not match.', field: 're_password' },
  ]);
  expect(await server.db.selectFrom('team').select('id').execute()).toEqual([]);
});

test('a taken address and a common password are refused together; two at once make one account', async () => {
  const server = await testServer();
  await buildTeam(server.db, { email: 'tess@SMITH.example' });
  const refused = await server.post('/sapi/v1/signup', {
    body: { ...FORM, password: 'password1', re_password: 'password1' },
  });
  expect([refused.status, refused.body.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['email', 'password'],
  ]);

  const both = await Promise.all(
    ['new@smith.example', 'NEW@smith.example'].map((email) =>
      server.post('/sapi/v1/signup', { body: { ...FORM, email } }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 400]);
  expect(await server.db.selectFrom('team').select('id').execute()).toHaveLength(2);
});

test('a team sees itself alone among the subscribers, an administrator all', async () => {
  const server = await testServer();
  const [a, b] = [await buildTeam(server.db), await buildTeam(server.db)];
  const token = await server.tokenOf('team', a.id);
  const ids = async (who: string, query: Record<string, string | number>) => {
    const { body } = await server.get('/api/v1/listPaged/team', { token: who, query });
    return body.items.map(({ id }: { id: number }) => id);
  };
  expect(await ids(token, {})).toEqual([a.id]);
  expect(await ids(token, { filter_id: b.id, my: 'yes', myId: b.id })).toEqual([]);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  expect(await ids(admin, { order: 'asc' })).toEqual([a.id, b.id]);
});
