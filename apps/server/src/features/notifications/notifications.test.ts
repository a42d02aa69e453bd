import { withoutPress } from '../../testing/phones/without-press.ts';
import { withReason } from '../../testing/outbox.ts';
import { randomUUID } from 'node:crypto';
import { BUTTON_IDS, FORM_IDS, VARIABLES, type Item } from '@callpoint/contract/catalog';
import { expandPreview, type NotificationPreview } from '@callpoint/contract/notifications';
import { notificationKeys } from '@callpoint/contract/setting-kinds';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withTexts } from '../../delivery/queue/message-text.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { QUOTAS, type QuotaTable } from '../../http/admission/expensive-kinds.ts';
import { databaseContent } from '../../testing/databases/content.ts';
import { splitBySavability } from '../../testing/input/savable.ts';
import { NO_QUOTAS, testServer, type TestServer } from '../../testing/server.ts';

async function setUp(quotas = QUOTAS as QuotaTable) {
  const server = await testServer({ quotas });
  const team = await buildTeam(server.db, { email: 'boss@team.example', phone: '+1 202 555 0100' });
  const user = await buildAppUser(server.db, team.id, {
    name: 'Ann <b>',
    email: 'ann@work.example',
    phone: '+1 202 555 0143',
  });
  const token = await server.tokenOf('team', team.id);
  const preview = (body: object) =>
    server.post('/tapi/v1/preview/submission', { token, body: { app_user_id: user.id, ...body } });
  const sendTest = (body: object) =>
    server.post('/tapi/v1/test/message', { token, body: { app_user_id: user.id, ...body } });
  return { server, team, user, token, preview, sendTest };
}

const location = { lat: 38.8977, lng: -77.0365 };

test('previews the given and the saved settings, and stores nothing', async () => {
  const { server, preview } = await setUp();
  const before = await databaseContent(server.db);
  const settings = {
    mail_to_admin_emails_5: 'boss@team.example, guard@work.example',
    mail_to_user_5: 'no',
    sms_to_user_5: 'yes',
    sms_to_user_message_5: 'Hold on, {{NAME}}: {{LOCATION}}',
    msg_to_show_on_screen_5: 'We know, {{NAME}}.',
  };
  const { status, body } = await preview({ button_id: 5, location, settings });
  expect(status).toBe(200);
  const { now, saved, is_on, is_blocked } = expandPreview(body.data);
  expect([is_on, is_blocked, now.alert]).toEqual([true, false, 'We know, Ann <b>.']);
  const briefly = ({ messages }: NotificationPreview) =>
    messages.map(({ channel, role, address, state }) => [channel, role, address, state].join(' '));
  expect(briefly(now)).toEqual([
    'email team boss@team.example held',
    'email team guard@work.example held',
    'sms team +12025550100 held',
    'sms user +12025550143 held',
  ]);
  expect(now.messages[3]?.text).toBe('Hold on, Ann <b>: 38.8977, -77.0365');
  expect(briefly(saved)).toEqual([
    'email team boss@team.example held',
    'email user ann@work.example held',
    'sms team +12025550100 held',
  ]);
  expect(await databaseContent(server.db)).toEqual(before);
});

test('reports why a press would be rejected; rejects settings of another item and a call with two items, and names them', async () => {
  const { server, user, team, preview } = await setUp();
  await server.db.updateTable('app_user').set({ status: 0 }).where('id', '=', user.id).execute();
  await server.db
    .updateTable('settings')
    .set({ setting_value: 'no' })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'btn_7_mode')
    .execute();
  expect((await preview({ f_id: 3 })).body.data).toMatchObject({ is_on: false, is_blocked: true });
  const foreign = await preview({ button_id: 5, settings: { mail_to_user_4: 'yes', constructor: 'x' } });
  expect([foreign.status, foreign.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['settings.mail_to_user_4', 'settings.constructor'],
  ]);
  for (const ids of [{}, { button_id: 5, f_id: 3 }]) {
    const { status, body } = await preview(ids);
    expect([status, body.errors[0].field]).toEqual([400, 'button_id']);
  }
});

