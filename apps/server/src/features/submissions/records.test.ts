import { expect, test } from 'vitest';
import type { Item } from '@callpoint/contract/catalog';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const button = (id: 1 | 2 | 4 | 5): Item => ({ kind: 'button', id });
const form = (id: 1 | 2 | 3): Item => ({ kind: 'form', id });

async function team(server: TestServer, name = 'Ann Lee') {
  const subscriber = await buildTeam(server.db, { account_name: `Firm of ${name}` });
  const user = await buildAppUser(server.db, subscriber.id, { name });
  return { subscriber, user, token: await server.tokenOf('team', subscriber.id) };
}

type Query = Record<string, string | number>;
type Listed = {
  kind: string;
  id: number;
  created_at: string;
  account_name: string;
  messages: Record<string, number>;
};
type Page = { items: Listed[]; pagination: { older: string | null; newer: string | null; total?: number } };

async function records(server: TestServer, token: string, query: Query = {}, base = '/tapi/v1') {
  const { status, body } = await server.get(`${base}/records`, { token, query });
  expect(status).toBe(200);
  return body as Page;
}

const keys = (items: Listed[]) => items.map(({ kind, id }) => `${kind} ${id}`);

test('lists presses and forms together, newest first, page by page in both directions, each exactly once', async () => {
  const server = await testServer();
  const { user, token } = await team(server);
  // Several of both kinds have the same time.
  for (let minute = 0; minute < 4; minute += 1) {
    await storeSubmissions(
      server.db,
      [5, 5, 3, 1, 2, 3].map((id, index) =>
        buildSubmission(user, { item: index < 2 || index === 4 ? button(id as 5) : form(id as 3) }),
      ),
      new Date(Date.parse('2026-07-01T08:00:00.000Z') + minute * 60_000),
    );
  }
  for (const order of ['desc', 'asc']) {
    const all = (await records(server, token, { order, per_page: 100 })).items;
    expect(all).toHaveLength(24);
    expect(new Set(keys(all)).size).toBe(24);
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual(order === 'asc' ? times.toSorted() : times.toSorted().toReversed());
    for (const per_page of [1, 5, 7]) {
      const read = async (direction: 'older' | 'newer', from: Page) => {
        const position = from.pagination[direction];
        return position === null
          ? null
          : await records(server, token, { order, per_page, [direction]: position });
      };
      const [next, last] = order === 'desc' ? (['older', 'newer'] as const) : (['newer', 'older'] as const);
      const forth: string[] = [];
      const back: string[] = [];
      let end = await records(server, token, { order, per_page });
      for (let page: Page | null = end; page; page = await read(next, page)) {
        forth.push(...keys(page.items));
        expect(page.pagination).toMatchObject({ pageSize: per_page, total: 24 });
        end = page;
      }
      expect(forth).toEqual(keys(all));
      for (let page: Page | null = end; page; page = await read(last, page))
        back.unshift(...keys(page.items));
      expect(back).toEqual(keys(all));
    }
  }
});

test('a record received while someone reads moves no row to another page', async () => {
  const server = await testServer();
  const { user, token } = await team(server);
  await storeSubmissions(
    server.db,
    Array.from({ length: 6 }, () => buildSubmission(user)),
    new Date('2026-07-01T08:00:00.000Z'),
  );
  const first = await records(server, token, { per_page: 3 });
  await storeSubmissions(
    server.db,
    [buildSubmission(user, { item: form(1) })],
    new Date('2026-07-01T09:00:00.000Z'),
  );
  const second = await records(server, token, { per_page: 3, older: first.pagination.older ?? '' });
  expect(new Set([...keys(first.items), ...keys(second.items)]).size).toBe(6);
  expect(second.pagination).toMatchObject({ older: null, total: 7 });
});

