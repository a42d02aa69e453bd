import { expect, test } from 'vitest';
import { SETTINGS } from '@callpoint/contract/setting-kinds';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { ensureSettings } from './ensure-settings.ts';

async function teamOf(server: TestServer) {
  const team = await buildTeam(server.db);
  return { team, token: await server.tokenOf('team', team.id) };
}

async function settingOf(server: TestServer, teamId: number, key: string) {
  return await server.db
    .selectFrom('settings')
    .select(['id', 'setting_value'])
    .where('team_id', '=', teamId)
    .where('setting_key', '=', key)
    .executeTakeFirstOrThrow();
}

test('a new subscriber has all settings, and can filter them by key', async () => {
  const server = await testServer();
  const { token } = await teamOf(server);
  const all = await server.get('/tapi/v1/listPaged/settings', { token, query: { my: 'yes', per_page: 500 } });
  expect(all.body.items.map(({ setting_key }: { setting_key: string }) => setting_key).toSorted()).toEqual(
    [...SETTINGS.keys()].toSorted(),
  );
  const some = await server.get('/tapi/v1/listPaged/settings', {
    token,
    query: { my: 'yes', filterin_setting_key: 'mail_to_user_5|btn_5_mode|no_such_key' },
  });
  expect(some.body.items.map(({ setting_key }: { setting_key: string }) => setting_key).toSorted()).toEqual([
    'btn_5_mode',
    'mail_to_user_5',
  ]);
  const one = await server.get('/tapi/v1/listPaged/settings', {
    token,
    query: { filter_setting_key: 'contact_person', my: 'yes', page: 1, per_page: 100 },
  });
  expect(one.body.items).toHaveLength(1);
  expect(JSON.parse(one.body.items[0].setting_value)).toHaveLength(3);
});

test('existing subscribers get the settings of a new version; their values and other rows stay', async () => {
  const server = await testServer();
  const { db } = server;
  const { team } = await teamOf(server);
  const complete = await buildTeam(db);
  const rows = () =>
    db.selectFrom('settings').select(['id', 'team_id', 'setting_key', 'setting_value', 'updated_at']);
  const readTeamSettings = async () =>
    new Map((await rows().where('team_id', '=', team.id).execute()).map((row) => [row.setting_key, row]));
  const before = await readTeamSettings();
  await db
    .updateTable('settings')
    .set({ setting_value: 'Ours' })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'mail_to_admin_message_5')
    .execute();
  await db
    .updateTable('settings')
    .set({ setting_key: 'of_an_old_version' })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'sms_to_admin_message_5')
    .execute();
  await db
    .deleteFrom('settings')
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'sms_to_admin_number_5')
    .execute();
  const untouched = await rows().where('team_id', '=', complete.id).orderBy('id').execute();
  const marks = async () =>
    (await db.selectFrom('reach').select(['team_id', 'wanted']).orderBy('team_id').execute()).map(
      ({ wanted }) => wanted,
    );
  const marked = await marks();

  await Promise.all([ensureSettings(new AccountsDb(db)), ensureSettings(new AccountsDb(db))]);

  const after = await readTeamSettings();
  expect([...after.keys()].toSorted()).toEqual([...SETTINGS.keys(), 'of_an_old_version'].toSorted());
  for (const key of ['sms_to_admin_message_5', 'sms_to_admin_number_5'])
    expect(after.get(key)?.setting_value).toBe(before.get(key)?.setting_value);
  expect(after.get('mail_to_admin_message_5')?.setting_value).toBe('Ours');
  expect(await rows().where('team_id', '=', complete.id).orderBy('id').execute()).toEqual(untouched);
  const [ofChanged = 0, ofComplete] = await marks();
  expect(ofChanged).toBeGreaterThan(marked[0] ?? 0);
  expect(ofComplete).toBe(marked[1]);
});

