import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { withQueryLimit } from '../../scheduling/query-limit.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { getDialect } from '../dialect.ts';
import { readTogether } from './read-together.ts';
import type { Db } from '../tables.ts';

type Read = { id: number; email: string };

/** A read of presses. */
const teamsFrom = () => {
  const read = teamsReader();
  return (...parameters: Parameters<typeof read>) => withQueryLimit('press', () => read(...parameters));
};

const teamsReader = () =>
  readTogether<{ first: number; domain: string }, Read>({ first: 'integer', domain: 'text' }, (db, param) =>
    db
      .selectFrom('team')
      .select(['id', 'email'])
      .where('id', '>=', param('first'))
      .where('email', 'like', param('domain'))
      .orderBy('id'),
  );

/** The database, and the number of queries that it runs. */
function counted(db: Db): { countedDb: Db; queries: () => number } {
  let count = 0;
  const executeQuery: Db['executeQuery'] = async (query, options) => {
    count += 1;
    return await db.executeQuery(query, options);
  };
  const countedDb = new Proxy(db, {
    get(target, name) {
      if (name === 'executeQuery') return executeQuery;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { countedDb, queries: () => count };
}

async function threeTeams() {
  const { db } = await testDatabase();
  const teams = [];
  for (const email of ['a@one.example', 'b@two.example', 'c@one.example'])
    teams.push(await buildTeam(db, { email }));
  const [{ id: first } = { id: 0 }, , { id: last } = { id: 0 }] = teams;
  return { db, first, last };
}

test('each call of a tick gets its own rows in their order, or none', async () => {
  const { db, first, last } = await threeTeams();
  const read = teamsFrom();
  const calls = [
    { first, domain: '%@one.example' },
    { first: last, domain: '%' },
    { first, domain: "%';--" },
    { first, domain: '%@one.example' },
  ];
  const found = await Promise.all(calls.map((call) => read(db, call)));
  expect(found.map((rows) => rows.map(({ email }) => email))).toEqual([
    ['a@one.example', 'c@one.example'],
    ['c@one.example'],
    [],
    ['a@one.example', 'c@one.example'],
  ]);
  expect(Object.keys(found[0]?.[0] ?? {})).toEqual(['id', 'email']);
});

test('70 calls of a tick are two queries where a query is a round trip', async () => {
  const { db, first } = await threeTeams();
  const { countedDb, queries } = counted(db);
  const read = teamsFrom();
  const found = await Promise.all(
    Array.from({ length: 70 }, (_, number) => read(countedDb, { first: first + (number % 4), domain: '%' })),
  );
  expect(found.map((rows) => rows.length)).toEqual(
    Array.from({ length: 70 }, (_, number) => 3 - (number % 4)),
  );
  // SQLite runs a prepared query without Kysely.
  expect(queries()).toBe(getDialect(db).joinQuery ? 2 : 0);
});

test('calls of a transaction, and calls that are no presses, are queries of their own', async () => {
  const { db, first } = await threeTeams();
  const twice = (on: Db, read: ReturnType<typeof teamsFrom>) =>
    Promise.all([1, 2].map(() => read(on, { first, domain: '%' })));
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('team').set({ email: 'new@one.example' }).where('id', '=', first).execute();
    const { countedDb, queries } = counted(tx);
    expect((await twice(countedDb, teamsFrom())).map(([team]) => team?.email)).toEqual([
      'new@one.example',
      'new@one.example',
    ]);
    expect(queries()).toBe(2);
  });
  const { countedDb, queries } = counted(db);
  await twice(countedDb, teamsReader());
  expect(queries()).toBe(getDialect(db).joinQuery ? 2 : 0);
});

test('an error is that of all calls of the tick, and the next tick reads again', async () => {
  const { db, first } = await threeTeams();
  const read = teamsFrom();
  const call = { first, domain: '%' };
  await sql`alter table team rename to hidden`.execute(db);
  const results = await Promise.allSettled([read(db, call), read(db, call)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await sql`alter table hidden rename to team`.execute(db);
  expect(await read(db, call)).toHaveLength(3);
});