test('filters by item, person, time and text, separately and combined', async () => {
  const server = await testServer();
  const { user, token, subscriber } = await team(server);
  const ben = await buildAppUser(server.db, subscriber.id, { name: 'Ben Hur' });
  const at = (day: number) => new Date(`2026-07-0${day}T08:00:00.000Z`);
  await storeSubmissions(server.db, [buildSubmission(user, { item: button(5) })], at(1));
  await storeSubmissions(server.db, [buildSubmission(user, { item: button(2) })], at(2));
  await storeSubmissions(server.db, [buildSubmission(ben, { item: form(3), message: 'Gloves' })], at(3));
  await storeSubmissions(server.db, [buildSubmission(ben, { item: button(5) })], at(4));
  const days = async (query: Query) =>
    (await records(server, token, query)).items.map(({ created_at }) => Number(created_at.slice(8, 10)));
  expect(await days({ filterin_item: 'button-5' })).toEqual([4, 1]);
  expect(await days({ filterin_item: 'button-5|button-2' })).toEqual([4, 2, 1]);
  expect(await days({ filterin_item: 'form-3|button-2' })).toEqual([3, 2]);
  expect(await days({ filterin_item: 'form-1' })).toEqual([]);
  expect(await days({ filter_app_user_id: ben.id })).toEqual([4, 3]);
  expect(await days({ filter_app_user_id: ben.id, filterin_item: 'button-5' })).toEqual([4]);
  expect(await days({ filter_from: at(2).toISOString(), filter_to: at(4).toISOString() })).toEqual([3, 2]);
  expect(await days({ filter_search: 'gloves' })).toEqual([3]);
  expect(await days({ filter_search: 'ben hur', filterin_item: 'button-5' })).toEqual([4]);
  expect(await days({ filter_search: 'ann', per_page: 1 })).toEqual([2]);
});

test('counts the messages of each record by delivery status, and filters by it', async () => {
  const server = await testServer();
  const { user, token } = await team(server);
  const message = (address: string) => ({
    channel: 'email' as const,
    role: 'team' as const,
    address,
    subject: 'Help',
    text: 'Help',
    html: null,
    skipped: null,
  });
  const stored = await storeSubmissions(
    server.db,
    ['failed', 'held', 'sent', 'delivered', 'pending', 'skipped', 'none'].map((state) =>
      buildSubmission(user, { messages: state === 'none' ? [] : [message(`${state}@work.example`)] }),
    ),
  );
  const delivered_at = '2026-07-01T08:00:00.000Z';
  for (const state of ['failed', 'held', 'sent', 'pending', 'skipped'])
    await server.db
      .updateTable('delivery')
      .set({ state })
      .where('address', '=', `${state}@work.example`)
      .execute();
  await server.db
    .updateTable('delivery')
    .set({ state: 'sent', delivered_at })
    .where('address', '=', 'delivered@work.example')
    .execute();
  const zero = { failed: 0, held: 0, pending: 0, sent: 0, delivered: 0, held_by_channel: {} };
  const one = (state: string) => ({
    ...zero,
    [state]: 1,
    held_by_channel: state === 'held' ? { email: 1 } : {},
  });
  const { items } = await records(server, token);
  const counts = new Map(items.map(({ id, messages }) => [id, messages]));
  for (const [index, state] of ['failed', 'held', 'sent', 'delivered', 'pending'].entries())
    expect([state, counts.get(stored[index]?.id ?? 0)]).toEqual([state, one(state)]);
  expect([counts.get(stored[5]?.id ?? 0), counts.get(stored[6]?.id ?? 0)]).toEqual([zero, zero]);
  for (const [index, state] of ['failed', 'held', 'sent', 'delivered', 'pending'].entries()) {
    const found = await records(server, token, { filter_messages: state });
    expect([state, found.items.map(({ id }) => id), found.pagination.total]).toEqual([
      state,
      [stored[index]?.id],
      1,
    ]);
    const list = await server.get('/tapi/v1/listPaged/button_click', {
      token,
      query: { filter_messages: state },
    });
    expect(list.body.items).toMatchObject([{ id: stored[index]?.id, messages: one(state) }]);
  }
  await server.db
    .updateTable('button_click')
    .set({ opened_at: delivered_at, opened_by: 'team' })
    .where('id', '=', stored[2]?.id ?? 0)
    .execute();
  for (const path of ['/tapi/v1/records', '/tapi/v1/listPaged/button_click']) {
    const opened = await server.get(path, { token, query: { filter_messages: 'opened' } });
    expect(opened.body.items).toMatchObject([{ id: stored[2]?.id, opened_at: delivered_at }]);
  }
  const forms = await server.get('/tapi/v1/listPaged/form_submission', {
    token,
    query: { filter_messages: 'opened' },
  });
  expect(forms.body.items).toEqual([]);
  const none = await records(server, token, { filter_messages: 'none' });
  expect(none.items.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    [stored[5]?.id ?? 0, stored[6]?.id ?? 0].toSorted((a, b) => a - b),
  );
});

