import { randomUUID } from 'node:crypto';
import { getDashboardSlot } from '@callpoint/contract/catalog';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { testMonitor } from '../../testing/phones/check-ins.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const HERE = { lat: 38.8977, lng: -77.0365, accuracy: 9 };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

async function phone() {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('app_user', user.id);
  const post = (path: string, body: object) => server.post(`/mapi/v1/check_in${path}`, { token, body });
  const bodyOf = (more: object = {}) => ({
    client_id: randomUUID(),
    every_minutes: 30,
    grace_minutes: 5,
    until: inMinutes(180),
    location: HERE,
    ...more,
  });
  const current = async () => (await server.get('/mapi/v1/check_in', { token })).body.data;
  return { server, team, user, token, post, bodyOf, current };
}

/** Minutes from now until a time, to the nearest tenth. */
const minutesUntil = (at: string) => Math.round((Date.parse(at) - Date.now()) / (MINUTE / 10)) / 10;

/** Moves all times of a check-in into the past, as if these minutes had passed. */
async function pass({ db }: TestServer, minutes: number) {
  const row = await db.selectFrom('check_in').selectAll().executeTakeFirstOrThrow();
  const earlier = (at: string) => new Date(Date.parse(at) - minutes * MINUTE).toISOString();
  const times = {
    due_at: earlier(row.due_at),
    raise_at: earlier(row.raise_at),
    until_at: earlier(row.until_at),
  };
  await db.updateTable('check_in').set(times).where('id', '=', row.id).execute();
}

test('a person schedules check-ins, answers them, and the last answer ends them', async () => {
  const { server, post, bodyOf, current } = await phone();
  expect(await current()).toBeNull();
  const body = bodyOf({ until: inMinutes(40) });
  const started = await post('', body);
  expect(started.status).toBe(200);
  const { client_id, until } = body;
  expect(started.body.data).toEqual({
    client_id,
    every_minutes: 30,
    grace_minutes: 5,
    until,
    due_at: expect.any(String),
    state: 'active',
    press_client_id: null,
  });
  expect(minutesUntil(started.body.data.due_at)).toBe(30);
  expect(await current()).toEqual(started.body.data);

  await pass(server, 31);
  const answered = await post('/confirm', { client_id, location: { ...HERE, lat: 39 } });
  // The location follows a moment later, and the phone rounds the age of its answer up.
  const known = await post('/confirm', {
    client_id,
    location: { ...HERE, lat: 40 },
    answered_seconds_ago: 1,
  });
  expect(known.body.data.due_at).toBe(answered.body.data.due_at);
  const { location } = await server.db.selectFrom('check_in').select('location').executeTakeFirstOrThrow();
  expect(JSON.parse(location ?? '')).toMatchObject({ lat: 40 });
  // The last check is at the end, not 30 minutes after the answer.
  expect(answered.body.data).toMatchObject({ state: 'active', due_at: answered.body.data.until });
  expect(minutesUntil(answered.body.data.due_at)).toBe(9);

  await pass(server, 9);
  expect((await post('/confirm', { client_id })).body.data.state).toBe('ended');
  expect((await current()).state).toBe('ended');
  const again = await post('/confirm', { client_id });
  expect([again.status, again.body.msg]).toEqual([409, 'This check-in has ended.']);
});

test('an answer before the check is due moves the next one', async () => {
  const { server, post, bodyOf } = await phone();
  const body = bodyOf();
  await post('', body);
  await pass(server, 10);
  const { client_id } = body;
  expect(minutesUntil((await post('/confirm', { client_id })).body.data.due_at)).toBe(30);
});

