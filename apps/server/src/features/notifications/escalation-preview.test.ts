import { perChannel } from '@callpoint/contract/channels/channels';
import type { EscalationTimeline } from '@callpoint/contract/escalation-preview';
import { pushCalls } from '@callpoint/contract/push';
import { expect, test } from 'vitest';
import { IncidentsDb } from '../../db/handles/incidents.ts';
import { withTexts } from '../../delivery/queue/message-text.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { openLog } from '../../http/logging/log.ts';
import { Escalator } from '../../incidents/escalation/escalator.ts';
import { databaseContent } from '../../testing/databases/content.ts';
import { testServer } from '../../testing/server.ts';
import { withoutPress } from '../../testing/phones/without-press.ts';

const MINUTE = 60_000;

async function setUp(channels = perChannel(() => true)) {
  const server = await testServer({ channels });
  const team = await buildTeam(server.db, { email: 'boss@team.example', phone: '+1 202 555 0100' });
  const user = await buildAppUser(server.db, team.id, { name: 'Ann Lee', phone: '+1 202 555 0143' });
  await buildAdmin(server.db, { email: 'ada@callpoint.example' });
  const token = await server.tokenOf('team', team.id);
  const call = (body: object) => server.post('/tapi/v1/previewEscalation', { token, body });
  const preview = async (body: object) => (await call(body)).body.data as EscalationTimeline;
  return { server, team, user, token, call, preview, channels };
}

const MARIA = { kind: 'person', name: 'Maria Ortiz', email: 'maria@team.example', phone: '(303) 555-0141' };
const POLICY = {
  needs_answer: true,
  steps: [
    { after: 3, to: [MARIA, { kind: 'contacts' }], by: ['email', 'sms'] },
    { after: 10, to: [{ kind: 'consultancy' }], by: ['email'] },
    { after: 15, to: [{ kind: 'owner' }, { kind: 'administrators' }], by: ['email'] },
  ],
  repeat: { times: 1, every: 20 },
  procedure: 'Call the person.',
};

const summarize = ({ runs }: EscalationTimeline) =>
  runs.map(({ after, messages }) => [
    after,
    ...messages.map(({ channel, role, name, address, state, reason }) =>
      [channel, role, name ?? '?', address || '-', state, ...(reason === null ? [] : [reason])].join(' | '),
    ),
  ]);

test('shows who is notified when, and why others are skipped, and stores nothing', async () => {
  const { server, preview } = await setUp();
  const before = await databaseContent(server.db);
  const timeline = await preview({ button_id: 5, policy: POLICY });
  expect(timeline).toMatchObject({
    person: 'Ann Lee',
    needs_answer: true,
    zone: 'UTC',
    repeats: 1,
    unanswered_after: 40,
  });
  expect(summarize(timeline).slice(0, 4)).toEqual([
    [
      0,
      expect.stringMatching(/^email \| team \| Tess .* \| boss@team.example \| pending$/),
      expect.stringMatching(/^email \| user \| Ann Lee/),
      expect.stringMatching(/^sms \| team \| Tess .* \| \+12025550100 \| pending$/),
    ],
    [
      3,
      'email | person | Maria Ortiz | maria@team.example | pending',
      'email | contacts | ? | - | skipped | No safety contact has an email address.',
      'sms | person | Maria Ortiz | +13035550141 | pending',
      'sms | contacts | ? | - | skipped | No safety contact has a phone number.',
    ],
    [10, 'email | consultancy | ? | - | skipped | The safety consultancy gets no email about this button.'],
    [
      15,
      expect.stringMatching(/^email \| owner \| .* \| boss@team.example \| pending$/),
      'email | administrators | ? | - | pending',
    ],
  ]);
  expect(JSON.stringify(timeline)).not.toContain('ada@callpoint.example');
  expect(JSON.stringify(timeline)).not.toContain('RESPOND_LINK');
  expect(timeline.texts.some(({ text }) => text.endsWith('open [personal link]'))).toBe(true);
  expect(await databaseContent(server.db)).toEqual(before);
});

