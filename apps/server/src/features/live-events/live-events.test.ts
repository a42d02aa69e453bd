import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { openEventStream } from '../../testing/calls/event-client.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

async function firm(server: TestServer) {
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('team', team.id);
  return { team, user, token, phone: await server.tokenOf('app_user', user.id) };
}

const press = (server: TestServer, token: string, clientId: string = randomUUID()) =>
  server.post('/mapi/v1/button_click', { token, body: { client_id: clientId, button_id: 5 } });

test('a press, its opening and its deletion reach the streams of the team and of administrators only', async () => {
  const server = await testServer();
  const [a, b] = [await firm(server), await firm(server)];
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const ours = await openEventStream(server.url, a.token);
  const atMainBase = await openEventStream(server.url, a.token, { base: '/api/v1' });
  const admins = await openEventStream(server.url, admin, { base: '/api/v1' });
  const theirs = await openEventStream(server.url, b.token);
  const { id } = (await press(server, a.phone)).body.data;
  await server.post('/tapi/v1/open/button_click', { token: a.token, body: { id } });
  await server.post('/tapi/v1/delete/button_click', { token: a.token, body: { id } });
  const { items } = (await server.get('/tapi/v1/listPaged/deleted', { token: a.token })).body;
  await server.post('/tapi/v1/restore/deleted', { token: a.token, body: { id: items[0].id } });
  // The last event, so that nothing is in flight after it.
  await press(server, b.phone);
  const about = { team_id: a.team.id, submission: 'button', item_id: 5, id, at: expect.any(String) };
  const expected = ['created', 'opened', 'deleted', 'restored'].map((what) => ({
    kind: `submission.${what}`,
    ...about,
  }));
  for (const stream of [ours, atMainBase, admins]) {
    await stream.received('submission.restored');
    expect(stream.messages.slice(1)).toEqual(expect.arrayContaining(expected));
  }
  await theirs.received('submission.created');
  expect(theirs.messages.slice(1)).toEqual([
    { kind: 'submission.created', ...about, team_id: b.team.id, id: expect.any(Number) },
  ]);
  expect(ours.messages.slice(1)).toEqual(expected);
});

test('publishes a form with its number and nothing that a person typed', async () => {
  const server = await testServer();
  const { token, phone, team } = await firm(server);
  const stream = await openEventStream(server.url, token);
  await server.post('/mapi/v1/form_submission', {
    token: phone,
    body: { client_id: randomUUID(), f_id: 3, message: 'Gloves', company: 'Orchard', type: 'PPE' },
  });
  expect(await stream.received('submission.created')).toEqual({
    kind: 'submission.created',
    team_id: team.id,
    submission: 'form',
    item_id: 3,
    id: expect.any(Number),
    at: expect.stringMatching(/Z$/),
  });
});

test('a new stream receives the events of the last moments: the console read its rows meanwhile', async () => {
  const server = await testServer();
  const [a, b] = [await firm(server), await firm(server)];
  await press(server, b.phone);
  const { id } = (await press(server, a.phone)).body.data;
  const stream = await openEventStream(server.url, a.token);
  expect(await stream.received('submission.created')).toMatchObject({
    team_id: a.team.id,
    id,
    before: true,
  });
  expect(stream.messages).toHaveLength(2);
});

test('a stream that continues a read receives what happened after it, and nothing before', async () => {
  const server = await testServer();
  const { token, phone } = await firm(server);
  await press(server, phone);
  const read = await server.get('/tapi/v1/listPaged/button_click', { token });
  const since = read.headers.get('callpoint-event-position') ?? '';
  const { id } = (await press(server, phone)).body.data;
  const stream = await openEventStream(server.url, token, { query: { since } });
  expect(await stream.received('submission.created')).toMatchObject({ id, before: true });
  expect(stream.messages).toHaveLength(2);
  expect(stream.messages[0]).toEqual({ kind: 'hello', ok: true, beat_ms: 20_000, since });
});