test('an answer that arrives late says nothing about the time after it was given', async () => {
  const { server, post, bodyOf } = await phone();
  const body = bodyOf();
  await post('', body);
  await pass(server, 32);
  const { client_id } = body;
  const answer = (minutes: number) =>
    post('/confirm', { client_id, answered_seconds_ago: minutes * 60 }).then(({ body: { data } }) => data);
  // The person answered a minute after the question, and the phone had no network for a minute.
  expect(minutesUntil((await answer(1)).due_at)).toBe(29);
  // An older answer of a phone that was offline for longer moves nothing.
  expect(minutesUntil((await answer(20)).due_at)).toBe(29);
  for (const answered_seconds_ago of [-1, 0.5, 90_000, '60']) {
    expect(await post('/confirm', { client_id, answered_seconds_ago })).toMatchObject({ status: 400 });
  }
});

test('an answer from before the last question does not put off its emergency', async () => {
  const { server, post, bodyOf, current } = await phone();
  const body = bodyOf();
  await post('', body);
  await pass(server, 34);
  const { due_at } = await current();
  const { client_id } = body;
  const late = await post('/confirm', { client_id, answered_seconds_ago: 36 * 60 });
  expect(late.body.data).toMatchObject({ due_at, state: 'active' });
});

test('the same start again gets the first response, another start is rejected', async () => {
  const { server, post, bodyOf, current } = await phone();
  const body = bodyOf();
  const first = await post('', body);
  expect((await post('', { ...body, every_minutes: 60 })).body).toEqual(first.body);
  const other = await post('', bodyOf());
  expect([other.status, other.body.msg]).toEqual([409, 'Another check-in is active.']);
  const { client_id } = body;
  expect((await post('/end', { client_id })).body.data.state).toBe('ended');
  expect((await post('/end', { client_id })).body.data.state).toBe('ended');
  expect((await post('', body)).body.data.state).toBe('ended');
  expect((await post('', bodyOf())).body.data.state).toBe('active');
  expect(await server.db.selectFrom('check_in').select('id').execute()).toHaveLength(2);
  expect((await current()).state).toBe('active');
});

test('a person who starts check-ins without a pause must wait; repeated starts, answers and ends do not count', async () => {
  const { server, team, post, bodyOf } = await phone();
  const active = bodyOf();
  await post('', active);
  for (let count = 0; count < 12; count += 1) {
    expect((await post('', active)).status).toBe(200);
    expect((await post('/confirm', { client_id: active.client_id })).status).toBe(200);
  }
  let other = await post('', bodyOf());
  for (let count = 0; count < 20 && other.status === 409; count += 1) other = await post('', bodyOf());
  expect(other).toMatchObject({
    status: 429,
    body: {
      msg: 'You started many check-ins. This one is not started yet: wait a moment, then start it again.',
    },
  });
  expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await post('', active)).status).toBe(200);
  expect((await post('/end', { client_id: active.client_id })).body.data.state).toBe('ended');
  const bob = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('app_user', bob.id);
  expect((await server.post('/mapi/v1/check_in', { token, body: bodyOf() })).status).toBe(200);
});

test('simultaneous starts of one phone store one check-in', async () => {
  const { server, post, bodyOf } = await phone();
  const same = bodyOf();
  const responses = await Promise.all([post('', same), post('', same), post('', bodyOf()), post('', same)]);
  const active = await server.db.selectFrom('check_in').select('client_id').execute();
  expect(active).toHaveLength(1);
  for (const { status, body } of responses) {
    if (status === 200) expect(body.data.client_id).toBe(active[0]?.client_id);
    else expect(status).toBe(409);
  }
});

