import { expect, test } from 'vitest';
import { PlatformDb } from '../../db/handles/platform.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildConfiguration } from '../../factories/configuration.ts';
import { configId } from '../../testing/tenant.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { ensureConfiguration } from './ensure-configuration.ts';

async function administered() {
  const server = await testServer();
  await ensureConfiguration(new PlatformDb(server.db));
  return { server, token: await server.tokenOf('admin', (await buildAdmin(server.db)).id) };
}

async function save(server: TestServer, token: string, key: string, config_value: unknown) {
  const id = await configId(server.db, key);
  return await server.post('/api/v1/update/config', { token, body: { id, data: { config_value } } });
}

async function valueOf(server: TestServer, key: string): Promise<string> {
  const query = server.db.selectFrom('config').select('config_value').where('config_key', '=', key);
  return (await query.executeTakeFirstOrThrow()).config_value;
}

test('every value has a row from the first start, and is stored unchanged', async () => {
  const { server, token } = await administered();
  await ensureConfiguration(new PlatformDb(server.db));
  const list = async () =>
    (await server.get('/api/v1/listPaged/config', { token, query: { page: 1, per_page: 100 } })).body;
  const row = (config_key: string, config_value: string) => ({
    id: expect.any(Number),
    config_key,
    config_value,
    updated_at: expect.stringMatching(/Z$/),
  });
  expect(await list()).toEqual({
    ok: true,
    items: [
      row('user_submission_emails', ''),
      row('user_submission_phones', ''),
      row('payment_secret_key', ''),
      row('payment_publishable_key', ''),
      row('payment_grace_days', '14'),
      row('contact_person', '[]'),
      row('support_emails', ''),
      row('terms_text', ''),
      row('privacy_text', ''),
      row('emergency_number', '911'),
      row('daily_email_limit', 'free: 200, paid: 2000, upgraded: 2000'),
      row('daily_sms_limit', 'free: 50, paid: 500, upgraded: 500'),
      row('daily_voice_limit', 'free: 20, paid: 200, upgraded: 200'),
      row('daily_push_limit', 'free: 5000, paid: 50000, upgraded: 50000'),
    ],
    pagination: { page: 1, pageSize: 100, pageCount: 1, total: 14 },
  });
  const contacts = JSON.stringify([{ name: 'Zoë ☎', phone: '+1 202 555 0143', email: '' }]);
  for (const [key, value] of [
    ['user_submission_emails', ' help@consult.example,two@consult.example '],
    ['user_submission_phones', '+12025550143,+12025550144'],
    ['contact_person', contacts],
    ['daily_email_limit', 'free: 0, paid: 1, upgraded: 1000000'],
    ['daily_sms_limit', ''],
    ['emergency_number', '112'],
    ['payment_grace_days', '0'],
    ['payment_grace_days', '90'],
    ['payment_grace_days', ''],
  ] as const) {
    expect((await save(server, token, key, value)).body).toEqual({
      ok: true,
      msg: 'Updated Successfully.',
      data: { updated_at: expect.any(String) },
    });
    expect(await valueOf(server, key)).toBe(value);
  }
  // An empty value turns the feature off.
  expect((await save(server, token, 'user_submission_emails', '')).status).toBe(200);
});

test('each invalid part of a value is named, and nothing is saved', async () => {
  const { server, token } = await administered();
  const rejections = async (key: string, value: unknown) => {
    const before = await valueOf(server, key);
    const { status, body } = await save(server, token, key, value);
    expect([status, await valueOf(server, key)]).toEqual([400, before]);
    return body.errors.map(({ msg, field }: { msg: string; field: string }) => {
      expect(field).toBe('data.config_value');
      return msg;
    });
  };
  expect(await rejections('user_submission_emails', 'a@b.example, c@, nobody')).toEqual([
    '“c@” is not an email address.',
    '“nobody” is not an email address.',
  ]);
  expect(await rejections('user_submission_emails', 'a@b.example\r\nBcc: x@y.example')).toContain(
    'The value must be one line.',
  );
  expect(await rejections('user_submission_phones', '202-555-0143, +12025550143, 12, call me')).toEqual([
    '“12” is not a phone number of 7 to 15 digits.',
    '“call me” is not a phone number of 7 to 15 digits.',
  ]);
  // Looks like a number, but every message to it would be skipped.
  expect(await rejections('user_submission_phones', '+12025550143, 03012345678')).toEqual([
    '“03012345678” can’t receive SMS. Enter a phone number with + and the country code.',
  ]);
  expect(await rejections('payment_secret_key', 'pk_live_abcdefgh')).toEqual([
    'This is not a key of the payment provider. A key starts with sk_live_ or sk_test_, followed by letters and digits.',
  ]);
  expect(await rejections('payment_publishable_key', 'sk_live_abcdefgh')).toEqual([
    'This is not a key of the payment provider. A key starts with pk_live_ or pk_test_, followed by letters and digits.',
  ]);
  expect((await rejections('contact_person', '[{"name":"Ann","phone":"12","email":"x"}]')).join(' ')).toMatch(
    /Safety Person #1 phone .* Safety Person #1 email /,
  );
  for (const value of ['9', '911 112', '+1 202 555 0143', 'tel:911', '123456789', ' ']) {
    expect(await rejections('emergency_number', value)).toEqual([
      'The number must be 2 to 8 digits, like 911 or 112.',
    ]);
  }
  for (const value of ['91', '-1', '1.5', '014', 'two weeks', ' ']) {
    expect(await rejections('payment_grace_days', value)).toEqual([
      'The number of days must be a whole number from 0 to 90.',
    ]);
  }
  expect(await rejections('contact_person', '{}')).toEqual(['The value must be a JSON list of contacts.']);
  expect(await rejections('user_submission_emails', 7)).toEqual(['Config value must be a string.']);
  const missing = await server.post('/api/v1/update/config', {
    token,
    body: { id: 999_999, data: { config_value: '' } },
  });
  expect([missing.status, missing.body.msg]).toEqual([404, 'The record does not exist.']);
});

