import { expect, test } from 'vitest';
import { STORED_VERSIONS, type Version } from '@callpoint/contract/versions';
import { PlatformDb } from '../../db/handles/platform.ts';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { configId } from '../../testing/tenant.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { ensureConfiguration } from '../configuration/ensure-configuration.ts';

async function subscriber(server: TestServer) {
  const team = await buildTeam(server.db, { first_name: 'Maria', last_name: 'Lopez' });
  const token = await server.tokenOf('team', team.id);
  const idOf = async (key: string) => {
    const { body } = await server.get('/tapi/v1/listPaged/settings', {
      token,
      query: { filter_setting_key: key },
    });
    return body.items[0] as { id: number; setting_value: string; updated_at: string };
  };
  const save = (id: number, setting_value: string, updated_at?: string) =>
    server.post('/tapi/v1/update/settings', {
      token,
      body: { id, data: { setting_value }, ...(updated_at ? { updated_at } : {}) },
    });
  const history = async (id: number, query: Record<string, string | number> = {}) =>
    (
      await server.get('/tapi/v1/listPaged/version', {
        token,
        query: { filter_subject: 'settings', filter_subject_id: id, ...query },
      })
    ).body;
  return { team, token, idOf, save, history };
}

async function administrator(server: TestServer) {
  await ensureConfiguration(new PlatformDb(server.db));
  const admin = await buildAdmin(server.db);
  const token = await server.tokenOf('admin', admin.id);
  const history = async (subject: string, id: number): Promise<Version[]> =>
    (
      await server.get('/api/v1/listPaged/version', {
        token,
        query: { filter_subject: subject, filter_subject_id: id },
      })
    ).body.items;
  return { admin, token, history };
}

test('each save of a setting is a version with the person, the time and both values', async () => {
  const server = await testServer();
  const { team, idOf, save, history } = await subscriber(server);
  const { id, setting_value: first } = await idOf('mail_to_admin_emails_5');
  expect((await history(id)).items).toEqual([]);
  await save(id, 'a@work.example');
  await save(id, 'a@work.example');
  const { body } = await save(id, 'a@work.example, b@work.example');
  const version = (old: string, current: string) => ({
    id: expect.any(Number),
    subject: 'settings',
    subject_id: id,
    at: expect.stringMatching(/Z$/),
    actor_role: 'team',
    actor_id: team.id,
    actor: 'Maria Lopez',
    changes: { setting_value: { old, new: current } },
  });
  expect(body.ok).toBe(true);
  expect(await history(id)).toEqual({
    ok: true,
    items: [version('a@work.example', 'a@work.example, b@work.example'), version(first, 'a@work.example')],
    pagination: { page: 1, pageSize: 20, pageCount: 1, total: 2 },
  });
  expect((await history(id, { per_page: 1, page: 2 })).items).toEqual([version(first, 'a@work.example')]);
});

test('a rejected or stale save leaves no version', async () => {
  const server = await testServer();
  const { idOf, save, history } = await subscriber(server);
  const { id, updated_at } = await idOf('mail_to_admin_emails_5');
  expect((await save(id, 'nobody')).status).toBe(400);
  expect((await save(id, 'a@work.example', updated_at)).status).toBe(200);
  expect((await save(id, 'b@work.example', updated_at)).status).toBe(409);
  expect((await history(id)).items).toHaveLength(1);
});

test('of two concurrent saves from the same version, one is saved and has a version', async () => {
  const server = await testServer();
  const { idOf, save, history } = await subscriber(server);
  const { id, updated_at } = await idOf('mail_to_admin_emails_5');
  const responses = await Promise.all([
    save(id, 'a@work.example', updated_at),
    save(id, 'b@work.example', updated_at),
  ]);
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
  const { setting_value } = await idOf('mail_to_admin_emails_5');
  const { items } = await history(id);
  expect(items.map(({ changes }: Version) => changes['setting_value']?.new)).toEqual([setting_value]);
});

test('restoring is a save: it is validated, checked for conflicts, and a version itself', async () => {
  const server = await testServer();
  const { team, idOf, save, history } = await subscriber(server);
  const { id, setting_value: first } = await idOf('mail_to_admin_message_5');
  await save(id, 'Call {{NAME}}');
  // A value from before a variable was removed.
  await server.db
    .updateTable('version')
    .set({ changes: JSON.stringify({ setting_value: { old: 'Call {{NMAE}}', new: 'Call {{NAME}}' } }) })
    .where('team_id', '=', team.id)
    .execute();
  const invalid = await save(id, (await history(id)).items[0].changes.setting_value.old);
  expect([invalid.status, invalid.body.msg]).toEqual([
    400,
    expect.stringContaining('{{NMAE}} is not a variable. Did you mean {{NAME}}?'),
  ]);
  expect((await save(id, first)).status).toBe(200);
  const [restored] = (await history(id)).items;
  expect(restored.changes).toEqual({ setting_value: { old: 'Call {{NAME}}', new: first } });
});

test('contacts have a history like every setting, and several settings can be listed together', async () => {
  const server = await testServer();
  const { idOf, save, token } = await subscriber(server);
  const contacts = await idOf('contact_person');
  const other = await idOf('mail_to_user_5');
  const list = JSON.stringify([{ name: 'Ann', phone: '', email: '' }]);
  await save(contacts.id, list);
  await save(other.id, 'no');
  const { body } = await server.get('/tapi/v1/listPaged/version', {
    token,
    query: { filter_subject: 'settings', filterin_subject_id: `${contacts.id}|${other.id}` },
  });
  expect(
    body.items.map(({ subject_id, changes }: Version) => [subject_id, changes['setting_value']?.new]),
  ).toEqual([
    [other.id, 'no'],
    [contacts.id, list],
  ]);
});

