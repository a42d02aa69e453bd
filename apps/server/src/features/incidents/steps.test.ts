import { expect, test } from 'vitest';
import { buildAdmin } from '../../factories/accounts.ts';
import { messagesOf, pressWorld } from '../../testing/incidents/press-world.ts';

const MINUTE = 60_000;

test('the steps start when they are due, each once, and end with an alarm', async () => {
  const { server, token, press, checkAfter } = await pressWorld();
  const { incident } = await press();
  const id = incident?.id ?? 0;
  expect(await checkAfter(MINUTE)).toBe(0);
  let steps = 0;
  for (let minute = 0; minute < 120; minute += 1) steps += await checkAfter(MINUTE);
  expect(await checkAfter(60 * MINUTE)).toBe(0);
  const { body } = await server.get('/tapi/v1/incident', { token, query: { id } });
  const { data } = body as {
    data: { events: { kind: string; data: { run: number } }[]; unanswered_at: string; next_step_at: null };
  };
  const runs = data.events.filter(({ kind }) => kind === 'step').map(({ data: { run } }) => run);
  expect(runs).toEqual(runs.map((_, index) => index + 1));
  expect(steps).toBe(runs.length + 1);
  expect(data.events.at(-1)?.kind).toBe('unanswered');
  expect(data.unanswered_at).not.toBeNull();
  expect(data.next_step_at).toBeNull();
  const { body: alarms } = await server.get('/tapi/v1/listPaged/alarm', {
    token,
    query: { filter_open: 'yes' },
  });
  expect(alarms).toMatchObject({ items: [{ reason: 'unacknowledged', button_id: 5 }] });
  expect(
    (await server.post('/tapi/v1/close/incident', { token, body: { id, outcome: 'false_alarm' } })).status,
  ).toBe(200);
  const { body: after } = await server.get('/tapi/v1/listPaged/alarm', {
    token,
    query: { filter_open: 'yes' },
  });
  expect(after).toMatchObject({ items: [] });
});

test('after an acknowledgment no further step starts; the owner can give it back', async () => {
  const { server, token, press, checkAfter } = await pressWorld();
  const { incident } = await press();
  const id = incident?.id ?? 0;
  const answer = (body: object) => server.post('/tapi/v1/answer/incident', { token, body: { id, ...body } });
  expect((await answer({ answer: 'have', eta_minutes: 10 })).body).toMatchObject({
    msg: 'You have it.',
    data: { state: 'acknowledged', owner: { via: 'console', role: 'team' } },
  });
  expect(await checkAfter(60 * MINUTE)).toBe(0);
  expect((await answer({ answer: 'cannot' })).body).toMatchObject({ data: { state: 'open', owner: null } });
  expect(await checkAfter(0)).toBeGreaterThan(0);
});

test('messages of an escalation to strangers count toward the limits of the subscriber', async () => {
  const { server, team, press, checkAfter } = await pressWorld();
  const stranger = { kind: 'person', name: 'Kim', email: 'kim@elsewhere.example', phone: '' };
  const policy = {
    needs_answer: true,
    steps: [{ after: 1, to: [stranger], by: ['email'] }],
    repeat: { times: 0, every: 30 },
    procedure: '',
  };
  await server.db
    .updateTable('settings')
    .set({ setting_value: JSON.stringify(policy) })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'escalation_5')
    .execute();
  await server.db.updateTable('team').set({ daily_email_limit: 0 }).where('id', '=', team.id).execute();
  const { incident } = await press();
  await checkAfter(2 * MINUTE);
  const sent = await messagesOf(server, incident?.id ?? 0);
  expect(sent.find(({ address }) => address === stranger.email)).toMatchObject({
    state: 'held',
    held_for: 'limit',
  });
});

test('a step to the safety contacts without an address does not say that the safety team has none', async () => {
  const { server, team, token, press, checkAfter } = await pressWorld();
  const policy = {
    needs_answer: true,
    steps: [{ after: 1, to: [{ kind: 'contacts' }], by: ['email', 'sms'] }],
    repeat: { times: 0, every: 30 },
    procedure: '',
  };
  const save = (key: string, value: unknown) =>
    server.db
      .updateTable('settings')
      .set({ setting_value: JSON.stringify(value) })
      .where('team_id', '=', team.id)
      .where('setting_key', '=', key)
      .execute();
  await save('escalation_5', policy);
  await save('contact_person', []);
  await server.db
    .updateTable('config')
    .set({ config_value: '[]' })
    .where('config_key', '=', 'contact_person')
    .execute();
  const { incident } = await press();
  await checkAfter(2 * MINUTE);
  const { body } = await server.get('/tapi/v1/incident', { token, query: { id: incident?.id ?? 0 } });
  const { messages } = (body as { data: { messages: { run: number; reason: string | null }[] } }).data;
  expect(messages.filter(({ run }) => run === 1).map(({ reason }) => reason)).toEqual([
    'No safety contact has an email address.',
    'No safety contact has a phone number.',
  ]);
});

