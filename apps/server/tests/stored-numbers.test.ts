import { expect, test } from 'vitest';
import { PlatformDb } from '../src/db/handles/platform.ts';
import { ensureConfiguration } from '../src/features/configuration/ensure-configuration.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { NO_QUOTAS, testServer, type TestServer } from '../src/testing/server.ts';

const PASSWORD = 'Quiet-harbour-77';
const SIGN_UP = {
  account_name: 'Smith & Sons',
  first_name: 'Tess',
  last_name: 'Smith',
  password: PASSWORD,
  re_password: PASSWORD,
};

async function teamPhones(server: TestServer) {
  const rows = await server.db.selectFrom('team').select('phone').orderBy('id').execute();
  return rows.map(({ phone }) => phone);
}

async function saveSetting(server: TestServer, team: { id: number }, key: string, value: string) {
  const token = await server.tokenOf('team', team.id);
  const row = () =>
    server.db
      .selectFrom('settings')
      .select(['id', 'setting_value'])
      .where('team_id', '=', team.id)
      .where('setting_key', '=', key)
      .executeTakeFirstOrThrow();
  const body = { id: (await row()).id, data: { setting_value: value } };
  const { status } = await server.post('/tapi/v1/update/settings', { token, body });
  return { status, stored: (await row()).setting_value };
}

test.each([
  [undefined, '(303) 555-0141', '+1 303 555 0141'],
  [undefined, '+13035550141', '+13035550141'],
  ['GB,US', '020 7946 0018', '+44 20 7946 0018'],
  // No numbering plan knows it: it is stored as it was typed.
  [undefined, '5550141', '5550141'],
])('at sign-up with SMS_COUNTRIES %s, %s is stored as %s', async (countries, typed, stored) => {
  const server = await testServer(countries === undefined ? {} : { variables: { SMS_COUNTRIES: countries } });
  const body = { ...SIGN_UP, email: 'tess@smith.example', phone: typed };
  expect((await server.post('/sapi/v1/signup', { body })).status).toBe(200);
  expect(await teamPhones(server)).toEqual([stored]);
});

test('recipients and contacts without a country get that of the subscriber’s own phone', async () => {
  const server = await testServer();
  const [german, american] = [
    await buildTeam(server.db, { phone: '+49 30 901820' }),
    await buildTeam(server.db, { phone: '+1 202 555 0143' }),
  ];
  const numbers = '030 901820, (030) 90 18-21, +1 303 555 0141';
  expect(await saveSetting(server, german, 'sms_to_admin_number_5', numbers)).toEqual({
    status: 200,
    stored: '+4930901820, +4930901821, +13035550141',
  });
  expect(await saveSetting(server, american, 'sms_to_admin_number_5', '303.555.0141')).toEqual({
    status: 200,
    stored: '+13035550141',
  });
  const contact = { name: 'Ann', phone: '030 901820', email: '' };
  const contacts = await saveSetting(server, german, 'contact_person', JSON.stringify([contact]));
  expect([contacts.status, JSON.parse(contacts.stored)]).toEqual([
    200,
    [{ ...contact, phone: '+49 30 901820' }],
  ]);
  const before = await saveSetting(server, american, 'sms_to_admin_number_5', '+13035550141');
  expect(await saveSetting(server, american, 'sms_to_admin_number_5', '030 901820')).toEqual({
    ...before,
    status: 400,
  });
});

test('numbers of app users get the country of their subscriber', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db, { phone: '+49 30 901820' });
  const token = await server.tokenOf('team', team.id);
  const user = { name: 'Ann', email: 'ann@work.example', phone: '030 901822', password: PASSWORD };
  const created = await server.post('/tapi/v1/createCustom/app_user', {
    token,
    body: { data: { team_id: String(team.id), ...user } },
  });
  const { id } = created.body.data;
  const stored = async () =>
    (await server.db.selectFrom('app_user').select('phone').where('id', '=', id).executeTakeFirstOrThrow())
      .phone;
  expect(await stored()).toBe('+49 30 901822');
  const update = async (by: string, phone: string) =>
    (await server.post('/tapi/v1/update/app_user', { token: by, body: { id, data: { phone } } })).status;
  expect([await update(token, '(030) 901823'), await stored()]).toEqual([200, '+49 30 901823']);
});

test('an old number that is sent back unchanged stays as it is', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db, { phone: '+49 30 901820' });
  const user = await buildAppUser(server.db, team.id, { phone: '030 901822' });
  const token = await server.tokenOf('team', team.id);
  const body = { id: user.id, data: { team_id: String(team.id), name: 'Ann Lee', phone: '030 901822' } };
  expect((await server.post('/tapi/v1/update/app_user', { token, body })).status).toBe(200);
  const row = await server.db
    .selectFrom('app_user')
    .select(['name', 'phone'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ name: 'Ann Lee', phone: '030 901822' });
});

