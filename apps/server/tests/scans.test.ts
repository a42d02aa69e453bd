import { expect, test } from 'vitest';
import { SYSTEM } from '../src/db/history/audit.ts';
import { TenantDb } from '../src/db/handles/tenant.ts';
import { appUsers } from '../src/features/app-users/app-users.lists.ts';
import { exportedClicks } from '../src/features/submissions/submissions.lists.ts';
import { csvExport } from '../src/http/csv/csv-export.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../src/factories/submissions.ts';
import { copyRow } from '../src/testing/rows/copy-row.ts';
import { testServer, type TestServer } from '../src/testing/server.ts';

/** Searches and other conditions without an index, among more rows than a list examines. An export examines all of them. */

const AT = new Date('2026-07-01T12:00:00.000Z');
const form = { kind: 'form', id: 3 } as const;
const message = {
  channel: 'email' as const,
  role: 'team' as const,
  address: 'walrus@work.example',
  subject: 'Walrus alarm',
  text: 'Help',
  html: null,
  skipped: null,
};

/** What the first cells of a file say, without its header. */
async function firstCells(server: TestServer, token: string, path: string, query: Record<string, string>) {
  const { status, body } = await server.get(path, { token, query });
  expect([path, status]).toEqual([path, 200]);
  const lines = (body.csv as string).split('\r\n').slice(1, -1);
  return lines.map((line) => line.split(',')[0] ?? '');
}

/** A subscriber with two people, and presses and forms of Ann around more of Ben's than a search examines. */
async function crowd() {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const ann = await buildAppUser(server.db, team.id, { name: 'Ann Walrus', email: 'ann@work.example' });
  const ben = await buildAppUser(server.db, team.id, { name: 'Ben Lee', email: 'ben@work.example' });
  const other = await buildAppUser(server.db, (await buildTeam(server.db)).id, { name: 'Other Walrus' });
  const store = async (user: typeof ann, item: Parameters<typeof buildSubmission>[1]) => {
    const [stored] = await storeSubmissions(server.db, [buildSubmission(user, item)], AT);
    return stored?.id ?? 0;
  };
  const ids: { button: number[]; form: number[] } = { button: [], form: [] };
  for (let part = 0; part < 3; part += 1) {
    ids.button.push(await store(ann, { messages: [message] }));
    ids.form.push(await store(ann, { item: form, message: 'Gloves' }));
    await store(other, { messages: [message] });
    if (part === 2) break;
    const many = part === 0 ? 10_100 : 300;
    // Most of them at the time of Ann's, the others later.
    const changes = (number: number) => ({
      client_id: `copy ${part} ${number}`,
      created_at: new Date(AT.getTime() + Math.max(0, number - 5_000)).toISOString(),
    });
    await copyRow(server.db, 'button_click', await store(ben, {}), many, changes);
    await copyRow(server.db, 'form_submission', await store(ben, { item: form }), many, changes);
  }
  return { server, team, ann, ids, token: await server.tokenOf('team', team.id) };
}

test('an export has all rows that a search finds, also those that the list does not examine', async () => {
  const { server, ids, token } = await crowd();
  const list = await server.get('/tapi/v1/listPaged/button_click', {
    token,
    query: { filter_search: 'walrus', sort: 'id', order: 'desc' },
  });
  expect(list.body.pagination.searched).toBe(10_000);
  expect(list.body.items).toHaveLength(2);
  for (const sort of ['id', 'created_at']) {
    for (const order of ['asc', 'desc']) {
      const inOrder = (of: number[]) => (order === 'asc' ? of : of.toReversed()).map(String);
      const query = { filter_search: 'walrus', sort, order };
      const clicks = await firstCells(server, token, '/tapi/v1/export/button_click', query);
      expect([sort, order, clicks]).toEqual([sort, order, inOrder(ids.button)]);
      const forms = await firstCells(server, token, '/tapi/v1/export/form_submission', query);
      expect([sort, order, forms]).toEqual([sort, order, inOrder(ids.form)]);
    }
  }
  const none = { filter_search: 'nothing of this', sort: 'id', order: 'desc' };
  expect(await firstCells(server, token, '/tapi/v1/export/button_click', none)).toEqual([]);
});

test('so does an export of all records, with a search and with a status of messages', async () => {
  const { server, ids, token } = await crowd();
  for (const filter of [{ filter_search: 'walrus' }, { filter_messages: 'failed' }]) {
    const wanted = [...ids.button, ...('filter_search' in filter ? ids.form : [])];
    await server.db.updateTable('delivery').set({ state: 'failed' }).execute();
    for (const order of ['asc', 'desc']) {
      const { status, body } = await server.get('/tapi/v1/export/record', {
        token,
        query: { ...filter, order },
      });
      const lines = (body.csv as string).split('\r\n').slice(1, -1);
      expect([filter, status, lines.length]).toEqual([filter, 200, wanted.length]);
      for (const line of lines) expect(line).toContain('Ann Walrus');
    }
  }
});