test('shows exactly the messages that a real escalation sends', async () => {
  const { server, team, user, preview, channels } = await setUp();
  await server.db
    .updateTable('settings')
    .set({ setting_value: JSON.stringify({ ...POLICY, repeat: { times: 0, every: 20 } }) })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'escalation_5')
    .execute();
  const phone = await server.tokenOf('app_user', user.id);
  await server.post('/mapi/v1/button_click', {
    token: phone,
    body: { client_id: crypto.randomUUID(), button_id: 5 },
  });
  const timeline = await preview({ button_id: 5, app_user_id: user.id });
  const pressed = Date.now();
  const clock = { now: new Date(pressed) };
  const escalator = new Escalator({
    incidents: new IncidentsDb(server.db),
    channels,
    maps: { mapsUrl: '', mapImageUrl: null },
    smsFrom: null,
    smsCountries: null,
    publicUrl: null,
    live: { publish: () => {} },
    wakeDelivery: () => {},
    log: openLog('silent'),
    now: () => clock.now,
  });
  for (const { run, after } of timeline.runs) {
    clock.now = new Date(pressed + after * MINUTE);
    if (run > 0) await escalator.check();
  }
  const rows = await server.db
    .selectFrom('delivery')
    .select(['incident_run', 'channel', 'address', 'state', 'text_id'])
    .where('purpose', 'is distinct from', 'alarm')
    .execute();
  const sent = await withTexts(server.db, rows);
  const real = sent.map(({ incident_run, channel, address, state, subject, body }) => ({
    run: incident_run ?? 0,
    channel,
    address,
    state,
    subject,
    text: body,
  }));
  const shown = timeline.runs.flatMap(({ run, messages }) =>
    messages.map(({ channel, role, address, state, text }) => ({
      run,
      channel,
      address: role === 'administrators' ? 'ada@callpoint.example' : address,
      state,
      ...(timeline.texts[text] ?? { subject: null, text: '' }),
    })),
  );
  const comparable = (messages: readonly { state: string }[]) =>
    messages
      .filter(({ state }) => state !== 'skipped')
      .map((message) =>
        withoutPress(JSON.stringify(message)).replaceAll('{{RESPOND_LINK}}', '[personal link]'),
      )
      .toSorted();
  expect(comparable(shown).length).toBeGreaterThan(5);
  expect(comparable(real)).toEqual(comparable(shown));
});

test('a drill marks every text, and does not notify the consultancy and the administrators', async () => {
  const { preview } = await setUp();
  const { texts, runs } = await preview({ button_id: 5, policy: POLICY, is_drill: true });
  const messages = runs.flatMap((run) => run.messages).filter(({ state }) => state !== 'skipped');
  for (const { text } of messages) expect(texts[text]?.subject ?? texts[text]?.text).toMatch(/^DRILL/);
  expect(messages.map(({ role }) => role)).not.toContain('administrators');
});

test('a drill shows why the consultancy gets no message of the press, and really plans none', async () => {
  const { server, team, user, token, preview } = await setUp();
  const { db } = server;
  await db
    .updateTable('settings')
    .set({ setting_value: 'yes' })
    .where('team_id', '=', team.id)
    .where('setting_key', 'in', ['mail_to_bermac_5', 'sms_to_bermac_5'])
    .execute();
  await db
    .insertInto('config')
    .values({
      config_key: 'user_submission_emails',
      config_value: 'help@consult.example',
      updated_at: new Date().toISOString(),
    })
    .execute();
  const firstOf = async (body: object) => {
    const timeline = await preview({ button_id: 5, policy: POLICY, ...body });
    const [first = []] = summarize(timeline);
    return first.filter((line) => String(line).includes('| consultancy |'));
  };
  expect(await firstOf({})).toEqual([
    'email | consultancy | ? | help@consult.example | pending',
    'sms | consultancy | ? | - | skipped | No phone number is known for the safety consultancy.',
  ]);
  expect(await firstOf({ is_drill: true })).toEqual([
    'email | consultancy | ? | help@consult.example | skipped | Drills do not notify the safety consultancy.',
    'sms | consultancy | ? | - | skipped | Drills do not notify the safety consultancy.',
  ]);
  const { runs, texts } = await preview({ button_id: 5, policy: POLICY, is_drill: true });
  const shown = runs[0]?.messages ?? [];
  for (const { text } of shown) expect(texts[text]?.subject ?? texts[text]?.text).toMatch(/^DRILL/);

  const drill = { button_id: 5, app_user_id: user.id };
  expect(await server.post('/tapi/v1/drill', { token, body: drill })).toMatchObject({ status: 200 });
  const planned = await db.selectFrom('delivery').select(['channel', 'role', 'address']).execute();
  const sent = shown.filter(({ state }) => state === 'pending');
  expect(planned).toEqual(sent.map(({ channel, role, address }) => ({ channel, role, address })));
  const responders = await db.selectFrom('incident_responder').select('role').execute();
  expect(responders.length).toBeGreaterThan(0);
  expect(responders.map(({ role }) => role)).not.toContain('consultancy');
});

