import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

async function phoneOf(server: TestServer) {
  const team = await buildTeam(server.db, { email: 'boss@team.example', phone: '+1 202 555 0100' });
  const user = await buildAppUser(server.db, team.id, {
    name: 'Ann <b>',
    email: 'ann@work.example',
    phone: '+1 202 555 0143',
  });
  const token = await server.tokenOf('app_user', user.id);
  return { team, user, token };
}

function setSetting(server: TestServer, teamId: number, key: string, value: string) {
  return server.db
    .updateTable('settings')
    .set({ setting_value: value })
    .where('team_id', '=', teamId)
    .where('setting_key', '=', key)
    .execute();
}

const LOCATION = { lat: 38.8977, lng: -77.0365, accuracy: 12, at: '2026-11-21T08:14:07.000Z' };

test('a press is stored with its messages, and its response has the filled-in text', async () => {
  const server = await testServer();
  const { team, user, token } = await phoneOf(server);
  await setSetting(
    server,
    team.id,
    'msg_to_show_on_screen_5',
    'Stay where you are, {{NAME}}. We know: {{LOCATION}}.',
  );
  await setSetting(server, team.id, 'mail_to_admin_emails_5', 'boss@team.example, second@team.example');
  const response = await server.post('/mapi/v1/button_click', {
    token,
    body: {
      client_id: randomUUID(),
      button_id: 5,
      location: LOCATION,
      pressed_at: '2026-11-21T09:14:06+01:00',
    },
  });
  expect(response.body).toEqual({
    ok: true,
    data: {
      id: expect.any(Number),
      alert: 'Stay where you are, Ann <b>. We know: 38.8977, -77.0365.',
      repeated: false,
    },
  });
  const click = await server.db.selectFrom('button_click').selectAll().executeTakeFirstOrThrow();
  expect(click).toMatchObject({
    id: response.body.data.id,
    team_id: team.id,
    app_user_id: user.id,
    button_id: 5,
    pressed_at: '2026-11-21T08:14:06.000Z',
  });
  expect(JSON.parse(click.location ?? '')).toEqual(LOCATION);
  const messages = await server.db.selectFrom('delivery').selectAll().orderBy('id').execute();
  expect(messages.map(({ channel, role, address, state }) => [channel, role, address, state])).toEqual([
    ['email', 'team', 'boss@team.example', 'held'],
    ['email', 'team', 'second@team.example', 'held'],
    ['email', 'user', 'ann@work.example', 'held'],
    ['sms', 'team', '+12025550100', 'held'],
  ]);
  expect(messages.every((message) => message.button_click_id === click.id && message.priority === 0)).toBe(
    true,
  );
});

test('a form is stored with its fields', async () => {
  const server = await testServer();
  const { team, token } = await phoneOf(server);
  const response = await server.post('/mapi/v1/form_submission', {
    token,
    body: {
      client_id: randomUUID(),
      f_id: 3,
      company: 'Smith & Sons',
      message: 'Two pairs\nof gloves',
      type: 'Gloves',
    },
  });
  expect(response.status).toBe(200);
  const form = await server.db.selectFrom('form_submission').selectAll().executeTakeFirstOrThrow();
  expect(form).toMatchObject({
    team_id: team.id,
    f_id: 3,
    company: 'Smith & Sons',
    message: 'Two pairs\nof gloves',
    other_data: 'Gloves',
    location: null,
  });
  const channels = await server.db.selectFrom('delivery').select('channel').distinct().execute();
  expect(channels).toEqual([{ channel: 'email' }]);
});

test('the same client_id again gets the first response and plans nothing new, also concurrently', async () => {
  const server = await testServer();
  const { team, token } = await phoneOf(server);
  const body = { client_id: randomUUID(), button_id: 1 };
  const both = await Promise.all([1, 2].map(() => server.post('/mapi/v1/button_click', { token, body })));
  expect(new Set(both.map(({ body: { data } }) => data.repeated))).toEqual(new Set([false, true]));
  const planned = await server.db.selectFrom('delivery').select('id').execute();
  await setSetting(server, team.id, 'msg_to_show_on_screen_1', 'Another text');
  const again = await server.post('/mapi/v1/button_click', {
    token,
    body: { ...body, client_id: body.client_id.toUpperCase() },
  });
  expect(again.body.data).toEqual({ ...both[0]?.body.data, repeated: true });
  expect(await server.db.selectFrom('button_click').select('id').execute()).toHaveLength(1);
  expect(await server.db.selectFrom('delivery').select('id').execute()).toHaveLength(planned.length);
});

