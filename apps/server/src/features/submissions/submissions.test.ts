import { encodeRecordKey } from '@callpoint/contract/record-link';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

async function teamWithUser(server: TestServer) {
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  return { team, user, token: await server.tokenOf('team', team.id) };
}

const ids = ({ body }: { body: { items: { id: number }[] } }) => body.items.map(({ id }) => id);

test('a team sees its presses of a button, newest first, with the app user and the location', async () => {
  const server = await testServer();
  const { team, user, token } = await teamWithUser(server);
  const [first] = await storeSubmissions(
    server.db,
    [buildSubmission(user)],
    new Date('2026-11-20T10:00:00Z'),
  );
  const [second] = await storeSubmissions(
    server.db,
    [buildSubmission(user, { location: null }), buildSubmission(user, { item: { kind: 'button', id: 2 } })],
    new Date('2026-11-21T08:14:07.123Z'),
  );
  const list = await server.get('/tapi/v1/listPaged/button_click', {
    token,
    query: {
      my: 'yes',
      related: 'app_user',
      filter_button_id: 5,
      page: 1,
      per_page: 20,
      delay: 1,
      sort: 'id',
      order: 'desc',
    },
  });
  const person = { id: user.id, name: user.name, email: user.email, phone: user.phone };
  const shown = {
    pressed_at: null,
    screen_text: 'Your safety team has been notified.',
    opened_at: null,
    opened_by: null,
    earlier_locations: [],
    incident: null,
    messages: { failed: 0, held: 0, pending: 0, sent: 0, delivered: 0, held_by_channel: {} },
  };
  const common = { team_id: team.id, button_id: 5, app_user: person, ...shown };
  expect(list.body).toEqual({
    ok: true,
    items: [
      { ...common, id: second?.id, created_at: '2026-11-21T08:14:07.123Z', location: null },
      {
        ...common,
        id: first?.id,
        created_at: '2026-11-20T10:00:00.000Z',
        location: { lat: 38.8977, lng: -77.0365 },
      },
    ],
    pagination: { page: 1, pageSize: 20, pageCount: 1, total: 2 },
  });
  const withoutUser = await server.get('/tapi/v1/listPaged/button_click', { token });
  expect(withoutUser.body.items[0]).not.toHaveProperty('app_user');
});

test('forms include the text that was written', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const item = { kind: 'form', id: 3 } as const;
  const written = { company: 'Smith & Sons', message: 'Gloves', otherData: 'PPE' };
  await storeSubmissions(server.db, [buildSubmission(user, { item, ...written })]);
  const list = await server.get('/tapi/v1/listPaged/form_submission', {
    token,
    query: { filter_f_id: 3, related: 'app_user' },
  });
  expect(list.body.items).toEqual([
    expect.objectContaining({ f_id: 3, company: 'Smith & Sons', message: 'Gloves', other_data: 'PPE' }),
  ]);
  expect(
    (await server.get('/tapi/v1/listPaged/form_submission', { token, query: { filter_f_id: 2 } })).body.items,
  ).toEqual([]);
});

test('a list filtered by time has the submissions from one moment until before another', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
  const stored: number[] = [];
  for (const hour of [8, 9, 10, 11]) {
    stored.push(
      ...(await storeSubmissions(server.db, [buildSubmission(user)], at(hour))).map(({ id }) => id),
    );
  }
  const list = async (query: Record<string, string | number>) => {
    const response = await server.get('/tapi/v1/listPaged/button_click', {
      token,
      query: { order: 'asc', per_page: 2, ...query },
    });
    return [ids(response), response.body.pagination.pageCount];
  };
  const from = at(9).toISOString();
  const to = at(11).toISOString();
  expect(await list({ filter_from: from, filter_to: to })).toEqual([stored.slice(1, 3), 1]);
  expect(await list({ filter_from: from, sort: 'created_at' })).toEqual([stored.slice(1, 3), 2]);
  expect(await list({ filter_to: from })).toEqual([stored.slice(0, 1), 1]);
  for (const wrong of ['2026-11-20', 'yesterday', '0000-01-01T00:00:00.000Z']) {
    const { status } = await server.get('/tapi/v1/listPaged/button_click', {
      token,
      query: { filter_from: wrong },
    });
    expect([wrong, status]).toEqual([wrong, 400]);
  }
});