test('a running incident keeps the policy of its press', async () => {
  const { server, team, token, press, checkAfter } = await pressWorld();
  const policy = {
    needs_answer: true,
    steps: [{ after: 1, to: [{ kind: 'owner' }], by: ['email'] }],
    repeat: { times: 0, every: 30 },
    procedure: 'Call the gate.',
  };
  const save = (value: object) =>
    server.db
      .updateTable('settings')
      .set({ setting_value: JSON.stringify(value) })
      .where('team_id', '=', team.id)
      .where('setting_key', '=', 'escalation_5')
      .execute();
  await save(policy);
  const { incident } = await press();
  const id = incident?.id ?? 0;
  await save({ ...policy, steps: [], procedure: 'Do nothing.' });
  expect(await checkAfter(2 * MINUTE)).toBe(1);
  const { body } = await server.get('/tapi/v1/incident', { token, query: { id } });
  expect(body).toMatchObject({ data: { run: 1, policy } });
});

test('the next step starts immediately if every message of the current one failed', async () => {
  const { server, press, checkAfter, escalator } = await pressWorld();
  const { incident } = await press();
  const id = incident?.id ?? 0;
  await server.db
    .updateTable('delivery')
    .set({ state: 'failed', next_attempt_at: null })
    .where('incident_id', '=', id)
    .execute();
  escalator.wake();
  expect(await checkAfter(1000)).toBeGreaterThan(0);
  const events = await server.db
    .selectFrom('incident_event')
    .select(['kind', 'data'])
    .where('incident_id', '=', id)
    .orderBy('seq')
    .execute();
  expect(JSON.parse(events[1]?.data ?? '{}')).toMatchObject({ run: 1, reason: 'undelivered' });
});

test.each([
  [false, ['email']],
  // The consultancy can never get push messages: this changes nothing.
  [false, ['email', 'push']],
  [true, ['email']],
])(
  'a step that leaves out a group on purpose takes no time from the people of the step before it, unless they got nothing (%s, %j)',
  async (hasFailed, by) => {
    const { server, team, press, checkAfter, escalator } = await pressWorld();
    const policy = {
      needs_answer: true,
      steps: [
        { after: 1, to: [{ kind: 'owner' }], by: ['email'] },
        // The consultancy is off for a new subscriber.
        { after: 2, to: [{ kind: 'consultancy' }], by },
        { after: 6, to: [{ kind: 'administrators' }], by: ['email'] },
      ],
      repeat: { times: 0, every: 30 },
      procedure: '',
    };
    await server.db
      .updateTable('settings')
      .set({ setting_value: JSON.stringify(policy) })
      .where('team_id', '=', team.id)
      .where('setting_key', '=', 'escalation_5')
      .execute();
    await buildAdmin(server.db);
    const { incident } = await press();
    // The press was later than the start of the clock.
    expect(await checkAfter(10_000)).toBe(0);
    for (const started of [1, 1]) expect(await checkAfter(MINUTE)).toBe(started);
    if (hasFailed) {
      await server.db
        .updateTable('delivery')
        .set({ state: 'failed', next_attempt_at: null })
        .where('incident_id', '=', incident?.id ?? 0)
        .where('incident_run', '=', 1)
        .execute();
      escalator.wake();
      expect(await checkAfter(1_000)).toBe(1);
    } else {
      for (const started of [0, 0, 0, 1]) expect(await checkAfter(MINUTE)).toBe(started);
    }
    const { run } = await server.db.selectFrom('incident').select('run').executeTakeFirstOrThrow();
    expect(run).toBe(3);
  },
);

test('a step that only sends push messages to the consultancy does not wait its time', async () => {
  const { server, team, press, checkAfter } = await pressWorld();
  const policy = {
    needs_answer: true,
    steps: [
      { after: 1, to: [{ kind: 'consultancy' }], by: ['push'] },
      { after: 6, to: [{ kind: 'owner' }], by: ['email'] },
    ],
    repeat: { times: 0, every: 30 },
    procedure: '',
  };
  await server.db
    .updateTable('settings')
    .set({ setting_value: JSON.stringify(policy) })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'escalation_5')
    .execute();
  const { incident } = await press();
  // The press was later than the start of the clock.
  expect(await checkAfter(10_000)).toBe(0);
  expect(await checkAfter(MINUTE)).toBe(2);
  const steps = (await messagesOf(server, incident?.id ?? 0)).filter(
    ({ incident_run }) => incident_run !== 0,
  );
  expect(steps.map(({ channel, role, state }) => [channel, role, state])).toEqual([
    ['push', 'consultancy', 'skipped'],
    ['email', 'team', 'pending'],
  ]);
  expect(steps[0]).toMatchObject({ reason_code: 'consultancy-has-no-account' });
});
