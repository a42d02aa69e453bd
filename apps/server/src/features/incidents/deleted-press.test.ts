import { expect, test } from 'vitest';
import { buildAppUser } from '../../factories/accounts.ts';
import { messagesOf, pressWorld } from '../../testing/incidents/press-world.ts';
import { pushServer } from '../../testing/phones/push-server.ts';

/** A press of an open incident that someone deleted in the console. */
async function ground() {
  const world = await pressWorld();
  const { server, token, phone } = world;
  const { client_id, pressId, incident } = await world.press();
  const id = incident?.id ?? 0;
  const remove = await server.post('/tapi/v1/delete/button_click', { token, body: { id: pressId } });
  expect(remove.status).toBe(200);
  return {
    ...world,
    id,
    client_id,
    change: (call: string, body: object) =>
      server.post(`/tapi/v1/${call}/incident`, { token, body: { id, ...body } }),
    status: (who = phone) => server.get('/mapi/v1/submission', { token: who, query: { client_id } }),
    safe: (who = phone, more: object = {}) =>
      server.post('/mapi/v1/safe', { token: who, body: { client_id, reason: 'I found the exit.', ...more } }),
  };
}

test('the phone still shows who has the incident of a deleted press', async () => {
  const { change, status, team } = await ground();
  const place = { lat: 38.8977, lng: -77.0365 };
  expect(await status()).toMatchObject({
    status: 200,
    body: { data: { item_id: 5, location: place, incident: { state: 'open', owner: null } } },
  });
  await change('answer', { answer: 'have', eta_minutes: 10 });
  const { data } = (await status()).body;
  const owner = `${team.first_name} ${team.last_name}`;
  expect(data.incident).toMatchObject({ state: 'acknowledged', owner, eta_at: expect.any(String) });
  expect(data.recipients).toContainEqual(expect.objectContaining({ role: 'team', channel: 'email' }));
  await change('close', { outcome: 'helped' });
  expect((await status()).body.data).toMatchObject({ location: null, incident: { state: 'closed' } });
});

test('“I am safe” of a deleted press notifies everyone who was notified', async () => {
  const { server, user, token, id, change, status, safe } = await ground();
  const before = await messagesOf(server, id);
  expect((await safe()).status).toBe(200);
  const after = await messagesOf(server, id);
  const addressesOf = (messages: typeof after) =>
    messages
      .filter(({ role }) => role !== 'user')
      .map(({ channel, address }) => `${channel} ${address}`)
      .toSorted();
  const news = after.filter(({ purpose }) => purpose === 'update');
  expect(addressesOf(news)).toEqual(addressesOf(before));
  const { body: list } = await server.get('/tapi/v1/listPaged/delivery', { token });
  const mail = list.items.find((one: { id: number; channel: string }) => one.id === news[0]?.id);
  expect(mail).toMatchObject({ body: expect.stringContaining(user.name) });
  expect((await status()).body.data.incident).toMatchObject({ state: 'open', safe_at: expect.any(String) });
  // A repeated report notifies nobody again.
  expect((await safe()).status).toBe(200);
  expect(await messagesOf(server, id)).toHaveLength(after.length);
  await change('close', { outcome: 'helped' });
});

test('only the person who pressed can follow a deleted press, and report that they are safe while it is open', async () => {
  const { server, team, id, change, status, safe } = await ground();
  const colleague = await server.tokenOf('app_user', (await buildAppUser(server.db, team.id)).id);
  const before = await messagesOf(server, id);
  expect([(await status(colleague)).status, (await safe(colleague)).status]).toEqual([404, 404]);
  expect((await safe(undefined, { client_id: crypto.randomUUID() })).status).toBe(404);
  await change('close', { outcome: 'helped' });
  expect((await safe()).status).toBe(409);
  expect(await messagesOf(server, id)).toHaveLength(before.length);
});

test('the phone of a deleted press gets a push message when someone has the incident', async () => {
  const { server, token, teamToken, subscribe, service, settle } = await pushServer();
  await subscribe(token);
  const client_id = crypto.randomUUID();
  const pressed = await server.post('/mapi/v1/button_click', { token, body: { client_id, button_id: 5 } });
  const remove = { id: pressed.body.data.id };
  await server.post('/tapi/v1/delete/button_click', { token: teamToken, body: remove });
  const { id } = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  await server.post('/tapi/v1/answer/incident', { token: teamToken, body: { id, answer: 'have' } });
  await settle();
  expect(service.messages.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ kind: 'incident', client_id, owner: expect.any(String) }),
  ]);
});
