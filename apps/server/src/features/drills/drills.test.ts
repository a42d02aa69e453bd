import { randomUUID } from 'node:crypto';
import { perChannel } from '@callpoint/contract/channels/channels';
import { DRILLS_PER_HOUR } from '@callpoint/contract/drills';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testServer } from '../../testing/server.ts';

async function ground() {
  const server = await testServer({ channels: perChannel(() => true) });
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('team', team.id);
  const start = (body: object) =>
    server.post('/tapi/v1/drill', { token, body: { button_id: 5, app_user_id: user.id, ...body } });
  return { server, team, user, token, start };
}

test('a drill sends the messages of a press, each with DRILL in front, and opens an incident', async () => {
  const { server, token, start, user } = await ground();
  const { body } = await start({ button_id: 1 });
  const { incident_id, button_click_id } = (
    body as { data: { incident_id: number; button_click_id: number } }
  ).data;
  const { body: read } = await server.get('/tapi/v1/incident', { token, query: { id: incident_id } });
  expect(read).toMatchObject({ data: { is_drill: true, button_click_id, app_user: { id: user.id } } });
  const texts = await server.db
    .selectFrom('delivery')
    .innerJoin('message_text', 'message_text.id', 'delivery.text_id')
    .select(['subject', 'body', 'role', 'state'])
    .where('incident_id', '=', incident_id)
    .execute();
  expect(texts.length).toBeGreaterThan(0);
  for (const { subject, body: text, role } of texts) {
    expect([subject ?? 'DRILL', text].map((one) => one.startsWith('DRILL'))).toEqual([true, true]);
    expect(text).toMatch(/^DRILL\. This is practice: do not call 911\./);
    // What the text asks for, like a call to 911, is marked as the text of a real alert.
    expect(text).toContain('The text of a real alert follows');
    expect(role).not.toBe('consultancy');
  }
  // The app user has pressed nothing.
  const toUser = texts.filter(({ role }) => role === 'user');
  expect(toUser.length).toBeGreaterThan(0);
  for (const { subject, body: text } of toUser) {
    expect(subject ?? '').not.toContain('We received your alert');
    expect(text).toContain('Your safety team started it in your name; you did not press a button.');
  }
});

test('a real press during a drill of the same person is real, and the answer to the drill does not count for it', async () => {
  const { server, token, start, user } = await ground();
  const { body: started } = await start({});
  const { incident_id: drill } = (started as { data: { incident_id: number } }).data;
  const phone = await server.tokenOf('app_user', user.id);
  const press = { client_id: randomUUID(), button_id: 5 };
  expect((await server.post('/mapi/v1/button_click', { token: phone, body: press })).status).toBe(200);
  const { is_drill, id: real } = await server.db
    .selectFrom('incident')
    .select(['id', 'is_drill'])
    .where('id', '!=', drill)
    .executeTakeFirstOrThrow();
  expect(is_drill).toBe(0);
  const messages = await server.db
    .selectFrom('delivery')
    .innerJoin('message_text', 'message_text.id', 'delivery.text_id')
    .select(['subject', 'body', 'channel'])
    .where('incident_id', '=', real)
    .execute();
  expect(messages.length).toBeGreaterThan(0);
  for (const { subject, body } of messages) expect(`${subject} ${body}`).not.toMatch(/drill/i);
  await server.post('/tapi/v1/answer/incident', { token, body: { id: drill, answer: 'have' } });
  const stateOf = async (id: number) =>
    (await server.get('/tapi/v1/incident', { token, query: { id } })).body.data.state;
  expect([await stateOf(drill), await stateOf(real)]).toEqual(['acknowledged', 'open']);
});

test('reports when each button was last drilled, and how long the answer took', async () => {
  const { server, token, start } = await ground();
  const { body } = await start({});
  const { incident_id: id } = (body as { data: { incident_id: number } }).data;
  await server.post('/tapi/v1/answer/incident', { token, body: { id, answer: 'have' } });
  const { body: summary } = await server.get('/tapi/v1/drills', { token, query: {} });
  const { data } = summary as {
    data: { button_id: number; last_at: string | null; acknowledged_after_ms: number | null }[];
  };
  expect(data.find(({ button_id }) => button_id === 5)).toEqual({
    button_id: 5,
    last_at: expect.any(String),
    acknowledged_after_ms: expect.any(Number),
  });
  expect(data.find(({ button_id }) => button_id === 1)).toMatchObject({ last_at: null });
});

test('rejects a drill of an unknown or blocked person, of a button that is off, and too many', async () => {
  const { server, team, start } = await ground();
  const rival = await buildTeam(server.db);
  const stranger = await buildAppUser(server.db, rival.id);
  expect(await start({ app_user_id: stranger.id })).toMatchObject({
    status: 404,
    body: { msg: 'No such user exists.' },
  });
  const blocked = await buildAppUser(server.db, team.id, { status: 0 });
  expect((await start({ app_user_id: blocked.id })).status).toBe(409);
  expect((await start({ button_id: 3 })).status).toBe(400);
  await server.db
    .updateTable('settings')
    .set({ setting_value: 'no' })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'btn_4_mode')
    .execute();
  expect(await start({ button_id: 4 })).toMatchObject({
    status: 409,
    body: { msg: 'This button is turned off.' },
  });
  const all = await Promise.all(Array.from({ length: DRILLS_PER_HOUR + 2 }, () => start({})));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(DRILLS_PER_HOUR);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(2);
});
