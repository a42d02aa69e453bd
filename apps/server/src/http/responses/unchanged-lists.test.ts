import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import { getDialect } from '../../db/dialect.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { MOST_LISTS, UnchangedLists } from './unchanged-lists.ts';

const LISTS = ['/listPaged/button_click', '/listPaged/form_submission', '/records'];
const FORM = { item: { kind: 'form', id: 1 } } as const;

async function teamWithUser(server: TestServer) {
  const team = await buildTeam(server.db);
  return { team, user: await buildAppUser(server.db, team.id), token: await server.tokenOf('team', team.id) };
}

async function readIds(server: TestServer, token: string, path = '/tapi/v1/listPaged/button_click') {
  const { status, body } = await server.get(path, { token });
  expect([path, status]).toEqual([path, 200]);
  return (body as { items: { id: number }[] }).items.map(({ id }) => id);
}

test('a list that was read before contains what this or another connection has stored since', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const other = openDatabase(server.location, () => {});
  onTestFinished(() => other.destroy());
  expect(await readIds(server, token)).toEqual([]);
  const [first] = await storeSubmissions(server.db, [buildSubmission(user)]);
  expect(await readIds(server, token)).toEqual([first?.id]);
  const [second] = await storeSubmissions(other, [buildSubmission(user)]);
  expect(await readIds(server, token)).toEqual([second?.id, first?.id]);
  const deletion = await server.post('/tapi/v1/delete/button_click', { token, body: { id: first?.id } });
  expect(deletion.status).toBe(200);
  expect(await readIds(server, token)).toEqual([second?.id]);
});

test('a call that changes rows while a list is read does not lead to an old list', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  for (let round = 1; round <= 20; round += 1) {
    const [, before] = await Promise.all([
      storeSubmissions(server.db, [buildSubmission(user)]),
      readIds(server, token),
    ]);
    expect([round - 1, round]).toContain(before.length);
    expect(await readIds(server, token)).toHaveLength(round);
  }
});

test('each subscriber and the administrators get their own lists, in any order', async () => {
  const server = await testServer();
  const [one, two] = [await teamWithUser(server), await teamWithUser(server)];
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  await storeSubmissions(server.db, [buildSubmission(one.user), buildSubmission(one.user, FORM)]);
  await storeSubmissions(server.db, [buildSubmission(two.user), buildSubmission(two.user, FORM)]);
  const read = async (base: string, token: string, path: string) => {
    const { body } = await server.get(`${base}${path}`, { token });
    const { items } = body as { items: { team_id: number }[] };
    return [...new Set(items.map(({ team_id }) => team_id))];
  };
  for (let round = 0; round < 2; round += 1) {
    for (const path of LISTS) {
      for (const { team, token } of [one, two]) {
        expect([path, await read('/tapi/v1', token, path)]).toEqual([path, [team.id]]);
      }
      const all = await read('/api/v1', admin, path);
      expect([path, all.toSorted((a, b) => a - b)]).toEqual([path, [one.team.id, two.team.id]]);
    }
  }
});

test('a list is read again for another page and another filter, and rejected without a session', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  await storeSubmissions(server.db, [buildSubmission(user), buildSubmission(user)]);
  const [newest, oldest] = await readIds(server, token);
  const list = '/tapi/v1/listPaged/button_click';
  expect(await readIds(server, token, `${list}?per_page=1`)).toEqual([newest]);
  expect(await readIds(server, token, `${list}?per_page=1&page=2`)).toEqual([oldest]);
  expect(await readIds(server, token, `${list}?filter_button_id=1`)).toEqual([]);
  expect((await server.get(list)).status).toBe(401);
  expect((await server.get(list, { token: 'of-nobody' })).status).toBe(401);
  expect((await server.get(list, { token, query: { per_page: -1 } })).status).toBe(400);
});

test('on SQLite, reads do not change the mark of the database, and each change does', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  await readIds(server, token);
  const { changeMark } = getDialect(server.db);
  const { adapter } = server.db.getExecutor();
  const before = changeMark(adapter);
  expect(before === null).toBe(server.location.kind === 'postgres');
  await readIds(server, token);
  expect(changeMark(adapter)).toBe(before);
  if (before === null) return;
  await storeSubmissions(server.db, [buildSubmission(user)]);
  const after = changeMark(adapter);
  expect(after).not.toBe(before);
  const other = openDatabase(server.location, () => {});
  onTestFinished(() => other.destroy());
  await storeSubmissions(other, [buildSubmission(user)]);
  expect(changeMark(adapter)).not.toBe(after);
});

/** Stored lists of a database, each with the number of times it was read. */
function storedLists() {
  const state = { now: 0, mark: 'mark 1' as string | null, reads: 0 };
  const lists = new UnchangedLists(() => state.now);
  const get = (key: string, whileRead = async (): Promise<void> => {}) =>
    lists.get(
      key,
      () => state.mark,
      async () => {
        const text = `${key}, read ${(state.reads += 1)}`;
        await whileRead();
        return text;
      },
    );
  return { state, lists, get };
}

test('a list is read again after a second, and after each change', async () => {
  const { state, get } = storedLists();
  expect(await get('a')).toBe('a, read 1');
  expect(await get('a')).toBe('a, read 1');
  state.now = 999;
  expect(await get('a')).toBe('a, read 1');
  state.now = 1_000;
  expect(await get('a')).toBe('a, read 2');
  state.mark = 'mark 2';
  expect(await get('b')).toBe('b, read 3');
  expect(await get('a')).toBe('a, read 4');
  expect(await get('b')).toBe('b, read 3');
});

test('a list that was read while the database changed is not sent again', async () => {
  const { state, get } = storedLists();
  const change = async () => {
    state.mark = 'mark 2';
  };
  expect(await get('a', change)).toBe('a, read 1');
  expect(await get('a')).toBe('a, read 2');
});

test('each list is read where changes are not known', async () => {
  const { state, get } = storedLists();
  state.mark = null;
  expect([await get('a'), await get('a')]).toEqual(['a, read 1', 'a, read 2']);
});

test('the number of stored lists and the length of each are limited', async () => {
  const { state, lists, get } = storedLists();
  for (let number = 0; number <= MOST_LISTS; number += 1) await get(`list ${number}`);
  await get(`list ${MOST_LISTS}`);
  expect(state.reads).toBe(MOST_LISTS + 1);
  await get('list 0');
  expect(state.reads).toBe(MOST_LISTS + 2);
  let longReads = 0;
  const readLong = async () => {
    longReads += 1;
    return 'x'.repeat(64 * 1024 + 1);
  };
  for (let round = 0; round < 2; round += 1) await lists.get('long', () => state.mark, readLong);
  expect(longReads).toBe(2);
});