test('a start without new settings checks only the subscribers of the last days', async () => {
  const { db } = await testServer();
  const [old, recent] = [await buildTeam(db), await buildTeam(db)];
  const now = new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  await db
    .updateTable('team')
    .set({ created_at: daysAgo(8) })
    .where('id', '=', old.id)
    .execute();
  await db
    .updateTable('team')
    .set({ created_at: daysAgo(6) })
    .where('id', '=', recent.id)
    .execute();
  await ensureSettings(new AccountsDb(db), now);
  await db.deleteFrom('settings').where('setting_key', '=', 'sms_to_admin_number_5').execute();

  await ensureSettings(new AccountsDb(db), now);

  const withSetting = await db
    .selectFrom('settings')
    .select('team_id')
    .where('setting_key', '=', 'sms_to_admin_number_5')
    .execute();
  expect(withSetting).toEqual([{ team_id: recent.id }]);
});

test('a value is stored unchanged', async () => {
  const server = await testServer();
  const { team, token } = await teamOf(server);
  const { id } = await settingOf(server, team.id, 'mail_to_admin_message_5');
  const value = '  {{NAME}} needs help — “now”\n\n{{LOCATION_LINK}}\t☎ {{PHONE}}  ';
  const response = await server.post('/tapi/v1/update/settings', {
    token,
    body: { id, data: { setting_value: value } },
  });
  expect(response.body).toEqual({
    ok: true,
    msg: 'Updated Successfully.',
    data: { updated_at: expect.any(String) },
  });
  expect((await settingOf(server, team.id, 'mail_to_admin_message_5')).setting_value).toBe(value);
});

/** The value of a policy with some other fields. */
function policy(changed: object): string {
  return JSON.stringify({
    needs_answer: true,
    steps: [],
    repeat: { times: 0, every: 30 },
    procedure: '',
    ...changed,
  });
}
const step = (changed: object = {}) => ({ after: 5, to: [{ kind: 'team' }], by: ['email'], ...changed });
const person = (changed: object) => ({ kind: 'person', name: 'Kim', email: '', phone: '', ...changed });

