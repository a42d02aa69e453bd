import { perChannel } from '@callpoint/contract/channels/channels';
import { expect, test } from 'vitest';
import { IncidentsDb } from '../../db/incidents.ts';
import { changeSettings } from '../../factories/configuration.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { Escalator } from '../../incidents/escalator.ts';
import { openLog } from '../../http/log.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const MINUTE = 60_000;

/** A server with a subscriber, whose app user can press; messages are stored as pending and not sent. */
async function ground() {
  const server = await testServer({ channels: perChannel(() => true) });
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const [token, phone] = [await server.tokenOf('team', team.id), await server.tokenOf('app_user', user.id)];
  const clock = { now: new Date() };
  const escalator = new Escalator({
    incidents: new IncidentsDb(server.db),
    channels: perChannel(() => true),
    maps: { mapsUrl: 'https://maps.example/{lat},{lng}', mapImageUrl: null },
    smsFrom: null,
    smsCountries: null,
    live: { publish: () => {} },
    wakeDelivery: () => {},
    log: openLog('silent'),
    now: () => clock.now,
  });
  /** Presses a button and returns its incident, if it has one. */
  const press = async (button_id = 5) => {
    const client_id = crypto.randomUUID();
    const { body } = await server.post('/mapi/v1/button_click', {
      token: phone,
      body: { client_id, button_id, location: { lat: 38.8977, lng: -77.0365 } },
    });
    const pressId = (body as { data: { id: number } }).data.id;
    const { body: list } = await server.get('/tapi/v1/listPaged/incident', {
      token,
      query: { filter_button_click_id: pressId },
    });
    return { client_id, pressId, incident: (list as { items: { id: number }[] }).items[0] };
  };
  const checkAfter = async (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
    return await escalator.check();
  };
  return { server, team, user, token, phone, press, checkAfter, escalator };
}

async function messagesOf(server: TestServer, incidentId: number) {
  const { db } = server;
  return await db
    .selectFrom('delivery')
    .selectAll()
    .where('incident_id', '=', incidentId)
    .orderBy('id')
    .execute();
}

test('a press of the emergency button opens an incident; another button opens none by default', async () => {
  const { server, token, press, user, team } = await ground();
  const { incident, pressId } = await press();
  expect(incident).toMatchObject({
    team_id: team.id,
    account_name: team.account_name,
    button_click_id: pressId,
    button_id: 5,
    state: 'open',
    is_drill: false,
    owner: null,
    app_user: { id: user.id, name: user.name },
  });
  expect((await press(1)).incident).toBeUndefined();
  const { body } = await server.get('/tapi/v1/incident', { token, query: { id: incident?.id ?? 0 } });
  expect(body).toMatchObject({
    data: { run: 0, policy: { needs_answer: true }, events: [{ seq: 1, kind: 'opened' }] },
  });
});

test('messages of an incident ask their recipients for an answer, and the person who pressed is not asked', async () => {
  const { server, press } = await ground();
  const { incident } = await press();
  const messages = await messagesOf(server, incident?.id ?? 0);
  const texts = await server.db.selectFrom('message_text').selectAll().execute();
  const textOf = (id: number | null) => texts.find((text) => text.id === id)?.body ?? '';
  expect(messages.length).toBeGreaterThan(0);
  for (const { role, text_id, responder_id } of messages) {
    expect(textOf(text_id).includes('{{RESPOND_LINK}}')).toBe(role !== 'user');
    expect(responder_id === null).toBe(role === 'user');
  }
});

