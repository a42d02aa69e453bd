import { expect, test } from 'vitest';
import type { AuditLine } from '@callpoint/contract/audit';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildConfiguration } from '../../factories/configuration.ts';
import { buildPlan } from '../../factories/subscriptions.ts';
import { testServer } from '../../testing/server.ts';

/** An administrator who has changed a plan, and then a subscriber. */
async function changed() {
  const server = await testServer();
  const admin = await buildAdmin(server.db, { email: 'ada@callpoint.example' });
  const token = await server.tokenOf('admin', admin.id);
  const team = await buildTeam(server.db, { account_name: 'Ridgeline', first_name: 'Tess' });
  const plan = await buildPlan(server.db);
  const change = (path: string, body: object) => server.post(`/api/v1/update/${path}`, { token, body });
  expect((await change('plan', { id: plan.id, data: { plan_cost: 31.5 } })).status).toBe(200);
  const data = { first_name: '=Tess', password: 'Quiet-harbour-77' };
  expect((await change('team', { id: team.id, data })).status).toBe(200);
  const list = async (query: Record<string, string | number> = {}) => {
    const { status, body } = await server.get('/api/v1/listPaged/audit', { token, query });
    expect(status).toBe(200);
    return body;
  };
  return { server, token, admin, team, plan, list };
}

test('lists entries newest first, with the actor, the record and the old and new values, without secrets', async () => {
  const { admin, team, plan, list } = await changed();
  const { items } = await list();
  expect(items.slice(0, 2)).toEqual([
    {
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      actor_role: 'admin',
      actor_id: admin.id,
      actor: 'ada@callpoint.example',
      actor_name: `${admin.first_name} ${admin.last_name}`,
      address: '127.0.0.1',
      action: 'update',
      call: null,
      outcome: 'done',
      subject: 'team',
      subject_id: team.id,
      subject_name: 'Ridgeline',
      team_id: team.id,
      team: 'Ridgeline',
      changes: {
        first_name: { old: 'Tess', new: '=Tess' },
        password_hash: { old: 'not shown', new: 'not shown' },
      },
      names: {},
      detail: null,
    },
    expect.objectContaining({
      subject: 'plan',
      subject_id: plan.id,
      subject_name: plan.plan_name,
      team: null,
      changes: { plan_cost_cents: { old: 2995, new: 3150 } },
    }),
  ]);
});

test('filters entries by actor, action, time and subscriber, separately and combined', async () => {
  const { admin, team, list } = await changed();
  const subjects = async (query: Record<string, string | number>) =>
    (await list(query)).items.map(({ subject, action }: Record<string, string>) => `${action} ${subject}`);
  expect(await subjects({ filter_subject: 'plan' })).toEqual(['update plan']);
  expect(await subjects({ filter_action: 'update', filter_actor_role: 'admin' })).toEqual([
    'update team',
    'update plan',
  ]);
  expect(await subjects({ filter_actor_role: 'admin', filter_actor_id: admin.id, order: 'asc' })).toEqual([
    'update plan',
    'update team',
  ]);
  expect(await subjects({ filter_actor_role: 'admin', filter_actor_id: admin.id + 1 })).toEqual([]);
  expect(await subjects({ filter_team_id: team.id, filter_action: 'update' })).toEqual(['update team']);
  const all = (await list({ order: 'asc' })).items;
  const at = all.at(-1).at;
  expect(await subjects({ filter_from: at })).toContain('update team');
  expect(await subjects({ filter_to: all[0].at })).toEqual([]);
  expect(await subjects({ filter_outcome: 'refused' })).toEqual([]);
  const page = await list({ per_page: 1, page: 2 });
  expect(page.items).toHaveLength(1);
  expect(page.pagination.pageCount).toBe(all.length);
});

test('rejects an invalid filter and names it', async () => {
  const { server, token } = await changed();
  const query = { filter_action: 'steal', filter_from: 'yesterday', filter_subject: 'password_hash' };
  const { status, body } = await server.get('/api/v1/listPaged/audit', { token, query });
  expect([status, body.errors.map(({ field }: { field: string }) => field).toSorted()]).toEqual([
    400,
    ['filter_action', 'filter_from', 'filter_subject'],
  ]);
});