test.each([
  ['mail_to_user_5', 'maybe', 'The value must be yes or no.'],
  ['btn_3_icon_color', 'red', 'The value must be a color like #FF544F.'],
  ['mail_to_admin_emails_5', 'a@b.example, c@', '“c@” is not an email address.'],
  ['mail_to_admin_emails_5', 'a@b.example\r\nBcc: x@y.example', 'The value must be one line.'],
  ['mail_to_admin_emails_5', ' , ', 'The value is required.'],
  [
    'sms_to_admin_number_5',
    '202-555-0143, call me, 12',
    '“call me” is not a phone number of 7 to 15 digits.',
  ],
  [
    'sms_to_admin_number_5',
    '+12025550143, 03012345678',
    '“03012345678” can’t receive SMS. Enter a phone number with + and the country code.',
  ],
  ['mail_to_admin_subject_5', 'Help\r\nBcc: x@y.example', 'The value must be one line.'],
  ['sms_to_admin_message_5', 'Help {{LOCATION_IMAGE}}', '{{LOCATION_IMAGE}} can’t be used in an SMS'],
  ['mail_to_admin_message_5', 'Help {{NMAE}}', '{{NMAE}} is not a variable. Did you mean {{NAME}}?'],
  ['mail_to_admin_message_5', 'Help {{MESSAGE}}', '{{MESSAGE}} can’t be used in this text'],
  ['mail_to_admin_message_f_1', 'Wants {{PRODUCTS}}', '{{PRODUCTS}} can’t be used in this text'],
  ['msg_to_show_on_screen_5', '   ', 'The value is required.'],
  ['mail_to_admin_message_5', 'nul \u0000', 'The value has a control character that can’t be sent.'],
  ['contact_person', '[{"name":1}]', 'Safety Person #1 name'],
  ['contact_person', '[{"name":"A\\r\\nBcc: x@y.example","phone":"","email":""}]', 'Safety Person #1 name'],
  [
    'contact_person',
    '[{"name":"Ann","phone":"","email":""},{"name":"Ann \u202eeeL","phone":"","email":""}]',
    'Safety Person #2 name has hidden characters that change the direction of text: type it again.',
  ],
  ['contact_person', '[{"name":"A","phone":"+1\\r\\n2025550","email":""}]', 'Safety Person #1 phone'],
  ['contact_person', '[{"name":"A","phone":"-----","email":""}]', 'Safety Person #1 phone'],
  ['contact_person', 'no list', 'The value must be a JSON list of contacts.'],
  ['contact_person', '{}', 'The value must be a JSON list of contacts.'],
  ['contact_person', '["Ann"]', 'Safety Person #1 must have a name, a phone and an email.'],
  [
    'contact_person',
    '[{"name":"A","phone":"","email":"","fax":""}]',
    'Safety Person #1 has a field besides name, phone and email.',
  ],
  [
    'contact_person',
    JSON.stringify(Array.from({ length: 21 }, () => ({ name: '', phone: '', email: '' }))),
    'must be at most 20 contacts.',
  ],
  ['contact_person', '[{"name":"\ud800","name":"A","phone":"","email":""}]', 'has a broken character.'],
  ['home_page_top_text', '', 'The value is required.'],
  ['escalation_5', 'no policy', 'The value must be an escalation policy as JSON.'],
  ['escalation_5', '[]', 'The value is missing, or not a valid value.'],
  [
    'escalation_5',
    policy({ needs_answer: false }),
    'Lone Worker Emergency always needs an answer. This cannot be turned off.',
  ],
  [
    'escalation_1',
    policy({ steps: [step({ after: 5 }), step({ after: 5 }), step({ after: 721, to: [], by: [] })] }),
    'Step 3: must be at most 720 minutes. Step 3: must notify someone. Step 3: must use a channel. Step 2: must be later than the step before it.',
  ],
  [
    'escalation_1',
    policy({ steps: [step({ to: [{ kind: 'team' }, person({ email: 'kim@' })] })] }),
    'Step 1, recipient 2, email: must be an email address',
  ],
  [
    'escalation_1',
    policy({ steps: [step({ to: [{ kind: 'everyone' }] })] }),
    'Step 1, recipient 1, kind: must be a group, or a person with a name, an email and a phone.',
  ],
  [
    'escalation_1',
    policy({ steps: [step({ to: [person({ name: 'Kim \u202eeeL' })] })] }),
    'Step 1, recipient 1, name: has hidden characters that change the direction of text: type it again.',
  ],
  [
    'escalation_1',
    policy({ steps: [step({ to: [person({ phone: '(900) 555-0143' })], by: ['sms'] })] }),
    'Step 1: +1 900 555 0143 is a premium-rate or shared-cost number.',
  ],
  ['escalation_1', policy({ steps: [{ ...step(), at: 5 }] }), 'Step 1: has an unknown field: at.'],
  [
    'escalation_1',
    policy({ steps: [step({ after: 20 })], repeat: { times: 1, every: 20 } }),
    'Repeats: must be later than the last step.',
  ],
  ['escalation_1', policy({ procedure: 'Call \u0000' }), 'Procedure: has a control character'],
  ['voice_rules', '{}', 'Start of the quiet hours: is missing, or not a valid value.'],
  [
    'voice_rules',
    '{"quiet_from":"9 PM","quiet_until":"07:00","agreed":["911"]}',
    'Start of the quiet hours: must be a time like 21:00. Number 1: must have 7 to 15 digits',
  ],
])('%s cannot be %j', async (key, value, message) => {
  const server = await testServer();
  const { team, token } = await teamOf(server);
  const before = await settingOf(server, team.id, key);
  const body = { id: before.id, data: { setting_value: value } };
  const response = await server.post('/tapi/v1/update/settings', { token, body });
  expect(response.status).toBe(400);
  expect(response.body.errors.map(({ msg }: { msg: string }) => msg).join(' ')).toContain(message);
  expect(response.body.errors[0].field).toBe('data.setting_value');
  expect(await settingOf(server, team.id, key)).toEqual(before);
});

test('a policy that names more people than fit is rejected with what to do, and with its other problems', async () => {
  const server = await testServer();
  const { team, token } = await teamOf(server);
  const { id } = await settingOf(server, team.id, 'escalation_1');
  const to = Array.from({ length: 20 }, (_, index) =>
    person({ name: `${'K'.repeat(97)} ${index}`, email: `kim.${index}@ridgeline.example` }),
  );
  const steps = Array.from({ length: 10 }, (_, index) => step({ after: index + 1, to }));
  const setting_value = policy({ steps, repeat: { times: 1, every: 10 } });
  const response = await server.post('/tapi/v1/update/settings', {
    token,
    body: { id, data: { setting_value } },
  });
  const tooLong = (setting_value.length - 20_000).toLocaleString('en-US');
  expect(response.body.errors.map(({ msg }: { msg: string }) => msg).join(' ')).toBe(
    `The policy is ${tooLong} characters too long. Choose groups, such as the safety team, instead of single people, or shorten the procedure. Repeats: must be later than the last step.`,
  );
});