test('messages of a channel that is not configured are held, and the next step starts immediately', async () => {
  const { preview } = await setUp(perChannel((channel) => channel !== 'email'));
  const [first, , last] = POLICY.steps;
  const steps = [first, { after: 10, to: [{ kind: 'owner' }], by: ['email'] }, last];
  const policy = { ...POLICY, steps, repeat: { times: 0, every: 20 } };
  const { runs } = await preview({ button_id: 5, policy });
  expect(runs[0]?.messages[0]).toMatchObject({
    state: 'held',
    reason: 'Email is not configured on this server.',
  });
  expect(runs.map(({ after }) => after)).toEqual([0, 3, 10, 10]);
});

test('push messages are promised only to accounts that turned notifications on', async () => {
  const { server, team, token, preview } = await setUp();
  const steps = [
    { after: 3, to: [{ kind: 'owner' }], by: ['push'] },
    { after: 10, to: [{ kind: 'consultancy' }], by: ['push'] },
    { after: 12, to: [{ kind: 'owner' }], by: ['email'] },
  ];
  const policy = { ...POLICY, steps, repeat: { times: 0, every: 20 } };
  const read = async () => summarize(await preview({ button_id: 5, policy })).slice(1);
  const owner = `push | owner | ${team.first_name} ${team.last_name} | team:${team.id}`;
  const consultancy =
    'push | consultancy | ? | - | skipped | The safety consultancy has no account, so it can’t get push notifications.';
  const mail = expect.stringContaining('email | owner');
  expect(await read()).toEqual([
    [3, `${owner} | skipped | No browser or phone of this person receives notifications.`],
    [3, consultancy],
    [3, mail],
  ]);
  await server.post('/tapi/v1/push_subscription', { token, body: pushCalls.subscribeConsole.example.body });
  expect(await read()).toEqual([
    [3, `${owner} | pending`],
    [10, consultancy],
    [10, mail],
  ]);
});

test('a button whose presses need no answer has only the messages of the press', async () => {
  const { preview } = await setUp();
  expect(await preview({ button_id: 1 })).toMatchObject({ needs_answer: false, unanswered_after: null });
  expect((await preview({ button_id: 1 })).runs).toHaveLength(1);
});

test('a subscriber without app users gets the timeline of a sample', async () => {
  const { server } = await setUp();
  const team = await buildTeam(server.db);
  const token = await server.tokenOf('team', team.id);
  const { body } = await server.post('/tapi/v1/previewEscalation', { token, body: { button_id: 5 } });
  expect(body.data.person).toBe('Sample person');
});

test('rejects an app user of another subscriber like an unknown one, and an invalid policy', async () => {
  const { server, call } = await setUp();
  const other = await buildTeam(server.db);
  const theirs = await buildAppUser(server.db, other.id);
  const [foreign, unknown] = [
    await call({ button_id: 5, app_user_id: theirs.id }),
    await call({ button_id: 5, app_user_id: 999_999 }),
  ];
  expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
  expect(foreign.status).toBe(404);
  const [first] = POLICY.steps;
  const invalid = await call({ button_id: 5, policy: { ...POLICY, steps: [first, first] } });
  expect([invalid.status, invalid.body.errors[0].field]).toEqual([400, 'policy.steps.1.after']);
  expect((await call({ button_id: 3 })).status).toBe(400);
});

test('a person of a step who is one of hundreds of app users gets a push message', async () => {
  const { server, team, preview } = await setUp();
  const before = Array.from({ length: 500 }, (_, at) =>
    buildAppUser(server.db, team.id, { name: `Guard ${at}` }),
  );
  await Promise.all(before);
  const { name, email } = MARIA;
  const maria = await buildAppUser(server.db, team.id, { name, email, phone: '+13035550141' });
  const policy = { ...POLICY, steps: [{ after: 3, to: [MARIA], by: ['push'] }] };
  const { runs } = await preview({ button_id: 5, policy });
  const { messages = [] } = runs.find(({ after }) => after === 3) ?? {};
  expect(messages).toMatchObject([{ channel: 'push', name, address: `app_user:${maria.id}` }]);
});