test('numbers of the platform get the first country that SMS are sent to', async () => {
  const server = await testServer({ variables: { SMS_COUNTRIES: 'GB,US' } });
  await ensureConfiguration(new PlatformDb(server.db));
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const row = () =>
    server.db
      .selectFrom('config')
      .select(['id', 'config_value'])
      .where('config_key', '=', 'user_submission_phones')
      .executeTakeFirstOrThrow();
  const body = { id: (await row()).id, data: { config_value: '020 7946 0018, +1 (303) 555-0141' } };
  expect((await server.post('/api/v1/update/config', { token, body })).status).toBe(200);
  expect((await row()).config_value).toBe('+442079460018, +13035550141');
});

test('digits that its country does not have, but the United States do, are rejected wherever they are typed', async () => {
  const server = await testServer({ quotas: NO_QUOTAS, variables: { SMS_COUNTRIES: 'FR,US' } });
  await ensureConfiguration(new PlatformDb(server.db));
  const team = await buildTeam(server.db, { phone: '+33 6 12 34 56 78' });
  const user = await buildAppUser(server.db, team.id, { phone: '303 555 0141' });
  const token = await server.tokenOf('team', team.id);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const idOf = async (table: 'settings' | 'config', column: string, key: string) =>
    (
      await server.db
        .selectFrom(table)
        .select('id')
        .where(column as 'id', '=', key as never)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id;
  const phone = '202 555 0143';
  const account = { ...SIGN_UP, email: 'tess@smith.example', phone };
  const { re_password: _, ...created } = account;
  const person = { name: 'Ben', email: 'ben@work.example', phone, password: PASSWORD };
  const contacts = JSON.stringify([{ name: 'Ann', phone, email: '' }]);
  const recipients = await idOf('settings', 'setting_key', 'sms_to_admin_number_5');
  const safety = await idOf('settings', 'setting_key', 'contact_person');
  const consultancy = await idOf('config', 'config_key', 'user_submission_phones');
  const attempts: [path: string, token: string | undefined, body: object, field: string][] = [
    ['/sapi/v1/signup', undefined, account, 'phone'],
    ['/api/v1/create/team', admin, { data: created }, 'data.phone'],
    ['/tapi/v1/update/team', token, { id: team.id, data: { phone } }, 'data.phone'],
    ['/tapi/v1/createCustom/app_user', token, { data: { team_id: team.id, ...person } }, 'data.phone'],
    ['/tapi/v1/update/app_user', token, { id: user.id, data: { phone } }, 'data.phone'],
    [
      '/tapi/v1/update/settings',
      token,
      { id: recipients, data: { setting_value: phone } },
      'data.setting_value',
    ],
    [
      '/tapi/v1/update/settings',
      token,
      { id: safety, data: { setting_value: contacts } },
      'data.setting_value',
    ],
    ['/api/v1/update/config', admin, { id: consultancy, data: { config_value: phone } }, 'data.config_value'],
  ];
  const reason =
    'is not a phone number in France. Start a number of another country with + and its country code, like +1 202 555 0143.';
  for (const [path, by, body, field] of attempts) {
    const response = await server.post(path, { ...(by === undefined ? {} : { token: by }), body });
    const subject = field.endsWith('value') ? `“${phone}”` : 'Phone';
    expect([path, response.status]).toEqual([path, 400]);
    expect(JSON.stringify(response.body)).toContain(JSON.stringify(`${subject} ${reason}`));
    expect(JSON.stringify(response.body)).toContain(`"${field}"`);
  }
  const csv = `Name,Email,Phone,Password,SMS consent\nBen,ben@work.example,${phone},${PASSWORD},yes`;
  const checked = await server.post('/tapi/v1/checkImport/app_user', { token, body: { csv } });
  expect(checked.body.data.rows[0].problems).toEqual([{ column: 'phone', msg: `Phone ${reason}` }]);
  const preview = { button_id: 5, app_user_id: user.id, settings: { sms_to_admin_number_5: phone } };
  const previewed = await server.post('/tapi/v1/preview/submission', { token, body: preview });
  expect([previewed.status, previewed.body.errors?.[0]?.msg]).toEqual([400, `“${phone}” ${reason}`]);

  // The number that is stored already is kept when another field is saved.
  const body = { id: user.id, data: { name: 'Ann Lee', phone: '303 555 0141' } };
  expect((await server.post('/tapi/v1/update/app_user', { token, body })).status).toBe(200);
  expect(await teamPhones(server)).toEqual(['+33 6 12 34 56 78']);
});