test('a repeated press brings a location that the first call did not have yet, or a newer one', async () => {
  const server = await testServer();
  const { token } = await phoneOf(server);
  const body = { client_id: randomUUID(), button_id: 5 };
  const stored = async () => {
    const { location } = await server.db
      .selectFrom('button_click')
      .select('location')
      .executeTakeFirstOrThrow();
    return location && JSON.parse(location);
  };
  await server.post('/mapi/v1/button_click', { token, body });
  expect(await stored()).toBeNull();
  const again = { token, body: { ...body, location: LOCATION } };
  expect((await server.post('/mapi/v1/button_click', again)).body.data.repeated).toBe(true);
  expect(await stored()).toEqual(LOCATION);
  const at = (ms: number) => new Date(Date.parse(LOCATION.at) + ms).toISOString();
  for (const older of [{ at: LOCATION.at }, { at: at(-1) }, { at: undefined }]) {
    const other = { ...LOCATION, ...older, lat: LOCATION.lat + 1 };
    await server.post('/mapi/v1/button_click', { token, body: { ...body, location: other } });
    expect(await stored()).toEqual(LOCATION);
  }
  // Its first call was stored, but had no response until long after that, for example without the standby.
  const receivedAgo = async (ms: number) => {
    const created_at = new Date(Date.now() - ms).toISOString();
    await server.db.updateTable('button_click').set({ created_at }).execute();
    return (after: number) => new Date(Date.parse(created_at) + after).toISOString();
  };
  const repeat = async (location: object) =>
    void (await server.post('/mapi/v1/button_click', { token, body: { ...body, location } }));
  const after = await receivedAgo(600_000);
  const newer = { ...LOCATION, lat: LOCATION.lat + 1, accuracy: 5, at: after(120_000) };
  await repeat(newer);
  expect(await stored()).toEqual(newer);
  // Measured long after the press, or brought long after it: the record stays as it is.
  await repeat({ ...newer, lat: LOCATION.lat + 2, at: after(300_000) });
  expect(await stored()).toEqual(newer);
  const dayAfter = await receivedAgo(86_400_000 + 10_000);
  const first = { ...LOCATION, at: dayAfter(1_000) };
  await server.db
    .updateTable('button_click')
    .set({ location: JSON.stringify(first) })
    .execute();
  await repeat({ ...newer, at: dayAfter(2_000) });
  expect(await stored()).toEqual(first);
});

test('two people may use the same client_id', async () => {
  const server = await testServer();
  const { team, token } = await phoneOf(server);
  const other = await server.tokenOf('app_user', (await buildAppUser(server.db, team.id)).id);
  const body = { client_id: randomUUID(), button_id: 1 };
  for (const one of [token, other]) {
    expect((await server.post('/mapi/v1/button_click', { token: one, body })).body.data.repeated).toBe(false);
  }
});

test('200 concurrent presses are all stored, each with its own messages', async () => {
  const server = await testServer();
  const { token } = await phoneOf(server);
  // How many are accepted at the same time depends on how fast they are stored. As a phone, it repeats the others.
  const press = async () => {
    const body = { client_id: randomUUID(), button_id: 2 };
    for (;;) {
      const response = await server.post('/mapi/v1/button_click', { token, body });
      if (response.status !== 503) return response;
    }
  };
  const responses = await Promise.all(Array.from({ length: 200 }, press));
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 200));
  const ids = responses.map(({ body }) => body.data.id as number);
  expect(new Set(ids).size).toBe(200);
  const stored = await server.db.selectFrom('button_click').select('id').execute();
  expect(stored.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  const perPress = await server.db
    .selectFrom('delivery')
    .select((row) => ['button_click_id', row.fn.countAll<number>().as('messages')])
    .groupBy('button_click_id')
    .execute();
  expect(perPress).toHaveLength(200);
  expect(new Set(perPress.map(({ messages }) => messages)).size).toBe(1);
  const totals = await server.db.selectFrom('submission_tally').selectAll().execute();
  expect(totals).toEqual([expect.objectContaining({ kind: 'button', item_id: 2, total: 200 })]);
});

test('rejects a button that is switched off, names it, and stores nothing', async () => {
  const server = await testServer();
  const { team, token } = await phoneOf(server);
  await setSetting(server, team.id, 'btn_4_mode', 'no');
  const response = await server.post('/mapi/v1/button_click', {
    token,
    body: { client_id: randomUUID(), button_id: 4 },
  });
  expect([response.status, response.body.msg]).toEqual([
    403,
    'Report a Safety Complaint is turned off for your organization, so nothing was sent.',
  ]);
  expect(await server.db.selectFrom('button_click').select('id').execute()).toEqual([]);
  expect(await server.db.selectFrom('delivery').select('id').execute()).toEqual([]);
});