test.each(['x', '1.2', 'other-process.5', '.'])(
  'a stream that continues at %s, which is not of this process, starts with the recent events',
  async (since) => {
    const server = await testServer();
    const { token, phone } = await firm(server);
    const { id } = (await press(server, phone)).body.data;
    const stream = await openEventStream(server.url, token, { query: { since } });
    expect(await stream.received('submission.created')).toMatchObject({ id, before: true });
    expect(stream.messages[0]).toEqual({ kind: 'hello', ok: true, beat_ms: 20_000 });
  },
);

test('rejects a position that is too long, and gives phones none', async () => {
  const server = await testServer();
  const { token, phone } = await firm(server);
  const query = { since: 'x'.repeat(65) };
  expect((await server.get('/tapi/v1/events', { token, query })).status).toBe(400);
  const { headers } = await server.get('/mapi/v1/dashboard', { token: phone });
  expect(headers.get('callpoint-event-position')).toBeNull();
});

test('does not publish a rejected press, and publishes a repeated one with its first id', async () => {
  const server = await testServer();
  const { token, phone, team } = await firm(server);
  const stream = await openEventStream(server.url, token);
  await server.db
    .updateTable('settings')
    .set({ setting_value: 'no' })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'btn_2_mode')
    .execute();
  const rejected = await server.post('/mapi/v1/button_click', {
    token: phone,
    body: { client_id: randomUUID(), button_id: 2 },
  });
  expect(rejected.status).toBe(403);
  const clientId = randomUUID();
  const { id } = (await press(server, phone, clientId)).body.data;
  await press(server, phone, clientId);
  await server.post('/tapi/v1/delete/button_click', { token, body: { id } });
  await stream.received('submission.deleted');
  expect(
    stream.messages.map((message) => ('id' in message ? [message.kind, message.id] : message.kind)),
  ).toEqual(['hello', ['submission.created', id], ['submission.created', id], ['submission.deleted', id]]);
});

test('rejects streams for phones, without a session, and for a team at the base of another role', async () => {
  const server = await testServer();
  const { phone } = await firm(server);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const status = async (path: string, token?: string) =>
    (await server.get(path, token === undefined ? {} : { token })).status;
  expect(await status('/tapi/v1/events')).toBe(401);
  expect(await status('/tapi/v1/events', 'x'.repeat(43))).toBe(401);
  expect(await status('/tapi/v1/events', phone)).toBe(403);
  expect(await status('/api/v1/events', phone)).toBe(403);
  expect(await status('/tapi/v1/events', admin)).toBe(403);
  expect(await status('/sapi/v1/events', admin)).toBe(404);
});

test('accepts the token in the query, and sends a response that is neither cached nor buffered', async () => {
  const server = await testServer();
  const { token } = await firm(server);
  const { status, headers, body } = await server.get('/tapi/v1/events', { token });
  expect([status, body]).toEqual([200, { kind: 'hello', ok: true, beat_ms: 20_000 }]);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a reconnecting client receives a refetch, and every client a beat', async () => {
  const server = await testServer({ beatMs: 20 });
  const { token } = await firm(server);
  const again = await openEventStream(server.url, token, { headers: { 'last-event-id': '1' } });
  await again.received('refetch');
  await again.received('beat');
});

test('a stream closes immediately with its session and the reason; streams of other sessions stay open', async () => {
  const server = await testServer();
  const { team, token: first } = await firm(server);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const token = () => server.tokenOf('team', team.id);

  const out = await token();
  const loggedOut = await openEventStream(server.url, out);
  const stays = await openEventStream(server.url, first);
  await server.post('/sapi/v1/logout', { token: out, body: {} });
  await loggedOut.closed;
  expect(loggedOut.messages.at(-1)).toEqual({
    kind: 'ended',
    msg: 'Please log in.',
    code: 'sign_in_required',
  });

  const others = await openEventStream(server.url, await token());
  await server.post('/tapi/v1/changePassword', { token: first, body: { password: 'Quiet-harbour-77' } });
  await others.closed;
  expect(await others.received('ended')).toMatchObject({
    msg: expect.stringContaining('password was changed'),
    code: 'password_changed',
  });
  expect(stays.messages).toHaveLength(1);

  await server.post('/sapi/v1/forgotPassword', { body: { email: team.email, role: 'team' } });
  await expect.poll(() => server.mails.length).toBe(1);
  const link = /token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1];
  await server.post('/sapi/v1/resetPassword', {
    body: { token: link, password: FACTORY_PASSWORD, re_password: FACTORY_PASSWORD },
  });
  await stays.closed;
  expect(stays.messages.at(-1)).toMatchObject({ kind: 'ended' });

  const blocked = await openEventStream(server.url, await token());
  await server.post('/api/v1/update/team', { token: admin, body: { id: team.id, data: { status: 0 } } });
  await blocked.closed;
  expect(blocked.messages.at(-1)).toEqual({
    kind: 'ended',
    msg: 'This account is blocked. Contact us to unblock it.',
    code: 'account_blocked',
  });
});