test('the export has the filtered entries, with formulas as text, and is recorded in the audit', async () => {
  const { server, token, admin, team, list } = await changed();
  const file = await server.get('/api/v1/export/audit', {
    token,
    query: { filter_team_id: team.id, filter_action: 'update', zone: 'Europe/Berlin' },
  });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{8}-\d{6}\.csv"$/);
  const lines = file.body.csv.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(
    'When (UTC),When (Europe/Berlin),Who,User ID,User email,User name,Network address',
  );
  expect(lines[0]).toContain('Account number,Account name,Changes');
  expect(lines[1]).toContain(
    `,admin,${admin.id},${admin.email},${admin.first_name} ${admin.last_name},127.0.0.1,update,,done,team,${team.id},${team.account_name},${team.id},${team.account_name},`,
  );
  expect(lines[1]).not.toContain('Quiet-harbour');
  expect((await list({ filter_action: 'export' })).items).toMatchObject([
    { actor_id: admin.id, subject: 'audit', team_id: team.id },
  ]);
  const theirs = await server.tokenOf('team', team.id);
  expect((await server.get('/api/v1/export/audit', { token: theirs })).status).toBe(403);
});

test('names settings, configuration values, plans and app users, also those of ids in the changes and deleted ones', async () => {
  const { server, token, team, plan, list } = await changed();
  const user = await buildAppUser(server.db, team.id, { name: 'Ann Lee' });
  const query = { team_id: team.id, selectedPlan: `${plan.plan_stripe_id}|${plan.max_users}` };
  expect((await server.get('/api/v1/upgradeByAdmin', { token, query })).status).toBe(200);
  const theirs = await server.tokenOf('team', team.id);
  const post = async (path: string, body: object, caller = token) =>
    expect((await server.post(path, { token: caller, body })).status).toBe(200);
  await post('/tapi/v1/update/app_user', { id: user.id, data: { status: 0 } }, theirs);
  const settingQuery = { my: 'yes', filter_setting_key: 'btn_5_mode' };
  const settings = await server.get('/tapi/v1/listPaged/settings', { token: theirs, query: settingQuery });
  const data = { setting_value: 'no' };
  await post('/tapi/v1/update/settings', { id: settings.body.items[0].id, data }, theirs);
  await post('/tapi/v1/delete/app_user', { id: user.id }, theirs);

  const named = async (filter: Record<string, string>) =>
    (await list(filter)).items.map(({ subject_name, names }: AuditLine) => [subject_name, names]);
  expect(await named({ filter_subject: 'app_user', filter_action: 'delete' })).toEqual([['Ann Lee', {}]]);
  expect(await named({ filter_subject: 'settings' })).toEqual([['btn_5_mode', {}]]);
  expect(await named({ filter_subject: 'team', filter_search: 'upgrade_by_admin' })).toEqual([
    ['Ridgeline', { plan_id: { [plan.id]: plan.plan_name } }],
  ]);
});

test('the search finds the shown words of actions, records and values', async () => {
  const { server, token, team, plan, list } = await changed();
  const user = await buildAppUser(server.db, team.id, { name: 'Grace Okafor' });
  const query = { team_id: team.id, selectedPlan: `${plan.plan_stripe_id}|${plan.max_users}` };
  expect((await server.get('/api/v1/upgradeByAdmin', { token, query })).status).toBe(200);
  const theirs = await server.tokenOf('team', team.id);
  const post = async (path: string, body: object) =>
    expect((await server.post(path, { token: theirs, body })).status).toBe(200);
  await post('/tapi/v1/update/app_user', { id: user.id, data: { status: 0 } });
  const found = async (filter_search: string) =>
    (await list({ filter_search })).items.map(({ action, subject }: AuditLine) => `${action} ${subject}`);
  expect(await found('Grace')).toEqual(['update app_user', 'create app_user']);
  await post('/tapi/v1/delete/app_user', { id: user.id });

  expect(await found('blocked')).toEqual(['delete app_user', 'update app_user']);
  expect(await found('active → blocked')).toEqual(['update app_user']);
  expect(await found('Deleted')).toEqual(['delete app_user']);
  expect(await found('changed: app user')).toEqual(['update app_user']);
  expect(await found('upgraded by admin')).toContain('update team');
  expect(await found('button press')).toEqual([]);
  await (await fetch(`${server.url}/api/v1/export/button_click?token=${token}`)).text();
  expect(await found('exported: button presses')).toEqual(['export button_click']);
});