test('rejects the press of a blocked user with the reason', async () => {
  const server = await testServer();
  const { token } = await phoneOf(server);
  await server.db.updateTable('app_user').set({ status: 0 }).execute();
  const response = await server.post('/mapi/v1/button_click', {
    token,
    body: { client_id: randomUUID(), button_id: 5 },
  });
  expect([response.status, response.body.msg]).toEqual([
    401,
    'Your account is blocked, so nothing can be sent. Call your safety team.',
  ]);
  expect(await server.db.selectFrom('button_click').select('id').execute()).toEqual([]);
});

test('names all problems of wrong input, and stores nothing', async () => {
  const server = await testServer();
  const { token } = await phoneOf(server);
  const press = await server.post('/mapi/v1/button_click', {
    token,
    body: { client_id: 'abc', button_id: 3, location: { lat: 91, lng: 'x' }, pressed_at: 'yesterday' },
  });
  expect(press.status).toBe(400);
  expect(press.body.errors.map(({ field }: { field: string }) => field)).toEqual([
    'client_id',
    'location.lat',
    'location.lng',
    'pressed_at',
    'button_id',
  ]);
  const form = await server.post('/mapi/v1/form_submission', {
    token,
    body: { client_id: randomUUID(), f_id: 1, message: ' ' },
  });
  expect(form.body.errors).toEqual([{ msg: 'Message is required.', field: 'message' }]);
  expect(await server.db.selectFrom('button_click').select('id').execute()).toEqual([]);
  expect(await server.db.selectFrom('form_submission').select('id').execute()).toEqual([]);
});

test('the dashboard shows the eight buttons and the team’s contacts, else the platform’s', async () => {
  const server = await testServer();
  const { team, token } = await phoneOf(server);
  await setSetting(server, team.id, 'btn_7_mode', 'no');
  await setSetting(server, team.id, 'home_page_top_text', 'Welcome to Smith & Sons');
  const platform = [{ name: 'Platform help', phone: '+1 202 555 0111', email: '' }];
  await server.db
    .insertInto('config')
    .values({
      config_key: 'contact_person',
      config_value: JSON.stringify(platform),
      updated_at: new Date().toISOString(),
    })
    .execute();
  const first = (await server.get('/mapi/v1/dashboard', { token })).body.data;
  expect(first.top_text).toBe('Welcome to Smith & Sons');
  expect(
    first.buttons.map((button: Record<string, unknown>) => [
      button['slot'],
      button['label'],
      button['kind'],
      button['id'],
      button['mode'],
    ]),
  ).toEqual([
    [1, 'OSHA On-Site', 'button', 1, 'yes'],
    [2, 'Report an Incident/Accident', 'button', 2, 'yes'],
    [3, 'Ask a Safety Question', 'form', 1, 'yes'],
    [4, 'Report a Safety Complaint', 'button', 4, 'yes'],
    [5, 'Lone Worker Emergency', 'button', 5, 'yes'],
    [6, 'Call a Safety Person', 'contacts', null, 'yes'],
    [7, 'Need a Safety Product', 'form', 3, 'no'],
    [8, 'Request Safety Consultation', 'form', 2, 'yes'],
  ]);
  expect(first.contacts).toEqual(platform);

  const own = [{ name: 'Sam', phone: '+1 202 555 0120', email: 'sam@team.example' }];
  await setSetting(
    server,
    team.id,
    'contact_person',
    JSON.stringify([...own, { name: '', phone: '', email: '' }]),
  );
  expect((await server.get('/mapi/v1/dashboard', { token })).body.data.contacts).toEqual(own);
});

test('an accepted press gets the same response again after the button is switched off', async () => {
  const server = await testServer();
  const { team, token } = await phoneOf(server);
  const body = { client_id: randomUUID(), button_id: 5 };
  const first = await server.post('/mapi/v1/button_click', { token, body });
  await setSetting(server, team.id, 'btn_5_mode', 'no');
  const again = await server.post('/mapi/v1/button_click', { token, body });
  expect([again.status, again.body.data]).toEqual([200, { ...first.body.data, repeated: true }]);
});

test('unknown fields are named', async () => {
  const server = await testServer();
  const { token } = await phoneOf(server);
  const press = await server.post('/mapi/v1/button_click', {
    token,
    body: { client_id: randomUUID(), button_id: 1, foo: 1, location: { lat: 1, lng: 2, hack: 1 } },
  });
  expect([press.status, press.body.errors]).toEqual([
    400,
    [
      { msg: 'Hack is not a known field.', field: 'location.hack' },
      { msg: 'Foo is not a known field.', field: 'foo' },
    ],
  ]);
});