test('only the last four characters of the secret key are sent to clients, and the audit does not contain it', async () => {
  const { server, token } = await administered();
  const first = 'sk_live_OLDoldOLDold1111';
  const second = 'sk_live_NEWnewNEWnew2222';
  for (const key of [first, second]) {
    expect((await save(server, token, 'payment_secret_key', key)).body).toEqual({
      ok: true,
      msg: 'Updated Successfully.',
      data: { updated_at: expect.any(String) },
    });
  }
  const stored = await valueOf(server, 'payment_secret_key');
  expect(stored).toMatch(/^enc:v1:/);
  expect(stored).not.toMatch(/sk_live|NEWnew/);
  for (const query of [{}, { filter_config_key: 'payment_secret_key' }, { sort: 'config_key' }]) {
    const { body } = await server.get('/api/v1/listPaged/config', { token, query });
    expect(JSON.stringify(body)).toContain('"••••2222"');
    expect(JSON.stringify(body)).not.toMatch(/sk_live|NEWnew/);
  }
  const audit = await server.db.selectFrom('audit').selectAll().where('subject', '=', 'config').execute();
  expect(audit.map(({ changes }) => JSON.parse(changes ?? ''))).toEqual([
    { config_value: { old: 'not shown', new: 'not shown' } },
    { config_value: { old: 'not shown', new: 'not shown' } },
  ]);
  // The masked value in a form is not a key: saving it unchanged is rejected, and the key does not change.
  expect((await save(server, token, 'payment_secret_key', '••••2222')).status).toBe(400);
  expect(await valueOf(server, 'payment_secret_key')).toBe(stored);
});

test('a server without an encryption key stores no secret, and can still delete one', async () => {
  const server = await testServer({ secretKey: null });
  await ensureConfiguration(new PlatformDb(server.db));
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const rejected = await save(server, token, 'payment_secret_key', 'sk_live_abcdefgh1234');
  expect([rejected.status, rejected.body.msg]).toEqual([
    409,
    'This server can’t store payment keys yet. Set SECRET_KEY on the server.',
  ]);
  expect(await valueOf(server, 'payment_secret_key')).toBe('');
  expect((await save(server, token, 'payment_secret_key', '')).status).toBe(200);
});

test('the phones of teams without contacts show the platform’s contacts', async () => {
  const { server, token } = await administered();
  const team = await buildTeam(server.db);
  const phone = await server.tokenOf('app_user', (await buildAppUser(server.db, team.id)).id);
  const contact = { name: 'Platform', phone: '+1 202 555 0199', email: '' };
  await save(server, token, 'contact_person', JSON.stringify([contact]));
  const { body } = await server.get('/mapi/v1/dashboard', { token: phone });
  expect(body.data.contacts).toEqual([contact]);
});

test('a team can neither read nor change the configuration', async () => {
  const { server } = await administered();
  await buildConfiguration(server.db, { payment_secret_key: 'sk_live_abcdefgh' });
  const token = await server.tokenOf('team', (await buildTeam(server.db)).id);
  for (const base of ['/api/v1', '/tapi/v1']) {
    const list = await server.get(`${base}/listPaged/config`, { token });
    expect([list.status, list.body]).toEqual([
      403,
      { ok: false, msg: 'You do not have access to this.', errors: [], code: 'no_access' },
    ]);
  }
  expect((await save(server, token, 'user_submission_emails', 'x@y.example')).status).toBe(403);
  expect(await valueOf(server, 'user_submission_emails')).toBe('');
});

test('lists, the history and the audit have the last four characters of the publishable key', async () => {
  const { server, token } = await administered();
  const key = 'pk_test_51abcdefgh4242';
  expect((await save(server, token, 'payment_publishable_key', key)).status).toBe(200);
  expect(await valueOf(server, 'payment_publishable_key')).toBe(key);
  const { body } = await server.get('/api/v1/listPaged/config', { token });
  expect(JSON.stringify(body)).toContain('"••••4242"');
  const { body: found } = await server.get('/api/v1/listPaged/config', {
    token,
    query: { filter_search: 'abcdefgh' },
  });
  expect(found.items).toEqual([]);
  const recorded = await server.db.selectFrom('audit').select('changes').execute();
  const versions = await server.db.selectFrom('version').select('changes').execute();
  expect(JSON.stringify([body, recorded, versions])).not.toContain('abcdefgh');
});