test('pages contain every row once, in both directions and for both sort keys', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const stored: number[] = [];
  for (let minute = 0; minute < 9; minute += 1) {
    // Three presses at each moment: rows with equal sort values must not be lost between pages.
    const at = new Date(Date.UTC(2026, 10, 21, 8, Math.floor(minute / 3)));
    stored.push(...(await storeSubmissions(server.db, [buildSubmission(user)], at)).map(({ id }) => id));
  }
  for (const sort of ['id', 'created_at']) {
    for (const order of ['asc', 'desc']) {
      const seen: number[] = [];
      for (const page of [1, 2, 3]) {
        const response = await server.get('/tapi/v1/listPaged/button_click', {
          token,
          query: { filter_button_id: 5, sort, order, page, per_page: 4 },
        });
        expect(response.body.pagination).toEqual({ page, pageSize: 4, pageCount: 3, total: 9 });
        seen.push(...ids(response));
      }
      expect(seen).toEqual(order === 'asc' ? stored : stored.toReversed());
    }
  }
});

test('pageCount depends on the filters, the scope and deletions', async () => {
  const server = await testServer();
  const { user, token, team } = await teamWithUser(server);
  const other = await teamWithUser(server);
  const many = (count: number, id: 2 | 5) =>
    Array.from({ length: count }, () => buildSubmission(user, { item: { kind: 'button', id } }));
  const mine = await storeSubmissions(server.db, [...many(5, 5), ...many(2, 2)]);
  await storeSubmissions(server.db, [buildSubmission(other.user)]);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const pages = async (who: string, query: Record<string, number>) =>
    (await server.get('/api/v1/listPaged/button_click', { token: who, query: { per_page: 1, ...query } }))
      .body.pagination.pageCount;

  expect(await pages(token, {})).toBe(7);
  expect(await pages(token, { filter_button_id: 5 })).toBe(5);
  expect(await pages(token, { filter_team_id: other.team.id })).toBe(0);
  expect(await pages(admin, {})).toBe(8);
  expect(await pages(admin, { filter_button_id: 5 })).toBe(6);
  expect(await pages(admin, { filter_team_id: team.id, filter_button_id: 2 })).toBe(2);
  expect(await pages(admin, { filter_id: mine[0]?.id ?? 0 })).toBe(1);

  const deleted = await server.post('/tapi/v1/delete/button_click', { token, body: { id: mine[0]?.id } });
  expect(deleted.body).toEqual({ ok: true, msg: 'Deleted Successfully.' });
  expect(await pages(token, { filter_button_id: 5 })).toBe(4);
  expect(await pages(admin, {})).toBe(7);
  const again = await server.post('/tapi/v1/delete/button_click', { token, body: { id: mine[0]?.id } });
  expect(again.status).toBe(404);
  expect(await pages(token, { filter_button_id: 5 })).toBe(4);
});

test('another team’s submissions can be neither read nor deleted, with the same response as for missing ones', async () => {
  const server = await testServer();
  const { token } = await teamWithUser(server);
  const other = await teamWithUser(server);
  const form = { kind: 'form', id: 1 } as const;
  const [click, submission] = await storeSubmissions(server.db, [
    buildSubmission(other.user),
    buildSubmission(other.user, { item: form, message: 'secret of B' }),
  ]);
  for (const [name, id] of [
    ['button_click', click?.id],
    ['form_submission', submission?.id],
  ] as const) {
    for (const base of ['/tapi/v1', '/api/v1']) {
      const list = await server.get(`${base}/listPaged/${name}`, {
        token,
        query: { filter_id: id ?? 0, filter_team_id: other.team.id, my: 'no' },
      });
      expect(list.body).toEqual({
        ok: true,
        items: [],
        pagination: { page: 1, pageSize: 20, pageCount: 0, total: 0 },
      });
      const remove = (which: number | undefined) =>
        server.post(`${base}/delete/${name}`, { token, body: { id: which } });
      const [foreign, unknown] = [await remove(id), await remove(999_999)];
      expect(foreign.status).toBe(404);
      expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    }
    const rows = await server.db.selectFrom(name).select('id').execute();
    expect(rows).toEqual([{ id }]);
  }
});

