import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const ALARMS = { per_page: '50', sort: 'id', order: 'desc', filter_open: 'yes', related: 'app_user' };
const UNOPENED = {
  per_page: '50',
  sort: 'id',
  order: 'desc',
  my: 'yes',
  filter_opened: 'no',
  related: 'app_user',
};

const OPEN_INCIDENTS = { per_page: '100', sort: 'urgency', order: 'desc', filter_open: 'yes' };

const EXPECTED_INCIDENTS = { ...OPEN_INCIDENTS, filter_drill: 'no', filter_expected: 'yes' };

/** The body of a list without `ok`. */
async function list(server: TestServer, path: string, token: string, query: Record<string, string>) {
  const { items, pagination } = (await server.get(path, { token, query })).body;
  return { items, pagination };
}

test('the frame of a team has what its parts have, and nothing of another team', async () => {
  const server = await testServer();
  const [ours, theirs] = [await buildTeam(server.db), await buildTeam(server.db)];
  for (const { id } of [ours, theirs]) {
    const phone = await server.tokenOf('app_user', (await buildAppUser(server.db, id)).id);
    const body = { client_id: randomUUID(), button_id: 5 };
    expect((await server.post('/mapi/v1/button_click', { token: phone, body })).status).toBe(200);
  }
  const token = await server.tokenOf('team', ours.id);
  const { body } = await server.get('/tapi/v1/teamFrame', { token });
  const query = { team_id: String(ours.id) };
  expect(body).toEqual({
    ok: true,
    data: {
      alarms: await list(server, '/tapi/v1/listPaged/alarm', token, ALARMS),
      unopened: await list(server, '/tapi/v1/listPaged/button_click', token, UNOPENED),
      incidents: await list(server, '/tapi/v1/listPaged/incident', token, OPEN_INCIDENTS),
      submission_summary: (await server.get('/tapi/v1/submissionSummary', { token, query })).body.data,
      overdue_payment: null,
      account: { time_zone: ours.time_zone, phone: ours.phone },
    },
  });
  const [incident] = body.data.incidents.items;
  expect(incident).toMatchObject({ team_id: ours.id, state: 'open' });
  expect(body.data.unopened.items).toMatchObject([
    { team_id: ours.id, opened_at: null, incident: { id: incident.id, state: 'open', owner: null } },
  ]);
});

test('the frame of an administrator has the open alarms, the incidents to which someone is expected, the own account and what is new', async () => {
  const server = await testServer();
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const query = { subscribers_since: '2026-01-01T00:00:00.000Z' };
  const { id } = await buildTeam(server.db);
  const phone = await server.tokenOf('app_user', (await buildAppUser(server.db, id)).id);
  const press = { client_id: randomUUID(), button_id: 5 };
  expect((await server.post('/mapi/v1/button_click', { token: phone, body: press })).status).toBe(200);
  const incident = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  const answer = { id: incident.id, answer: 'have', eta_minutes: 10 };
  const team = await server.tokenOf('team', id);
  expect((await server.post('/tapi/v1/answer/incident', { token: team, body: answer })).status).toBe(200);
  const { body } = await server.get('/api/v1/adminFrame', { token, query });
  expect(body).toEqual({
    ok: true,
    data: {
      alarms: await list(server, '/api/v1/listPaged/alarm', token, ALARMS),
      expected_incidents: await list(server, '/api/v1/listPaged/incident', token, EXPECTED_INCIDENTS),
      account: (await server.get('/api/v1/account', { token })).body.data,
      new_items: { at: expect.any(String), subscribers: 1, messages: 0 },
    },
  });
  expect(body.data.expected_incidents.items).toMatchObject([{ id: incident.id, team_id: id }]);
  const invalid = await server.get('/api/v1/adminFrame', { token, query: { messages_since: 'yesterday' } });
  expect(invalid.status).toBe(400);
});