test('the search finds the names of settings and configuration values as they are shown', async () => {
  const { server, token, team, list } = await changed();
  const theirs = await server.tokenOf('team', team.id);
  const change = async (base: string, table: string, key: string, value: string, caller: string) => {
    const column = table === 'config' ? 'config' : 'setting';
    const query = table === 'config' ? { per_page: 100 } : { my: 'yes', filter_setting_key: key };
    const { body } = await server.get(`${base}/listPaged/${table}`, { token: caller, query });
    const found = body.items.find((item: Record<string, unknown>) => item[`${column}_key`] === key);
    const data = { [`${column}_value`]: value };
    expect(
      (await server.post(`${base}/update/${table}`, { token: caller, body: { id: found.id, data } })).status,
    ).toBe(200);
  };
  await buildConfiguration(server.db, { emergency_number: '911' });
  await change('/tapi/v1', 'settings', 'btn_5_mode', 'no', theirs);
  await change('/tapi/v1', 'settings', 'sms_to_user_message_5', 'Stay there.', theirs);
  await change('/tapi/v1', 'settings', 'mail_to_user_message_f_2', 'We call you.', theirs);
  await change('/api/v1', 'config', 'emergency_number', '112', token);
  const found = async (filter_search: string) =>
    (await list({ filter_search })).items.map(({ subject_name }: AuditLine) => subject_name);

  expect(await found('lone worker emergency: mode')).toEqual(['btn_5_mode']);
  expect(await found('Lone Worker Emergency')).toEqual(['sms_to_user_message_5', 'btn_5_mode']);
  expect(await found('SMS to the user')).toEqual(['sms_to_user_message_5']);
  expect(await found('Emergency number')).toEqual(['emergency_number']);
  expect(await found('Configuration value “Emergency')).toEqual(['emergency_number']);
  expect(await found('Changed: Setting “Lone Worker Emergency: mode”')).toEqual(['btn_5_mode']);
  expect(await found('Deleted: Setting “Lone Worker Emergency: mode”')).toEqual([]);
  expect(await found('Request Safety Consultation: Email to the user')).toEqual(['mail_to_user_message_f_2']);
  expect(await found('Emails a day to external recipients')).toEqual([]);
});

test('an entry names its record as it was then, and a rejected call without its details', async () => {
  const { server, token, team, list } = await changed();
  const theirs = await server.tokenOf('team', team.id);
  const post = async (path: string, body: object, caller = theirs) =>
    (await server.post(path, { token: caller, body })).status;
  const data = {
    team_id: team.id,
    name: 'Walter Begay',
    email: 'walter@team.example',
    phone: '+13035550177',
    password: 'Quiet-harbour-77',
  };
  const created = await server.post('/tapi/v1/createCustom/app_user', { token: theirs, body: { data } });
  const { id } = created.body.data;
  expect(await post('/tapi/v1/update/app_user', { id, data: { name: 'Walter Renamed' } })).toBe(200);
  expect(await post('/tapi/v1/update/app_user', { id, data: { status: 0 } })).toBe(200);
  expect(await post('/api/v1/update/team', { id: team.id, data: { account_name: 'Ridge' } }, token)).toBe(
    200,
  );
  const named = async (filter: Record<string, string | number>) =>
    (await list(filter)).items.map(({ subject_name }: AuditLine) => subject_name);
  expect(await named({ filter_subject: 'app_user', filter_subject_id: id })).toEqual([
    'Walter Renamed',
    'Walter Begay',
    'Walter Begay',
  ]);
  expect((await named({ filter_subject: 'team', filter_action: 'update' }))[0]).toBe('Ridgeline');
  expect(await post('/tapi/v1/update/app_user', { id: 999_999, data: { status: 0 } })).toBe(404);
  const calls = async () =>
    (await list({ filter_outcome: 'refused' })).items.map(({ call }: AuditLine) => call);
  await expect.poll(calls).toEqual(['Change an app user']);
});

test('filters entries by restored records', async () => {
  const { server, token, list } = await changed();
  const spare = await buildPlan(server.db);
  const post = async (path: string, body: object) =>
    expect((await server.post(path, { token, body })).status).toBe(200);
  await post('/api/v1/delete/plan', { id: spare.id });
  const deleted = await server.get('/api/v1/listPaged/deleted', { token });
  await post('/api/v1/restore/deleted', { id: deleted.body.items[0].id });
  expect((await list({ filter_action: 'restore' })).items).toMatchObject([
    { action: 'restore', subject: 'plan', subject_id: spare.id, subject_name: spare.plan_name },
  ]);
});

test('a rejected call is named in words', async () => {
  const { server, token, list } = await changed();
  expect((await server.post('/api/v1/delete/plan', { token, body: { id: 999_999 } })).status).toBe(404);
  const calls = async () =>
    (await list({ filter_outcome: 'refused' })).items.map(({ call, detail }: Record<string, string>) => [
      call,
      detail,
    ]);
  await expect.poll(calls).toEqual([['Delete a plan', 'answered 404']]);
});
