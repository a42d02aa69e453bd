import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { buildIncident } from '../src/factories/incidents.ts';
import { buildSubmission, storeSubmissions } from '../src/factories/submissions.ts';
import { testServer } from '../src/testing/server.ts';

type Query = Record<string, string | number>;

/** Two subscribers with incidents: `first` and `second` of the own one, `theirs` of the other. */
async function incidentWorld() {
  const server = await testServer();
  const [own, other] = [
    await buildTeam(server.db, { first_name: 'Maria', last_name: 'Ortiz' }),
    await buildTeam(server.db),
  ];
  const open = async (teamId: number, name: string, email: string, phone: string) => {
    const user = await buildAppUser(server.db, teamId, { name, email, phone });
    const item = { kind: 'button', id: 5 } as const;
    const [press] = await storeSubmissions(server.db, [buildSubmission(user, { item })]);
    const pressId = press?.id ?? 0;
    const of = { id: pressId, team_id: teamId, app_user_id: user.id };
    return { user, pressId, id: await buildIncident(server.db, of, { submitter: { name, email, phone } }) };
  };
  // Presses without an incident, so that the ids of presses and incidents differ.
  const nobody = await buildAppUser(server.db, own.id, { name: 'Nobody' });
  await storeSubmissions(
    server.db,
    Array.from({ length: 10 }, () => buildSubmission(nobody)),
  );
  const first = await open(own.id, 'Änne Lee', 'ann@work.example', '+1 (202) 555-0141');
  const second = await open(own.id, 'Ben 100%', 'b_n@work.example', '+49 30 901820');
  const theirs = await open(other.id, 'Änne Other', 'ann@other.example', '+1 202 555 0141');
  const token = await server.tokenOf('team', own.id);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const read = async (query: Query, as = token) => {
    const { status, body } = await server.get('/api/v1/listPaged/incident', { token: as, query });
    expect([query, status]).toEqual([query, 200]);
    return body as { items: { id: number }[]; pagination: { total?: number; searched?: number } };
  };
  const found = async (typed: string, query: Query = {}, as = token) =>
    (await read({ filter_search: typed, ...query }, as)).items.map(({ id }) => id);
  return { server, own, other, first, second, theirs, token, admin, read, found };
}

test('finds incidents by person, address, number in any notation, id and record id; only the own ones', async () => {
  const { first, second, theirs, admin, found } = await incidentWorld();
  for (const typed of [
    'anne',
    'ÄNNE lee',
    'ANN@work',
    '(202) 555-0141',
    '202.555.0141',
    '001 202 555 0141',
    `#${first.id}`,
    String(first.pressId),
  ])
    expect([typed, await found(typed)]).toEqual([typed, [first.id]]);
  for (const typed of ['030 901820', '100%', '%', '_', `#${second.pressId}`])
    expect([typed, await found(typed)]).toEqual([typed, [second.id]]);
  for (const typed of ['\\', 'a_n', 'other', `#${theirs.pressId}`, "' or 1=1 --", '"via"', 'team'])
    expect([typed, await found(typed)]).toEqual([typed, []]);
  expect(await found('anne', {}, admin)).toEqual([theirs.id, first.id]);
  expect(await found('anne', { filter_team_id: theirs.user.team_id }, admin)).toEqual([theirs.id]);
  expect(await found('anne', { filter_team_id: theirs.user.team_id })).toEqual([]);
});

test('finds an incident by who acknowledged it, and by the note of who closed it', async () => {
  const { server, token, first, second, found } = await incidentWorld();
  const change = async (path: string, body: object) =>
    expect((await server.post(`/tapi/v1/${path}/incident`, { token, body })).status).toBe(200);
  await change('answer', { id: first.id, answer: 'have' });
  await change('close', { id: second.id, outcome: 'helped', note: 'Sprained ANKLE, taken home.' });
  expect(await found('maria ortiz')).toEqual([first.id]);
  expect(await found('ankle')).toEqual([second.id]);
  expect(await found('ankle', { filter_open: 'yes' })).toEqual([]);
});

test('an incident is found by the present and by the former name of its person', async () => {
  const { server, token, first, found } = await incidentWorld();
  const body = { id: first.user.id, data: { name: 'Zoë Park', phone: '+1 202 555 0199' } };
  expect((await server.post('/tapi/v1/update/app_user', { token, body })).status).toBe(200);
  for (const typed of ['zoe', '202 555 0199', 'Lee', '(202) 555-0141'])
    expect([typed, await found(typed)]).toEqual([typed, [first.id]]);
});

test('a search keeps the order and the pages of the list', async () => {
  const { first, second, read, found } = await incidentWorld();
  for (const sort of ['id', 'opened_at', 'urgency', 'waiting']) {
    const both = [first.id, second.id];
    expect([sort, await found('work.example', { sort, order: 'asc', filter_open: 'yes' })]).toEqual([
      sort,
      both,
    ]);
    expect([sort, await found('work.example', { sort, order: 'desc', filter_open: 'yes' })]).toEqual([
      sort,
      both.toReversed(),
    ]);
  }
  const page = await read({ filter_search: 'work.example', per_page: 1, page: 2 });
  expect(page.items.map(({ id }) => id)).toEqual([first.id]);
  expect(page.pagination).toMatchObject({ page: 2, pageCount: 2, total: 2 });
});

test('a search examines the first 10,000 incidents, and the response states the limit', async () => {
  const { server, own, first, read } = await incidentWorld();
  const { id: _, ...row } = await server.db
    .selectFrom('incident')
    .selectAll()
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  const crowd = { ...row, user_name: 'Walker', user_email: 'walker@crowd.example', user_phone: '' };
  const walker = await buildAppUser(server.db, own.id, { name: 'Walker' });
  for (let from = 0; from < 10_000; from += 1_000)
    await server.db
      .insertInto('incident')
      .values(
        Array.from({ length: 1_000 }, (__, at) => ({
          ...crowd,
          app_user_id: walker.id,
          button_click_id: 1_000_000 + from + at,
        })),
      )
      .execute();
  const newest = await read({ filter_search: 'anne', sort: 'id' });
  expect(newest).toMatchObject({ items: [], pagination: { pageCount: 0, searched: 10_000 } });
  const oldest = await read({ filter_search: 'anne', sort: 'id', order: 'asc' });
  expect(oldest).toMatchObject({ items: [{ id: first.id }], pagination: { searched: 10_000 } });
});

test('rejects an invalid text, and names it', async () => {
  const { server, token } = await incidentWorld();
  for (const filter_search of ['', ' ', 'x'.repeat(101), 'a\nb']) {
    const { status, body } = await server.get('/tapi/v1/listPaged/incident', {
      token,
      query: { filter_search },
    });
    expect([filter_search, status, body.errors[0].field]).toEqual([filter_search, 400, 'filter_search']);
  }
});