test('a session that expires without a call closes its stream by the next beat; an open stream keeps a valid one alive', async () => {
  const server = await testServer({ beatMs: 20 });
  const { team, token } = await firm(server);
  const sessions = () => server.db.updateTable('session').where('account_id', '=', team.id);
  const old = new Date(Date.now() - 11 * 3_600_000).toISOString();
  await sessions().where('role', '=', 'team').set({ last_used_at: old }).execute();
  const stream = await openEventStream(server.url, token);
  const lastUsed = async () =>
    (await server.db.selectFrom('session').select('last_used_at').where('role', '=', 'team').execute())[0];
  await expect.poll(async () => (await lastUsed())?.last_used_at !== old).toBe(true);
  await sessions().set({ expires_at: new Date().toISOString() }).execute();
  await stream.closed;
  expect(stream.messages.at(-1)).toMatchObject({ kind: 'ended' });
});

test('rejects the ninth stream of a session with 429, and accepts one after another has closed', async () => {
  const server = await testServer();
  const { token, team } = await firm(server);
  const open = await Promise.all(Array.from({ length: 8 }, () => openEventStream(server.url, token)));
  const rejected = await server.get('/tapi/v1/events', { token });
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '30']);
  await openEventStream(server.url, await server.tokenOf('team', team.id));
  open[0]?.stop();
  await expect.poll(async () => (await server.get('/tapi/v1/events', { token })).status).toBe(200);
});

test('a caller can open only its own submissions, and the first opening does not change', async () => {
  const server = await testServer();
  const [a, b] = [await firm(server), await firm(server)];
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const [emergency] = await storeSubmissions(server.db, [buildSubmission(a.user)]);
  const open = (token: string, id: number | undefined, base = '/tapi/v1') =>
    server.post(`${base}/open/button_click`, { token, body: { id } });
  const list = async (token: string, query: Record<string, string>) =>
    (await server.get('/api/v1/listPaged/button_click', { token, query })).body;
  expect((await list(a.token, { filter_opened: 'no' })).items).toEqual([
    expect.objectContaining({ id: emergency?.id, opened_at: null, opened_by: null }),
  ]);
  expect((await list(a.token, { filter_opened: 'yes' })).items).toEqual([]);
  expect((await list(b.token, { filter_opened: 'no' })).pagination.pageCount).toBe(0);

  const [foreign, unknown] = [await open(b.token, emergency?.id), await open(b.token, 999_999)];
  expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
  expect(foreign.status).toBe(404);
  expect((await list(a.token, { filter_opened: 'maybe' })).errors).toEqual([
    { field: 'filter_opened', msg: 'Filter opened must be yes or no.' },
  ]);

  const first = await open(a.token, emergency?.id);
  expect(first.body).toEqual({ ok: true, msg: 'Opened.', data: { opened_at: expect.any(String) } });
  expect((await open(admin, emergency?.id, '/api/v1')).body).toEqual(first.body);
  expect((await list(a.token, { filter_opened: 'yes', filter_button_id: '5' })).items).toEqual([
    expect.objectContaining({ opened_at: first.body.data.opened_at, opened_by: 'team' }),
  ]);
  expect((await list(admin, { filter_opened: 'no' })).items).toEqual([]);
  const audit = await server.db
    .selectFrom('audit')
    .select(['actor_role', 'actor_id', 'changes'])
    .where('subject', '=', 'button_click')
    .where('outcome', '=', 'done')
    .execute();
  expect(audit).toEqual([
    { actor_role: 'team', actor_id: a.team.id, changes: expect.stringContaining(first.body.data.opened_at) },
  ]);
});