test('a team reads only its own records; an administrator those of all subscribers, or of one', async () => {
  const server = await testServer();
  const mine = await team(server, 'Mine');
  const theirs = await team(server, 'Theirs');
  await storeSubmissions(server.db, [
    buildSubmission(mine.user),
    buildSubmission(theirs.user, { item: form(2) }),
  ]);
  const names = (page: Awaited<ReturnType<typeof records>>) =>
    page.items.map(({ account_name }) => account_name).toSorted();
  const { id } = theirs.subscriber;
  for (const base of ['/tapi/v1', '/api/v1']) {
    expect(names(await records(server, mine.token, {}, base))).toEqual(['Firm of Mine']);
    for (const filter of [
      { filter_team_id: id },
      { filter_app_user_id: theirs.user.id },
      { filter_search: 'theirs' },
    ])
      expect([filter, names(await records(server, mine.token, filter, base))]).toEqual([filter, []]);
  }
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  expect(names(await records(server, admin, {}, '/api/v1'))).toEqual(['Firm of Mine', 'Firm of Theirs']);
  expect(names(await records(server, admin, { filter_team_id: id }, '/api/v1'))).toEqual(['Firm of Theirs']);
  const csv = async (token: string, base: string, query: Query) =>
    (await server.get(`${base}/export/record`, { token, query })).body.csv as string;
  const own = await csv(mine.token, '/tapi/v1', { filter_team_id: id });
  expect([own.includes('Mine'), own.includes('Theirs')]).toEqual([false, false]);
  expect((await csv(admin, '/api/v1', {})).match(/Firm of/g)).toHaveLength(2);
});

test('rejects invalid positions, items and statuses and names them', async () => {
  const server = await testServer();
  const { token } = await team(server);
  const query = {
    older: 'yesterday',
    newer: "2026-07-01T08:00:00.000Z_button_1'",
    filterin_item: 'button-5|walrus',
    filter_messages: 'lost',
    filter_item: 'button-5',
  };
  const { status, body } = await server.get('/tapi/v1/records', { token, query });
  expect([status, body.errors.map(({ field }: { field: string }) => field).toSorted()]).toEqual([
    400,
    ['filter_item', 'filter_messages', 'filterin_item.1', 'newer', 'older'],
  ]);
});

test('one export has the filtered presses and forms in the order of time', async () => {
  const server = await testServer();
  const { user, token } = await team(server);
  const many = Array.from({ length: 700 }, (_, index) => index);
  for (const part of [0, 1, 2])
    await storeSubmissions(
      server.db,
      many.map((index) =>
        buildSubmission(user, {
          item: index % 3 === 0 ? form(3) : button(5),
          message: '=1+1',
          company: 'Smith',
        }),
      ),
      new Date(Date.parse('2026-07-01T08:00:00.000Z') + part * 60_000),
    );
  for (const order of ['asc', 'desc']) {
    const { body, headers } = await server.get('/tapi/v1/export/record', {
      token,
      query: { order, zone: 'Europe/Berlin' },
    });
    expect(headers.get('content-disposition')).toMatch(/filename="all-records-\d{8}-\d{6}\.csv"/);
    const lines = (body.csv as string).split('\r\n').slice(1, -1);
    expect(new Set(lines.map((line) => line.split(',').slice(0, 2).join(' '))).size).toBe(2_100);
    const times = lines.map((line) => line.split(',')[5] ?? '');
    expect(times).toEqual(order === 'asc' ? times.toSorted() : times.toSorted().toReversed());
    expect(lines.filter((line) => line.startsWith('Form,'))).toHaveLength(702);
    expect(lines.find((line) => line.startsWith('Form,'))).toContain(",Smith,'=1+1,");
  }
  const query = { filterin_item: 'button-5', filter_from: '2026-07-01T08:02:00.000Z' };
  const some = (await server.get('/tapi/v1/export/record', { token, query })).body.csv as string;
  expect(some.split('\r\n').slice(1, -1)).toHaveLength(466);
});