test('deleting a submission keeps its messages in the log', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const message = {
    channel: 'email',
    role: 'team',
    address: 'boss@team.example',
    subject: 'Help',
    text: 'Help',
    html: null,
    skipped: null,
  } as const;
  const [click] = await storeSubmissions(server.db, [buildSubmission(user, { messages: [message] })]);
  await server.post('/tapi/v1/delete/button_click', { token, body: { id: click?.id } });
  expect(await server.db.selectFrom('delivery').select(['address', 'button_click_id']).execute()).toEqual([
    { address: 'boss@team.example', button_click_id: null },
  ]);
});

test('the summary of a subscriber has the count of each item and when the last one was received', async () => {
  const server = await testServer();
  const { team, user, token } = await teamWithUser(server);
  const other = await teamWithUser(server);
  const at = '2026-11-21T08:14:07.123Z';
  await storeSubmissions(
    server.db,
    [buildSubmission(user), buildSubmission(other.user)],
    new Date('2026-11-20T10:00:00Z'),
  );
  await storeSubmissions(
    server.db,
    [buildSubmission(user), buildSubmission(user, { item: { kind: 'form', id: 2 } })],
    new Date(at),
  );
  const none = (kind: string, item_id: number) => ({ kind, item_id, total: 0, last_at: null });
  const items = [
    none('button', 1),
    none('button', 2),
    none('button', 4),
    { kind: 'button', item_id: 5, total: 2, last_at: at },
    none('form', 1),
    none('form', 3),
    { kind: 'form', item_id: 2, total: 1, last_at: at },
  ];
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const readSummary = (who: string, team_id: number, base = '/api/v1') =>
    server.get(`${base}/submissionSummary`, { token: who, query: { team_id } });
  expect((await readSummary(admin, team.id)).body).toEqual({ ok: true, data: { items } });
  expect((await readSummary(token, team.id, '/tapi/v1')).body).toEqual({ ok: true, data: { items } });
  const rejections = [
    await readSummary(token, other.team.id),
    await readSummary(token, 999_999),
    await readSummary(admin, 999_999),
  ];
  for (const { status, body } of rejections) {
    expect([status, body.msg]).toEqual([404, 'The subscriber does not exist.']);
  }
});

test('the link of a message finds its record for the subscriber and administrators only', async () => {
  const server = await testServer();
  const { team, user, token } = await teamWithUser(server);
  const other = await teamWithUser(server);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const press = buildSubmission(user);
  const form = buildSubmission(user, { item: { kind: 'form', id: 3 } });
  await storeSubmissions(server.db, [press, form]);
  const find = async (base: string, who: string | undefined, key: string) => {
    const { status, body } = await server.get(`${base}/findRecord`, {
      ...(who && { token: who }),
      query: { key },
    });
    return [status, body.data ?? body.msg];
  };
  const keyOf = ({ appUserId, clientId }: typeof press) => encodeRecordKey({ appUserId, clientId });
  const found = { kind: 'button', item_id: 5, id: 1, team_id: team.id };
  expect(await find('/tapi/v1', token, keyOf(press))).toEqual([200, found]);
  expect(await find('/api/v1', admin, keyOf(press))).toEqual([200, found]);
  expect(await find('/api/v1', token, keyOf(form))).toEqual([200, { ...found, kind: 'form', item_id: 3 }]);
  const unknown = encodeRecordKey({ appUserId: user.id, clientId: '3f2b8c1e-6f0a-4d55-9a51-0d6e2c6f5b11' });
  const missing = [404, 'The record does not exist.'];
  expect(await find('/tapi/v1', other.token, keyOf(press))).toEqual(missing);
  expect(await find('/tapi/v1', token, unknown)).toEqual(missing);
  expect(await find('/tapi/v1', token, 'example')).toEqual(missing);
  expect((await find('/tapi/v1', undefined, keyOf(press)))[0]).toBe(401);
});

test('renaming a user does not change the name stored in the record', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  await storeSubmissions(server.db, [buildSubmission(user)]);
  const data = { name: 'Other Name', phone: '+1 303 555 0141' };
  expect((await server.post('/tapi/v1/update/app_user', { token, body: { id: user.id, data } })).status).toBe(
    200,
  );
  const { body } = await server.get('/tapi/v1/listPaged/button_click', {
    token,
    query: { related: 'app_user' },
  });
  expect(body.items[0].app_user).toEqual({
    id: user.id,
    name: user.name,
    email: user.email,
    phone: user.phone,
  });
});