test('so do exports of messages, app users and the audit', async () => {
  const { server, team, ann, token } = await crowd();
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const idsIn = async (table: 'delivery' | 'app_user' | 'audit') => {
    const rows = await server.db.selectFrom(table).select('id').where('team_id', '=', team.id).execute();
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  };
  const own = await idsIn('delivery');
  await copyRow(server.db, 'delivery', own[1] ?? 0, 5_200, (number) => ({
    message_key: `copy ${number}`,
    address: 'lee@work.example',
    text_id: null,
  }));
  await copyRow(server.db, 'app_user', ann.id, 10_100, (number) => ({
    email: `copy-${number}@work.example`,
    search_text: 'lee',
  }));
  const late = await buildAppUser(server.db, team.id, { name: 'Late Walrus' });
  const [entry] = await server.db
    .selectFrom('audit')
    .select(['id', 'subject'])
    .where('team_id', '=', team.id)
    .orderBy('id')
    .execute();
  await server.db
    .updateTable('audit')
    .set({ detail: 'rare' })
    .where('id', '=', entry?.id ?? 0)
    .execute();
  await copyRow(server.db, 'audit', entry?.id ?? 0, 5_200, () => ({ detail: 'other', changes: null }));

  const search = { filter_search: 'walrus', sort: 'id', order: 'desc' };
  const descending = (numbers: number[]) => numbers.toReversed().map(String);
  expect(await firstCells(server, token, '/tapi/v1/export/delivery', search)).toEqual(descending(own));
  expect(await firstCells(server, token, '/tapi/v1/export/app_user', search)).toEqual(
    descending([ann.id, late.id]),
  );
  // Without the entry of the export itself.
  const query = { filter_search: 'rare', filter_subject: entry?.subject ?? '' };
  expect(await firstCells(server, admin, '/api/v1/export/audit', query)).toHaveLength(1);
});

test('an export has no row of a user who was deleted after the search', async () => {
  const server = await testServer();
  const { id: teamId } = await buildTeam(server.db);
  const users = [];
  for (let number = 0; number < 12; number += 1)
    users.push(await buildAppUser(server.db, teamId, { name: `Walrus ${number}` }));
  const tenant = new TenantDb(server.db, { teamId }, SYSTEM);
  const request = { page: 1, per_page: 20, sort: 'id', order: 'asc', filter_search: 'walrus' } as const;
  const batches = await tenant.takeAll(appUsers, request, 'test');
  const found = (await batches.next()).value?.map(({ id }) => id) ?? [];
  for (const last of users.slice(-1)) await tenant.deletedItems.removeAppUser(last);
  for await (const rows of batches) found.push(...rows.map(({ id }) => id));
  expect(found).toEqual(users.slice(0, -1).map(({ id }) => id));
});

test('an export that finds nothing lets its reader stop, and others have their turn, every few rows', async () => {
  const { server, team } = await crowd();
  const { rows } = await csvExport(
    new TenantDb(server.db, { teamId: team.id }, SYSTEM),
    exportedClicks,
    { page: 1, per_page: 20, sort: 'id', order: 'desc', filter_search: 'nothing of this' },
    { name: 'clicks', zone: 'UTC', columns: [['Id', ({ id }) => id]] },
  );
  const parts = await Array.fromAsync(rows);
  expect(parts.length).toBeGreaterThanOrEqual(20);
  expect(parts.flat()).toEqual([]);
});

test('records that a search finds are paged in both directions, also beyond the rows that one page examines', async () => {
  const { server, ids, token } = await crowd();
  const page = async (position: Record<string, string> = {}) => {
    const { status, body } = await server.get('/tapi/v1/records', {
      token,
      query: { filter_search: 'walrus', per_page: 1, ...position },
    });
    expect([status, body.items.length]).toEqual([200, 1]);
    const { kind, id } = body.items[0] as { kind: 'button' | 'form'; id: number };
    return { name: `${kind}-${id}`, ...(body.pagination as { older: string | null; newer: string | null }) };
  };
  const newestFirst = (['form', 'button'] as const).flatMap((kind) =>
    ids[kind].toReversed().map((id) => `${kind}-${id}`),
  );
  let at = await page();
  const older = [at.name];
  while (at.older !== null) older.push((at = await page({ older: at.older })).name);
  expect(older).toEqual(newestFirst);
  const newer = [at.name];
  while (at.newer !== null) newer.push((at = await page({ newer: at.newer })).name);
  expect(newer).toEqual(newestFirst.toReversed());
});

test('the total is known if a list has exactly as many rows as a search examines', async () => {
  const server = await testServer();
  const { id: teamId } = await buildTeam(server.db);
  const token = await server.tokenOf('team', teamId);
  const { id } = await buildAppUser(server.db, teamId, { name: 'Ann Walrus' });
  const add = (from: number, to: number) =>
    copyRow(server.db, 'app_user', id, to - from, (number) => ({
      email: `copy-${from + number}@work.example`,
    }));
  const search = async () => {
    const query = { filter_search: 'walrus', page: 2 };
    return (await server.get('/tapi/v1/listPaged/app_user', { token, query })).body.pagination as object;
  };
  await add(1, 10_000);
  expect(await search()).toEqual({ page: 2, pageSize: 20, pageCount: 500, total: 10_000 });
  await add(10_000, 10_001);
  expect(await search()).toEqual({ page: 2, pageSize: 20, pageCount: 500, searched: 10_000 });
});