test('a recipient that is in a list twice, in two notations, is stored once', async () => {
  const server = await testServer();
  const { team, token } = await teamOf(server);
  const save = async (key: string, setting_value: string) => {
    const { id } = await settingOf(server, team.id, key);
    const response = await server.post('/tapi/v1/update/settings', {
      token,
      body: { id, data: { setting_value } },
    });
    expect(response.body.ok).toBe(true);
    return (await settingOf(server, team.id, key)).setting_value;
  };
  expect(await save('sms_to_admin_number_5', '+12025550143, (202) 555-0143')).toBe('+12025550143');
  expect(await save('mail_to_admin_emails_5', 'Ann@x.example, ann@X.example')).toBe('Ann@x.example');
});

test('the numbers of an escalation policy and of the voice rules are stored with their country, each once', async () => {
  const server = await testServer();
  const { team, token } = await teamOf(server);
  const save = async (key: string, setting_value: string) => {
    const { id } = await settingOf(server, team.id, key);
    const body = { id, data: { setting_value } };
    expect((await server.post('/tapi/v1/update/settings', { token, body })).body.ok).toBe(true);
    return JSON.parse((await settingOf(server, team.id, key)).setting_value);
  };
  const kim = person({ phone: '(303) 555-0141' });
  expect(await save('escalation_1', policy({ steps: [step({ to: [kim] })] }))).toMatchObject({
    steps: [{ to: [{ name: 'Kim', phone: '+13035550141' }] }],
  });
  const rules = { quiet_from: '22:00', quiet_until: '06:30', agreed: ['3035550141', '+1 303 555 0141'] };
  expect(await save('voice_rules', JSON.stringify(rules))).toEqual({ ...rules, agreed: ['+13035550141'] });
});

test('a problem that occurs twice is reported once', async () => {
  const server = await testServer();
  const { team, token } = await teamOf(server);
  const { id } = await settingOf(server, team.id, 'mail_to_admin_emails_5');
  const body = { id, data: { setting_value: '' } };
  const response = await server.post('/tapi/v1/update/settings', { token, body });
  expect(response.body.msg).toBe('The value is required.');
});

test('another team’s setting gets the same response as a missing one, and does not change', async () => {
  const server = await testServer();
  const { token } = await teamOf(server);
  const { team: other } = await teamOf(server);
  const theirs = await settingOf(server, other.id, 'mail_to_user_5');
  const update = (id: number) =>
    server.post('/tapi/v1/update/settings', {
      token,
      query: { my: 'yes' },
      body: { id, data: { setting_value: 'no' } },
    });
  const [foreign, unknown] = [await update(theirs.id), await update(999_999)];
  expect(foreign.status).toBe(404);
  expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
  expect(await settingOf(server, other.id, 'mail_to_user_5')).toEqual(theirs);
  const list = await server.get('/tapi/v1/listPaged/settings', { token, query: { filter_id: theirs.id } });
  expect(list.body.items).toEqual([]);
});

test('an administrator can read settings but not change them', async () => {
  const server = await testServer();
  const { team } = await teamOf(server);
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const { id } = await settingOf(server, team.id, 'mail_to_user_5');
  expect((await server.get('/api/v1/listPaged/settings', { token })).status).toBe(200);
  const update = await server.post('/api/v1/update/settings', {
    token,
    body: { id, data: { setting_value: 'no' } },
  });
  expect([update.status, update.body.msg]).toEqual([403, 'You do not have access to this.']);
});

test('an unknown field of the data is rejected by name', async () => {
  const server = await testServer();
  const { team, token } = await teamOf(server);
  const { id } = await settingOf(server, team.id, 'mail_to_user_5');
  const data = { setting_value: 'no', setting_key: 'mail_to_user_1', team_id: 7 };
  const response = await server.post('/tapi/v1/update/settings', { token, body: { id, data } });
  expect([response.status, response.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['data.setting_key', 'data.team_id'],
  ]);
});
