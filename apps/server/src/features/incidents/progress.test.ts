import { expect, test } from 'vitest';
import { incidentWithLinks, submitForm } from '../../testing/incidents/personal-links.ts';
import { pushServer } from '../../testing/phones/push-server.ts';

test('only the owner reports that they are on the way or have arrived', async () => {
  const { server, token, incident, links, read } = await incidentWithLinks();
  const progress = (state: string) =>
    server.post('/tapi/v1/progress/incident', { token, body: { id: incident.id, state } });
  const [link = ''] = await links('sms');
  await submitForm(link, { action: 'have', eta: '10' });
  const before = await read();
  for (const state of ['on_the_way', 'arrived'])
    expect(await progress(state)).toMatchObject({ status: 409, body: { msg: 'Someone else has it.' } });
  expect(await read()).toEqual(before);
  await submitForm(link, { action: 'on_the_way' });
  expect(await read()).toMatchObject({ state: 'on_the_way', owner: { phone: '+13035550188' } });
  expect((await progress('arrived')).status).toBe(409);
  await submitForm(link, { action: 'cannot' });
  expect((await progress('arrived')).status).toBe(200);
  expect(await read()).toMatchObject({ state: 'arrived', owner: { via: 'console' } });
});

test('“on the way” acknowledges an open incident, and the phone of the person who pressed gets to know it', async () => {
  const { server, team, token, teamToken, subscribe, service, settle } = await pushServer();
  await subscribe(token);
  const client_id = crypto.randomUUID();
  await server.post('/mapi/v1/button_click', { token, body: { client_id, button_id: 5 } });
  const { id } = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  const body = { id, state: 'on_the_way' };
  expect((await server.post('/tapi/v1/progress/incident', { token: teamToken, body })).status).toBe(200);
  await settle();
  const owner = `${team.first_name} ${team.last_name}`;
  expect(service.messages.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ kind: 'incident', client_id, owner }),
  ]);
  const { body: read } = await server.get('/tapi/v1/incident', { token: teamToken, query: { id } });
  expect(read.data).toMatchObject({
    state: 'on_the_way',
    acknowledged_at: expect.any(String),
    next_step_at: null,
    events: [{ kind: 'opened' }, { kind: 'answered', data: { answer: 'have' } }, { kind: 'progressed' }],
  });
});

test('a real incident never ends as a drill, and a drill only as a drill or as other', async () => {
  const { server, token, incident, links, read } = await incidentWithLinks();
  const close = (outcome: string) =>
    server.post('/tapi/v1/close/incident', { token, body: { id: incident.id, outcome } });
  const [link = ''] = await links('email');
  await submitForm(link, { action: 'have' });
  const before = await read();
  expect((await close('drill')).status).toBe(409);
  const byLink = await submitForm(link, { action: 'close', outcome: 'drill' });
  expect([byLink.status, await byLink.text()]).toEqual([
    409,
    expect.stringContaining('A drill ends as drill or other, and a real incident never as drill.'),
  ]);
  expect(await read()).toEqual(before);
  await server.db.updateTable('incident').set({ is_drill: 1 }).execute();
  for (const outcome of ['helped', 'false_alarm']) expect((await close(outcome)).status).toBe(409);
  expect((await close('drill')).status).toBe(200);
  expect(await read()).toMatchObject({ state: 'closed', outcome: 'drill' });
});
