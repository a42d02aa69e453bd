import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import type { IncidentFile } from '../../incidents/timeline/export-chain.ts';
import { verifyExport } from '../../incidents/timeline/verify-export.ts';
import { openEventStream } from '../../testing/calls/event-client.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

async function personOf(server: TestServer, name = 'ann') {
  const team = await buildTeam(server.db, { email: `${name}@team.example`, phone: '+1 202 555 0100' });
  const user = await buildAppUser(server.db, team.id, {
    name,
    email: `${name}@work.example`,
    phone: '+1 202 555 0143',
  });
  return {
    team,
    user,
    token: await server.tokenOf('app_user', user.id),
    boss: await server.tokenOf('team', team.id),
  };
}

async function press(server: TestServer, token: string, more: Record<string, unknown> = {}) {
  const client_id = randomUUID();
  const { body } = await server.post('/mapi/v1/button_click', {
    token,
    body: { client_id, button_id: 5, ...more },
  });
  return { client_id, id: body.data.id as number };
}

const read = (server: TestServer, token: string, client_id: string) =>
  server.get('/mapi/v1/submission', { token, query: { client_id } });
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const HERE = { lat: 38.8977, lng: -77.0365, accuracy: 900, at: at(-5) };
const CLOSER = { lat: 38.898, lng: -77.037, accuracy: 8, at: at(0) };