const part = fc.oneof(
  fc.constantFrom(...VARIABLES.map((name) => `{{${name}}}`), '{{', '}}', '<b>', '\n', 'é', '👍', '—', ', '),
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
);
const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
const list = fc
  .array(
    fc.constantFrom(
      'ann@work.example',
      'ANN@work.example',
      'no address',
      '+12025550143',
      '12025550199',
      '911',
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(', '));
const anyItem = fc.constantFrom<Item>(
  ...BUTTON_IDS.map((id) => ({ kind: 'button', id }) as const),
  ...FORM_IDS.map((id) => ({ kind: 'form', id }) as const),
);

function settingsOf(item: Item): fc.Arbitrary<Record<string, string>> {
  const valueOf = (key: string) => {
    if (/_emails|_number/.test(key)) return list;
    return /subject|message|screen/.test(key) ? text : fc.constantFrom('yes', 'no');
  };
  return fc.record(Object.fromEntries(notificationKeys(item).map((key) => [key, valueOf(key)])), {
    requiredKeys: [],
  }) as fc.Arbitrary<Record<string, string>>;
}

async function save(server: TestServer, teamId: number, settings: Record<string, string>) {
  for (const [key, value] of Object.entries(settings)) {
    await server.db
      .updateTable('settings')
      .set({ setting_value: value })
      .where('team_id', '=', teamId)
      .where('setting_key', '=', key)
      .execute();
  }
}

test(
  'the preview has exactly the messages that a press plans after the settings are saved',
  { timeout: 60_000 },
  async () => {
    const { server, team, user, preview } = await setUp(NO_QUOTAS);
    const phone = await server.tokenOf('app_user', user.id);
    const given = anyItem.chain((item) =>
      fc.record({
        item: fc.constant(item),
        settings: settingsOf(item),
        location: fc.option(fc.constant(location)),
        name: fc.constantFrom('Ann', '{{EMAIL}}', 'Ann <b>', 'Zoë 👍'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(given, async ({ item, settings, location: at, name }) => {
        await server.db.updateTable('app_user').set({ name }).where('id', '=', user.id).execute();
        const ids = item.kind === 'button' ? { button_id: item.id } : { f_id: item.id };
        const texts =
          item.kind === 'button' ? {} : { company: 'Smith', message: 'Gloves {{NAME}}', type: 'PPE' };
        const [valid, saved] = splitBySavability(settings);
        await save(server, team.id, saved);
        const { body } = await preview({ ...ids, ...texts, location: at, settings: valid });
        await save(server, team.id, valid);
        const path = item.kind === 'button' ? 'button_click' : 'form_submission';
        const pressed = await server.post(`/mapi/v1/${path}`, {
          token: phone,
          body: { client_id: randomUUID(), ...ids, ...texts, location: at },
        });
        const rows = await server.db
          .selectFrom('delivery')
          .leftJoin('message_text', 'message_text.id', 'delivery.text_id')
          .select(['channel', 'role', 'address', 'subject', 'body as text', 'state'])
          .select(['reason', 'reason_code', 'reason_params'])
          .where(item.kind === 'button' ? 'button_click_id' : 'form_submission_id', '=', pressed.body.data.id)
          .orderBy('delivery.id')
          .execute();
        expect(withoutPress(expandPreview(body.data).now)).toEqual(
          withoutPress({
            alert: pressed.body.data.alert,
            messages: rows.map((row) => {
              const { reason_code: _code, reason_params: _params, ...message } = withReason(row);
              return message;
            }),
          }),
        );
        const again = (await preview({ ...ids, ...texts, location: at })).body.data.now;
        expect(withoutPress(again)).toEqual(withoutPress(body.data.now));
      }),
      { numRuns: 25 },
    );
  },
);

test('a test message is sent to the subscriber itself through the outbox, marked as a test, with the unsaved text', async () => {
  const { server, team, sendTest } = await setUp();
  const settings = { mail_to_bermac_subject_5: 'Help {{NAME}}', mail_to_bermac_message_5: 'Call {{PHONE}}.' };
  const sent = await sendTest({ button_id: 5, channel: 'email', role: 'consultancy', settings });
  expect(sent.body).toMatchObject({ ok: true, data: { id: expect.any(Number) } });
  const stored = await server.db.selectFrom('delivery').selectAll().execute();
  const [row] = await withTexts(server.db, stored.map(withReason));
  expect(row).toMatchObject({
    id: sent.body.data.id,
    team_id: team.id,
    button_click_id: null,
    form_submission_id: null,
    purpose: 'test',
    channel: 'email',
    address: 'boss@team.example',
    subject: 'TEST: Help Ann <b>',
    body: 'TEST: no one needs help. A real message would be:\n\nCall +1 202 555 0143.',
    state: 'held',
    reason: 'Email is not configured on this server.',
  });
  expect(row?.html).toContain('TEST: no one needs help.');
  const audit = await server.db
    .selectFrom('audit')
    .select('changes')
    .where('subject', '=', 'delivery')
    .execute();
  expect(JSON.stringify(audit)).not.toContain('no one needs help');

  const sms = await sendTest({ button_id: 5, channel: 'sms', role: 'team' });
  expect(sms.status).toBe(200);
  const rejected = await sendTest({ f_id: 3, channel: 'sms', role: 'team' });
  expect([rejected.status, rejected.body.msg]).toEqual([409, 'A form sends no SMS.']);
  const empty = { sms_to_user_message_5: ' ' };
  const blank = await sendTest({ button_id: 5, channel: 'sms', role: 'user', settings: empty });
  expect([blank.status, blank.body.errors]).toEqual([
    400,
    [{ msg: 'The value is required.', field: 'settings.sms_to_user_message_5' }],
  ]);
});

test('limits the test messages of each subscriber, and names an unreachable number', async () => {
  const { server, team, sendTest } = await setUp();
  await server.db.updateTable('team').set({ phone: '12' }).where('id', '=', team.id).execute();
  const body = { button_id: 5, channel: 'sms', role: 'team' };
  const first = await sendTest(body);
  expect([first.status, first.body.msg]).toEqual([
    409,
    '“12” can’t receive SMS. Enter a phone number with + and the country code.',
  ]);
  const statuses: number[] = [];
  for (let calls = 0; calls < 10; calls += 1) statuses.push((await sendTest(body)).status);
  expect(statuses.at(-1)).toBe(429);
});

test('a preview and a test reject what saving rejects, with all problems', async () => {
  const { server, preview, sendTest } = await setUp();
  const before = await databaseContent(server.db);
  const settings = {
    mail_to_user_message_5: '{{MESSAGE}}'.repeat(1_800),
    mail_to_admin_emails_5: 'boss@team.example, nobody',
    sms_to_admin_number_5: '911',
  };
  for (const call of [
    preview({ button_id: 5, settings }),
    sendTest({ button_id: 5, channel: 'email', role: 'user', settings }),
  ]) {
    const { status, body } = await call;
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'settings.mail_to_user_message_5',
      'settings.mail_to_user_message_5',
      'settings.mail_to_admin_emails_5',
      'settings.sms_to_admin_number_5',
    ]);
  }
  expect(await databaseContent(server.db)).toEqual(before);
});

test('the largest preview returns each text once, cut at its limit', async () => {
  const { preview } = await setUp();
  const message = '{{MESSAGE}}'.repeat(727);
  const settings = {
    mail_to_admin_emails_f_2: Array.from({ length: 20 }, (_, index) => `a${index}@work.example`).join(','),
    mail_to_admin_message_f_2: message,
    mail_to_user_message_f_2: message,
  };
  const { status, body } = await preview({ f_id: 2, message: 'x'.repeat(5000), type: 'x', settings });
  expect(status).toBe(200);
  expect(body.data.now.texts.map((one: { text: string }) => one.text.length)).toEqual([100_000, 100_000]);
  expect(body.data.now.messages).toHaveLength(21);
  expect(JSON.stringify(body).length).toBeLessThan(220_000);
});