test('a start is rejected if it could not work', async () => {
  const { server, team, post, bodyOf, current } = await phone();
  const rejected = async (more: object) => {
    const { status, body } = await post('', bodyOf(more));
    return [status, body.errors?.map(({ field }: { field: string }) => field)];
  };
  expect(await rejected({ until: inMinutes(-1) })).toEqual([400, ['until']]);
  expect(await rejected({ until: inMinutes(24 * 60 + 1) })).toEqual([400, ['until']]);
  expect(await rejected({ every_minutes: 4 })).toEqual([400, ['every_minutes']]);
  expect(await rejected({ every_minutes: 241 })).toEqual([400, ['every_minutes']]);
  expect(await rejected({ grace_minutes: 31 })).toEqual([400, ['grace_minutes']]);
  expect(await rejected({ grace_minutes: 0 })).toEqual([400, ['grace_minutes']]);
  expect((await post('', bodyOf({ grace_minutes: 0 }))).body.msg).toMatch(/at least 1 minute\b(?!s)/);
  const tooLong = await post('', bodyOf({ every_minutes: 5, grace_minutes: 6, until: inMinutes(-1) }));
  expect(tooLong).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          msg: 'Grace minutes must be at most 5, like every minutes: the time to answer can’t be longer than the time between two check-ins.',
          field: 'grace_minutes',
        },
        { msg: 'Until must be in the future.', field: 'until' },
      ],
    },
  });
  await server.db
    .updateTable('settings')
    .set({ setting_value: 'no' })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', `btn_${getDashboardSlot({ kind: 'button', id: 5 })}_mode`)
    .execute();
  const off = await post('', bodyOf());
  expect([off.status, off.body.msg]).toEqual([
    409,
    'Lone Worker Emergency is turned off for your organization.',
  ]);
  expect(await current()).toBeNull();
});

test('the time to answer may be as long as the time between two check-ins', async () => {
  const { post, bodyOf } = await phone();
  expect((await post('', bodyOf({ every_minutes: 5, grace_minutes: 5 }))).status).toBe(200);
});

test('a check-in of another person does not exist for a phone', async () => {
  const { server, team, post, bodyOf } = await phone();
  const body = bodyOf();
  await post('', body);
  const bob = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('app_user', bob.id);
  const { client_id } = body;
  for (const path of ['confirm', 'end']) {
    const { status } = await server.post(`/mapi/v1/check_in/${path}`, { token, body: { client_id } });
    expect(status).toBe(404);
  }
  expect((await server.get('/mapi/v1/check_in', { token })).body.data).toBeNull();
});

test('after the emergency was raised, the phone learns which press it is', async () => {
  const { server, token, post, bodyOf, current } = await phone();
  const body = bodyOf();
  await post('', body);
  await pass(server, 36);
  expect(await testMonitor(server.db, {}).check()).toBe(1);
  const { client_id } = body;
  for (const path of ['/confirm', '/end']) {
    const late = await post(path, { client_id });
    expect([late.status, late.body.code]).toEqual([409, 'check_in_raised']);
    expect(late.body.msg).toBe('No one answered in time, so Lone Worker Emergency was sent.');
  }
  const { state, press_client_id } = await current();
  expect(state).toBe('raised');
  const press = await server.get('/mapi/v1/submission', { token, query: { client_id: press_client_id } });
  expect(press.body.data).toMatchObject({ kind: 'button', item_id: 5, location: HERE });
  // The next one can start.
  expect((await post('', bodyOf())).body.data.state).toBe('active');
});

test('of an answer and an emergency at the same moment, exactly one happens', async () => {
  const { server, post, bodyOf } = await phone();
  const monitors = [testMonitor(server.db, {}), testMonitor(server.db, {})];
  for (let round = 1; round <= 10; round += 1) {
    const body = bodyOf();
    await post('', body);
    await server.db
      .updateTable('check_in')
      .set({ raise_at: inMinutes(-1) })
      .where('client_id', '=', body.client_id)
      .execute();
    const before = await countPresses(server);
    const [answer] = await Promise.all([
      post('/confirm', { client_id: body.client_id }),
      ...monitors.map((monitor) => monitor.check()),
    ]);
    const raised = (await countPresses(server)) - before;
    expect([answer.status, raised]).toEqual(answer.status === 200 ? [200, 0] : [409, 1]);
    if (answer.status === 200) await post('/end', { client_id: body.client_id });
  }
});

async function countPresses({ db }: TestServer): Promise<number> {
  return (await db.selectFrom('button_click').select('id').execute()).length;
}