test('a phone sees who is notified of its submission, without their addresses, and when it is opened', async () => {
  const server = await testServer();
  const { token, boss } = await personOf(server);
  const { client_id, id } = await press(server, token, { location: HERE });
  const { body } = await read(server, token, client_id);
  expect(body.data).toMatchObject({
    kind: 'button',
    id,
    item_id: 5,
    client_id,
    location: HERE,
    opened_at: null,
    alert: expect.stringContaining('5 minutes'),
  });
  const held = { failed: 0, held: 1, pending: 0, sent: 0, delivered: 0 };
  expect(body.data.recipients).toEqual([
    { role: 'team', channel: 'email', messages: held },
    { role: 'team', channel: 'sms', messages: held },
    { role: 'user', channel: 'email', messages: held },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/team\.example|5550100/);
  const opened = await server.post('/tapi/v1/open/button_click', { token: boss, body: { id } });
  expect((await read(server, token, client_id)).body.data.opened_at).toBe(opened.body.data.opened_at);
});

test('the submissions of another person, also of the same subscriber, do not exist for a phone', async () => {
  const server = await testServer();
  const ann = await personOf(server);
  const { id: otherId } = await buildAppUser(server.db, ann.team.id, { email: 'bob@work.example' });
  const bob = await server.tokenOf('app_user', otherId);
  const { client_id } = await press(server, ann.token);
  const [foreign, unknown] = [await read(server, bob, client_id), await read(server, bob, randomUUID())];
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  const moved = await server.post('/mapi/v1/location', { token: bob, body: { client_id, location: HERE } });
  expect([moved.status, moved.body]).toEqual([404, unknown.body]);
  expect((await server.get('/mapi/v1/listPaged/submission', { token: bob })).body.items).toEqual([]);
});

test('the history has presses and forms in the order of time, each once, on pages', async () => {
  const server = await testServer();
  const { token } = await personOf(server);
  const sent: string[] = [];
  for (let index = 0; index < 45; index += 1) {
    if (index % 9 > 0) {
      sent.push((await press(server, token)).client_id);
      continue;
    }
    const client_id = randomUUID();
    await server.post('/mapi/v1/form_submission', {
      token,
      body: { client_id, f_id: 3, message: `${index}` },
    });
    sent.push(client_id);
  }
  // Several of them have the same time.
  const same = at(-60);
  await server.db.updateTable('button_click').set({ created_at: same }).where('id', '<=', 15).execute();
  await server.db.updateTable('form_submission').set({ created_at: same }).where('id', '<=', 3).execute();
  const seen: { client_id: string; created_at: string }[] = [];
  let older: string | null = null;
  do {
    const query: Record<string, string> = older === null ? {} : { older };
    const { body } = await server.get('/mapi/v1/listPaged/submission', { token, query });
    seen.push(...body.items);
    older = body.older;
  } while (older !== null);
  expect(seen.map(({ client_id }) => client_id).toSorted()).toEqual(sent.toSorted());
  const times = seen.map(({ created_at }) => created_at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('a better location replaces the first one, which stays in the record, and consoles learn of it', async () => {
  const server = await testServer();
  const { token, boss } = await personOf(server);
  const { client_id, id } = await press(server, token, { location: HERE });
  const stream = await openEventStream(server.url, boss);
  const update = (location: object) =>
    server.post('/mapi/v1/location', { token, body: { client_id, location } });
  expect((await update(CLOSER)).body).toEqual({ ok: true, msg: 'Location updated.' });
  await expect
    .poll(() => stream.messages)
    .toContainEqual(expect.objectContaining({ kind: 'submission.moved', id, item_id: 5 }));
  // An update that was delayed on its way does not replace a newer one.
  const before = new Date(Date.parse(CLOSER.at) - 1000).toISOString();
  expect((await update({ ...HERE, at: before })).status).toBe(200);
  const { body } = await server.get('/tapi/v1/listPaged/button_click', { token: boss });
  expect(body.items[0]).toMatchObject({ location: CLOSER, earlier_locations: [HERE] });
});

test('a location that was measured after the phone’s fast clock was set replaces one from before', async () => {
  const server = await testServer();
  const { token } = await personOf(server);
  const { client_id } = await press(server, token, { location: { ...HERE, at: at(3_600) } });
  const moved = { ...CLOSER, at: at(0) };
  await server.post('/mapi/v1/location', { token, body: { client_id, location: moved } });
  expect((await read(server, token, client_id)).body.data.location).toEqual(moved);
});

test('each better location of an emergency is in the timeline of its incident, with a hash', async () => {
  const server = await testServer();
  const { token, boss } = await personOf(server);
  const { client_id } = await press(server, token);
  // The phone determined it after a call whose response was lost.
  await server.post('/mapi/v1/button_click', { token, body: { client_id, button_id: 5, location: HERE } });
  const update = { token, body: { client_id, location: CLOSER } };
  for (let time = 0; time < 2; time += 1)
    expect((await server.post('/mapi/v1/location', update)).status).toBe(200);
  const { id } = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  const { body } = await server.get('/tapi/v1/incidentExport', { token: boss, query: { id } });
  const file = body.file as IncidentFile;
  expect(verifyExport(file, file.hash)).toEqual([]);
  const events = file.rows.filter(({ kind }) => kind === 'event').map(({ data }) => data);
  expect(
    events.map(({ kind, data }) => [kind, (JSON.parse(String(data)) as { location?: object }).location]),
  ).toEqual([
    ['opened', undefined],
    ['moved', HERE],
    ['moved', CLOSER],
  ]);
});

test('a location is final after two and a half minutes, and after 30 updates', async () => {
  const server = await testServer();
  const { token } = await personOf(server);
  const old = await press(server, token);
  await server.db
    .updateTable('button_click')
    .set({ created_at: at(-151) })
    .where('id', '=', old.id)
    .execute();
  const update = (client_id: string, seconds: number) =>
    server.post('/mapi/v1/location', {
      token,
      body: { client_id, location: { ...CLOSER, at: at(seconds) } },
    });
  const late = await update(old.client_id, 0);
  expect([late.status, late.body.errors]).toEqual([
    409,
    [{ field: 'client_id', msg: 'The location of this submission is final.' }],
  ]);
  const { client_id } = await press(server, token);
  const statuses: number[] = [];
  for (let seconds = 1; seconds <= 31; seconds += 1) statuses.push((await update(client_id, seconds)).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 409]);
});

test('concurrent updates of a location are all stored', async () => {
  const server = await testServer();
  const { token, boss } = await personOf(server);
  const { client_id } = await press(server, token);
  await Promise.all(
    [1, 2, 3].map(() =>
      server.post('/mapi/v1/location', { token, body: { client_id, location: { lat: 1, lng: 2 } } }),
    ),
  );
  const { body } = await server.get('/tapi/v1/listPaged/button_click', { token: boss });
  expect(body.items[0].earlier_locations).toHaveLength(3);
});

test('a bad location is rejected with every problem', async () => {
  const server = await testServer();
  const { token } = await personOf(server);
  const { status, body } = await server.post('/mapi/v1/location', {
    token,
    body: { client_id: 'x', location: { lat: 91, lng: 'east' } },
  });
  expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['client_id', 'location.lat', 'location.lng'],
  ]);
});

test('a press that waited on the phone is marked as delayed, even with a wrong clock', async () => {
  const server = await testServer();
  const { token, boss } = await personOf(server);
  // The phone's clock is a day ahead; it sends the press 28 minutes after it was pressed.
  const { id } = await press(server, token, { pressed_at: at(86_400 - 1680), sent_at: at(86_400) });
  const [record] = (await server.get('/tapi/v1/listPaged/button_click', { token: boss })).body.items;
  const delay = Date.parse(record.created_at) - Date.parse(record.pressed_at);
  // The server reads its clock again when it stores the press.
  expect(Math.floor(delay / 60_000)).toBe(28);
  const { body } = await server.get('/tapi/v1/listPaged/delivery', {
    token: boss,
    query: { filter_button_click_id: String(id) },
  });
  for (const message of body.items) {
    expect(message.subject ?? message.body).toMatch(/^Delayed: pressed on .+; received on .+/);
  }
});

test('a press that was sent immediately has no note', async () => {
  const server = await testServer();
  const { token, boss } = await personOf(server);
  await press(server, token, { pressed_at: at(-3), sent_at: at(0) });
  const { body } = await server.get('/tapi/v1/listPaged/delivery', { token: boss });
  expect(body.items.map(({ body: text }: { body: string }) => text).join('\n')).not.toContain('Delayed');
});
