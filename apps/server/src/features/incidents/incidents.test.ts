import { expect, test } from 'vitest';
import { changeSettings } from '../../factories/configuration.ts';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { messagesOf, pressWorld } from '../../testing/incidents/press-world.ts';

const MINUTE = 60_000;

test('a press of the emergency button opens an incident; another button opens none by default', async () => {
  const { server, token, press, user, team } = await pressWorld();
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
  const { server, press } = await pressWorld();
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

test('the board’s list has what no one has acknowledged first, so that a limit hides none of it', async () => {
  const { server, token, press } = await pressWorld();
  const ids: number[] = [];
  for (let number = 0; number < 5; number += 1) ids.push((await press()).incident?.id ?? 0);
  const [first = 0, second = 0, drill = 0, fourth = 0, closed = 0] = ids;
  await server.db.updateTable('incident').set({ is_drill: 1 }).where('id', '=', drill).execute();
  await server.post('/tapi/v1/answer/incident', { token, body: { id: first, answer: 'have' } });
  await server.post('/tapi/v1/progress/incident', { token, body: { id: first, state: 'on_the_way' } });
  await server.post('/tapi/v1/close/incident', { token, body: { id: closed, outcome: 'helped' } });
  const read = async (query: Record<string, string>) => {
    const { body } = await server.get('/tapi/v1/listPaged/incident', { token, query });
    return (body as { items: { id: number }[] }).items.map(({ id }) => id);
  };
  const board = { sort: 'urgency', order: 'desc', filter_open: 'yes' };
  expect(await read(board)).toEqual([fourth, second, drill, first]);
  expect(await read({ ...board, per_page: '2' })).toEqual([fourth, second]);
  expect(await read({ ...board, per_page: '3', page: '2' })).toEqual([first]);
  expect(await read({ ...board, order: 'asc' })).toEqual([first, drill, second, fourth]);
  expect(await read({ ...board, sort: 'waiting', order: 'asc', per_page: '1' })).toEqual([second]);
  expect(await read({ ...board, sort: 'waiting', order: 'asc' })).toEqual([second, fourth, drill, first]);
  // A newer incident of another button does not hide an emergency.
  await server.db.updateTable('incident').set({ button_id: 2 }).where('id', '=', fourth).execute();
  expect(await read({ ...board, per_page: '1' })).toEqual([second]);
});

test('the orders of the board are only for open incidents: all others have no index for them', async () => {
  const { server, token, press } = await pressWorld();
  await press();
  for (const sort of ['urgency', 'waiting']) {
    for (const filter of [{}, { filter_open: 'no' }]) {
      const query = { sort, ...filter };
      const { status, body } = await server.get('/tapi/v1/listPaged/incident', { token, query });
      expect([status, body.errors]).toEqual([
        400,
        [{ msg: 'Sort must be id or opened_at without filter_open=yes.', field: 'sort' }],
      ]);
    }
  }
});

test('a press is accepted if the team and the consultancy have the same addresses', async () => {
  const { server, team, press } = await pressWorld();
  const [number, email] = ['+12025550181', 'desk@both.example'];
  await changeSettings(server.db, team.id, {
    sms_to_admin_number_5: number,
    mail_to_admin_emails_5: email,
    sms_to_bermac_5: 'yes',
    mail_to_bermac_5: 'yes',
  });
  await server.db
    .insertInto('config')
    .values(
      [
        ['user_submission_phones', number],
        ['user_submission_emails', email],
      ].map(([config_key = '', config_value = '']) => ({
        config_key,
        config_value,
        updated_at: new Date().toISOString(),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('config_key')
        .doUpdateSet((row) => ({ config_value: row.ref('excluded.config_value') })),
    )
    .execute();
  const { incident } = await press();
  const messages = await messagesOf(server, incident?.id ?? 0);
  const toBoth = messages.filter(({ address }) => address === number || address === email);
  expect(toBoth.map(({ role }) => role).toSorted()).toEqual(
    expect.arrayContaining(['consultancy', 'consultancy', 'team', 'team']),
  );
  const ids = new Set(toBoth.map(({ responder_id }) => responder_id));
  expect(ids.size).toBe(2);
  expect(ids).not.toContain(null);
});

test('an open incident outlives its deleted record, and keeps the location until someone closes it', async () => {
  const { server, team, token, press, checkAfter } = await pressWorld();
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

test('two people who acknowledge at the same time see one owner', async () => {
  const { server, token, press } = await pressWorld();
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

test('the person can say that they are safe: everyone is notified, and the incident stays open', async () => {
  const { server, token, phone, press, checkAfter } = await pressWorld();
  const { incident, client_id } = await press();
  const id = incident?.id ?? 0;
  const safe = () =>
    server.post('/mapi/v1/safe', { token: phone, body: { client_id, reason: 'By accident.' } });
  expect((await safe()).body).toEqual({ ok: true, msg: 'Everyone who got your alert gets this report.' });
  expect((await safe()).status).toBe(200);
  const { body } = await server.get('/tapi/v1/incident', { token, query: { id } });
  expect(body).toMatchObject({ data: { state: 'open', safe_at: expect.any(String) } });
  const updates = await server.db
    .selectFrom('delivery')
    .selectAll()
    .where('purpose', '=', 'update')
    .execute();
  const asked = (await messagesOf(server, id)).filter(
    ({ responder_id, purpose }) => responder_id !== null && purpose !== 'update',
  );
  expect(updates.map(({ address }) => address).toSorted()).toEqual(
    asked.map(({ address }) => address).toSorted(),
  );
  // The incident’s page and its file have them, with their text.
  const messages = (body.data.messages as { delivery_id: number; run: number | null }[]).filter(
    ({ run }) => run === null,
  );
  expect(new Set(messages.map(({ delivery_id }) => delivery_id))).toEqual(
    new Set(updates.map(({ id: update }) => update)),
  );
  const file = await server.get('/tapi/v1/incidentExport', { token, query: { id } });
  expect(JSON.stringify(file.body)).toContain('reported: I am safe now.');
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

test('a report of safety that waited on the phone is announced with the time at which it was made', async () => {
  const { server, token, phone, press } = await pressWorld();
  const { incident, pressId, client_id } = await press();
  const id = incident?.id ?? 0;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * MINUTE).toISOString();
  await server.db
    .updateTable('button_click')
    .set({ pressed_at: hoursAgo(5) })
    .where('id', '=', pressId)
    .execute();
  const report = (reported_seconds_ago: unknown) =>
    server.post('/mapi/v1/safe', {
      token: phone,
      body: { client_id, reason: 'By accident.', reported_seconds_ago },
    });
  for (const wrong of [-1, 0.5, 7 * 24 * 3600 + 1, '60']) {
    expect(await report(wrong)).toMatchObject({ status: 400 });
  }
  expect((await report(4 * 3600)).status).toBe(200);
  const { body } = await server.get('/tapi/v1/incident', { token, query: { id } });
  const { safe_at, events } = body.data as { safe_at: string; events: { kind: string }[] };
  const expected = Date.parse(hoursAgo(4));
  expect(Math.abs(Date.parse(safe_at) - expected)).toBeLessThan(MINUTE);
  expect(events.find(({ kind }) => kind === 'safe')).toMatchObject({
    at: safe_at,
    data: { reason: 'By accident.', received_at: expect.any(String) },
  });
  const updates = await server.db
    .selectFrom('delivery')
    .innerJoin('message_text', 'message_text.id', 'delivery.text_id')
    .select('body')
    .where('purpose', '=', 'update')
    .execute();
  expect(updates.length).toBeGreaterThan(0);
  for (const update of updates) {
    expect(update.body).toMatch(/Delayed: reported on .+; received on |reported being safe 4 hours ago, at /);
  }
});

test.each([
  ['a report is never older than its press', 7 * 24 * 3600, false],
  ['a report of a few minutes ago is not delayed', 4 * 60, false],
])('%s', async (_, reported_seconds_ago, isDelayed) => {
  const { server, token, phone, press } = await pressWorld();
  const { incident, client_id } = await press();
  const body = { client_id, reason: 'By accident.', reported_seconds_ago };
  expect((await server.post('/mapi/v1/safe', { token: phone, body })).status).toBe(200);
  const { data } = (await server.get('/tapi/v1/incident', { token, query: { id: incident?.id ?? 0 } })).body;
  expect(Date.parse(data.safe_at)).toBeGreaterThanOrEqual(Date.parse(data.opened_at));
  const bodies = await server.db.selectFrom('message_text').select('body').execute();
  expect(bodies.some((text) => /[Dd]elayed/.test(text.body))).toBe(isDelayed);
});

test('administrators who got the alarm are notified that the person is safe, once each', async () => {
  const { server, token, phone, press, checkAfter } = await pressWorld();
  const admins = [(await buildAdmin(server.db)).email, (await buildAdmin(server.db)).email];
  const { incident, client_id } = await press();
  for (let minute = 0; minute < 240; minute += 1) await checkAfter(MINUTE);
  const { unanswered_at } = await server.db
    .selectFrom('incident')
    .select('unanswered_at')
    .where('id', '=', incident?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect(unanswered_at).not.toBeNull();
  // This one was in no step.
  admins.push((await buildAdmin(server.db)).email);
  await server.post('/mapi/v1/safe', { token: phone, body: { client_id, reason: 'I slipped.' } });
  // A subscriber reads no address of an administrator, also not in what a mail server responded.
  const reason = `550 5.1.1 <${admins[0]}> unknown`;
  await server.db
    .updateTable('delivery')
    .set({ state: 'failed', reason })
    .where('role', '=', 'admin')
    .execute();
  const { body } = await server.get('/tapi/v1/incident', { token, query: { id: incident?.id ?? 0 } });
  expect(body.data.messages.some(({ role }: { role: string }) => role === 'admin')).toBe(true);
  for (const address of admins) expect(JSON.stringify(body)).not.toContain(address);
  const updates = await server.db
    .selectFrom('delivery')
    .select(['address', 'incident_id'])
    .where('purpose', '=', 'update')
    .where('role', '=', 'admin')
    .execute();
  expect(updates.map(({ address }) => address).toSorted()).toEqual(admins.toSorted());
  expect(updates.every(({ incident_id }) => incident_id === incident?.id)).toBe(true);
});

test('the person who pressed can’t answer their own incident in the console', async () => {
  const { server, team, token, press } = await pressWorld();
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
  const { server, press } = await pressWorld();
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
  const { server, team, user, press } = await pressWorld();
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
  const { server, token, press } = await pressWorld();
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