test('the newest 50 versions are stored', async () => {
  const server = await testServer();
  const { idOf, save, history } = await subscriber(server);
  const { id } = await idOf('home_page_top_text');
  const { id: other } = await idOf('mail_to_user_5');
  await save(other, 'no');
  for (let number = 1; number <= STORED_VERSIONS + 3; number += 1) await save(id, `Text ${number}`);
  const { items } = await history(id, { per_page: 100 });
  expect(items).toHaveLength(STORED_VERSIONS);
  expect(items[0].changes.setting_value.new).toBe(`Text ${STORED_VERSIONS + 3}`);
  expect(items.at(-1).changes.setting_value.new).toBe('Text 4');
  expect((await history(other)).items).toHaveLength(1);
});

test('a plan has a version for each change, with its cost in dollars', async () => {
  const server = await testServer();
  const { token, history } = await administrator(server);
  const data = {
    plan_name: 'Small',
    plan_cost: 29.95,
    plan_term: 'Monthly',
    plan_stripe_id: 'price_1',
    max_users: 10,
  };
  const { id } = (await server.post('/api/v1/create/plan', { token, body: { data } })).body.data;
  const changed = { plan_cost: 39.5, max_users: 10 };
  await server.post('/api/v1/update/plan', { token, body: { id, data: changed } });
  const [update, create] = await history('plan', id);
  expect(update?.changes).toEqual({ plan_cost: { old: 29.95, new: 39.5 } });
  expect(create?.changes).toEqual(
    Object.fromEntries(Object.entries(data).map(([name, value]) => [name, { old: null, new: value }])),
  );
});

test('the history of the secret key has only its last four characters', async () => {
  const server = await testServer();
  const { admin, token, history } = await administrator(server);
  const id = await configId(server.db, 'payment_secret_key');
  for (const config_value of ['sk_live_OLDoldOLDold1111', 'sk_live_NEWnewNEWnew2222', ''])
    await server.post('/api/v1/update/config', { token, body: { id, data: { config_value } } });
  const items = await history('config', id);
  expect(items.map(({ changes }) => changes['config_value'])).toEqual([
    { old: '••••2222', new: '' },
    { old: '••••1111', new: '••••2222' },
    { old: '', new: '••••1111' },
  ]);
  expect(items[0]?.actor).toBe(`${admin.first_name} ${admin.last_name}`);
  const stored = await server.db.selectFrom('version').selectAll().execute();
  expect(JSON.stringify(stored)).not.toMatch(/sk_live|OLDold|NEWnew|enc:v1/);
});

test('a subscriber sees only its own history, and an administrator that of everyone', async () => {
  const server = await testServer();
  const mine = await subscriber(server);
  const theirs = await subscriber(server);
  const { token: adminToken, history } = await administrator(server);
  const { id } = await theirs.idOf('mail_to_user_5');
  await theirs.save(id, 'no');
  const config = await configId(server.db, 'user_submission_emails');
  const data = { config_value: 'help@consult.example' };
  await server.post('/api/v1/update/config', { token: adminToken, body: { id: config, data } });
  for (const query of [
    {},
    { filter_subject: 'settings', filter_subject_id: id },
    { filter_subject: 'config' },
  ])
    for (const base of ['/api/v1', '/tapi/v1']) {
      const { body } = await server.get(`${base}/listPaged/version`, { token: mine.token, query });
      expect(body.items).toEqual([]);
    }
  expect((await history('settings', id)).map(({ actor }) => actor)).toEqual(['Maria Lopez']);
  const wrong = await server.get('/api/v1/listPaged/version', {
    token: adminToken,
    query: { filter_subject: 'team' },
  });
  expect([wrong.status, wrong.body.errors]).toEqual([
    400,
    [{ msg: 'Filter subject must be one of settings, config, plan.', field: 'filter_subject' }],
  ]);
});

test('the default of a setting is what a new subscriber has, of a configuration value what a new system has', async () => {
  const server = await testServer();
  const mine = await subscriber(server);
  const { token: admin } = await administrator(server);
  const { id, setting_value } = await mine.idOf('mail_to_admin_emails_5');
  await mine.save(id, 'a@work.example');
  const read = async (token: string, base: string, query: Record<string, string | number>) =>
    await server.get(`${base}/defaultValue`, { token, query });
  expect((await read(mine.token, '/tapi/v1', { subject: 'settings', id })).body).toEqual({
    ok: true,
    data: { value: setting_value },
  });
  const config = await configId(server.db, 'daily_sms_limit');
  expect((await read(admin, '/api/v1', { subject: 'config', id: config })).body.data).toEqual({
    value: 'free: 50, paid: 500, upgraded: 500',
  });
  const other = await subscriber(server);
  const [foreign, unknown, ofPlatform] = [
    await read(other.token, '/tapi/v1', { subject: 'settings', id }),
    await read(other.token, '/tapi/v1', { subject: 'settings', id: 999_999 }),
    await read(other.token, '/api/v1', { subject: 'config', id: config }),
  ];
  expect(foreign.status).toBe(404);
  expect([foreign.body, ofPlatform.body]).toEqual([unknown.body, unknown.body]);
  const missing = await read(mine.token, '/tapi/v1', { id });
  expect([missing.status, missing.body.errors]).toEqual([
    400,
    [{ msg: 'Subject must be settings or config.', field: 'subject' }],
  ]);
});