test('the steps start when they are due, each once, and end with an alarm', async () => {
  const { server, token, press, checkAfter } = await ground();
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

test('an open incident outlives its deleted record, and keeps the location until someone closes it', async () => {
  const { server, team, token, press, checkAfter } = await ground();
  const contact = { name: 'Kim', email: '', phone: '+12025550199' };
  await changeSettings(server.db, team.id, { contact_person: JSON.stringify([contact]) });
  const { incident, pressId } = await press();
  const id = incident?.id ?? 0;
  const place = { lat: 38.8977, lng: -77.0365 };
  const read = async () => (await server.get('/tapi/v1/incident', { token, query: { id } })).body;
  const list = async () => (await server.get('/tapi/v1/listPaged/incident', { token })).body;
  expect(await read()).toMatchObject({ data: { has_record: true, location: place } });

  expect((await server.post('/tapi/v1/delete/button_click', { token, body: { id: pressId } })).status).toBe(
    200,
  );
  expect(await read()).toMatchObject({
    data: { has_record: false, state: 'open', button_click_id: pressId, location: place },
  });
  expect(await list()).toMatchObject({ items: [{ id, location: place }] });
  for (let minute = 0; minute < 120; minute += 1) await checkAfter(MINUTE);
  const { body: messages } = await server.get('/tapi/v1/listPaged/delivery', {
    token,
    query: { filter_channel: 'sms' },
  });
  const { items } = messages as { items: { address: string; body: string }[] };
  expect(items.find(({ address }) => address === contact.phone)?.body).toContain('38.8977');
  // No alarm refers to a record that does not exist.
  expect(await read()).toMatchObject({ data: { state: 'open', unanswered_at: expect.any(String) } });
  expect((await server.get('/tapi/v1/listPaged/alarm', { token })).body).toMatchObject({ items: [] });

  const [item] = await server.db.selectFrom('deleted_item').selectAll().execute();
  expect((await server.post('/tapi/v1/restore/deleted', { token, body: { id: item?.id } })).status).toBe(200);
  expect(await read()).toMatchObject({ data: { has_record: true, location: place } });

  await server.post('/tapi/v1/delete/button_click', { token, body: { id: pressId } });
  await server.post('/tapi/v1/close/incident', { token, body: { id, outcome: 'helped' } });
  expect(await read()).toMatchObject({ data: { has_record: false, state: 'closed', location: null } });
  expect(await list()).toMatchObject({ items: [{ id, location: null }] });
});

test('after an acknowledgment no further step starts; the owner can give it back', async () => {
  const { server, token, press, checkAfter } = await ground();
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

test('two people who acknowledge at the same time see one owner', async () => {
  const { server, token, press } = await ground();
  const { incident } = await press();
  const id = incident?.id ?? 0;
  const admin = await buildAdmin(server.db);
  const adminToken = await server.tokenOf('admin', admin.id);
  const body = { id, answer: 'have' };
  const [one, other] = await Promise.all([
    server.post('/tapi/v1/answer/incident', { token, body }),
    server.post('/api/v1/answer/incident', { token: adminToken, body }),
  ]);
  const owners = [one, other].map(
    ({ body: response }) => (response as { data: { owner: object } }).data.owner,
  );
  expect(owners[0]).toEqual(owners[1]);
  const messages = [one, other].map(({ body: response }) => (response as { msg: string }).msg);
  expect(messages.filter((msg) => msg === 'You have it.')).toHaveLength(1);
  expect(messages.filter((msg) => msg.endsWith('already has it.'))).toHaveLength(1);
});

test('messages of an escalation to strangers count toward the limits of the subscriber', async () => {
  const { server, team, press, checkAfter } = await ground();
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

test('a running incident keeps the policy of its press', async () => {
  const { server, team, token, press, checkAfter } = await ground();
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
  const { server, press, checkAfter, escalator } = await ground();
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

test('the person can say that they are safe: everyone is notified, and the incident stays open', async () => {
  const { server, token, phone, press, checkAfter } = await ground();
  const { incident, client_id } = await press();
  const id = incident?.id ?? 0;
  const safe = () =>
    server.post('/mapi/v1/safe', { token: phone, body: { client_id, reason: 'By accident.' } });
  expect((await safe()).body).toEqual({ ok: true, msg: 'Everyone was notified that you are safe.' });
  expect((await safe()).status).toBe(200);
  const { body } = await server.get('/tapi/v1/incident', { token, query: { id } });
  expect(body).toMatchObject({ data: { state: 'open', safe_at: expect.any(String) } });
  const updates = await server.db
    .selectFrom('delivery')
    .selectAll()
    .where('purpose', '=', 'update')
    .execute();
  const asked = (await messagesOf(server, id)).filter(({ responder_id }) => responder_id !== null);
  expect(updates.map(({ address }) => address).toSorted()).toEqual(
    asked.map(({ address }) => address).toSorted(),
  );
  expect((await server.post('/mapi/v1/safe', { token: phone, body: { client_id, reason: '' } })).status).toBe(
    400,
  );
  // Who is notified later reads it in the message of the step.
  await checkAfter(60 * MINUTE);
  const later = server.db
    .selectFrom('delivery')
    .innerJoin('message_text', 'message_text.id', 'delivery.text_id')
    .select('body')
    .where('incident_run', '>', 0);
  const bodies = (await later.execute()).map(({ body: text }) => text);
  expect(bodies.length).toBeGreaterThan(0);
  for (const text of bodies) expect(text).toMatch(/ reported at \d+:\d\d [AP]M: I am safe now\./);
});

test('the person who pressed can’t answer their own incident in the console', async () => {
  const { server, team, token, press } = await ground();
  const { incident } = await press();
  const id = incident?.id ?? 0;
  await server.db.updateTable('incident').set({ user_phone: team.phone }).execute();
  expect(
    await server.post('/tapi/v1/answer/incident', { token, body: { id, answer: 'have' } }),
  ).toMatchObject({
    status: 409,
    body: { msg: 'You can’t answer your own incident. Another person must.' },
  });
  const { body } = await server.get('/tapi/v1/incident', { token, query: { id } });
  expect(body).toMatchObject({ data: { state: 'open', owner: null } });
});

test('an administrator who pressed can’t answer either', async () => {
  const { server, press } = await ground();
  const { incident } = await press();
  const admin = await buildAdmin(server.db);
  const token = await server.tokenOf('admin', admin.id);
  await server.db.updateTable('incident').set({ user_email: admin.email.toUpperCase() }).execute();
  const body = { id: incident?.id ?? 0, answer: 'have' };
  expect(await server.post('/api/v1/answer/incident', { token, body })).toMatchObject({ status: 409 });
  await server.db.updateTable('incident').set({ user_email: '', user_phone: '' }).execute();
  expect(await server.post('/api/v1/answer/incident', { token, body })).toMatchObject({ status: 200 });
});

test('the account owner who pressed is not asked for an answer at another address of their own', async () => {
  const { server, team, user, press } = await ground();
  const name = `${team.first_name} ${team.last_name}`;
  await server.db
    .updateTable('app_user')
    .set({ name, phone: team.phone })
    .where('id', '=', user.id)
    .execute();
  const { incident } = await press();
  const messages = await messagesOf(server, incident?.id ?? 0);
  expect(messages.filter(({ address }) => address === team.email)).toMatchObject([
    { role: 'team', state: 'pending', responder_id: null },
  ]);
  expect(messages.every(({ responder_id }) => responder_id === null)).toBe(true);
});

test('rejects changes of a closed incident, of a missing one, and of another subscriber', async () => {
  const { server, token, press } = await ground();
  const { incident } = await press();
  const id = incident?.id ?? 0;
  const rival = await server.tokenOf('team', (await buildTeam(server.db)).id);
  const call = (path: string, who: string, body: object) =>
    server.post(`/tapi/v1/${path}/incident`, { token: who, body });
  const changes = {
    answer: { answer: 'have' },
    progress: { state: 'arrived' },
    close: { outcome: 'helped', note: '' },
    note: { text: 'Gate B.' },
  };
  for (const [path, body] of Object.entries(changes)) {
    expect(await call(path, rival, { id, ...body })).toMatchObject({ status: 404 });
    expect(await call(path, token, { id: 999_999, ...body })).toMatchObject({ status: 404 });
    expect(await call(path, token, { id })).toMatchObject({ status: 400 });
  }
  expect((await call('close', token, { id, ...changes.close })).status).toBe(200);
  for (const path of ['answer', 'progress', 'close'] as const) {
    expect(await call(path, token, { id, ...changes[path] })).toMatchObject({ status: 409 });
  }
  expect((await call('note', token, { id, text: 'Afterwards.' })).status).toBe(200);
});
