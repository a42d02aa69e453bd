import { appUserList } from '@callpoint/contract/app-users';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { pagedList } from '../../db/lists/paged-list.ts';
import { readRowsAfter } from '../../db/lists/rows-after.ts';
import { TABLES, type Db } from '../../db/tables.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { expectSameCost, numbersFrom } from '../../testing/databases/reads.ts';
import { appUsers } from './app-users.lists.ts';

/** Copies a user, for the numbers from `from` to before `to`. */
async function copyUser(db: Db, id: number, from: number, to: number): Promise<void> {
  const columns = Object.keys(TABLES.app_user).filter((name) => !['id', 'email', 'name'].includes(name));
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`insert into app_user (email, name, ${names})
    select 'user' || i || ${`-${id}@work.example`}, 'User ' || i, ${names}
    from ${numbersFrom(from, to)} as numbers cross join app_user where app_user.id = ${sql.lit(id)}`.execute(
    db,
  );
}

async function twoSubscribers() {
  const { db } = await testDatabase();
  const { id: teamId } = await buildTeam(db);
  const own = await buildAppUser(db, teamId);
  await copyUser(db, own.id, 0, 60);
  return { db, teamId, own, other: await buildAppUser(db, (await buildTeam(db)).id) };
}

test.each(appUserList.sort)(
  'reading users in the order of %s costs the same with many of the subscriber, and many of others',
  async (sort) => {
    const { db, teamId, own, other } = await twoSubscribers();
    await expectSameCost(db, {
      table: 'app_user',
      add: async (from, to) => {
        await copyUser(db, other.id, from, to);
        await copyUser(db, own.id, 100 + from, 100 + to);
      },
      work: async (on) => {
        for (const scope of [teamId, null]) {
          for (const order of ['asc', 'desc'] as const) {
            for (const filters of [{}, { filter_status: 1 }]) {
              const request = { page: 1, per_page: 20, sort, order, ...filters };
              const first = await readRowsAfter(on, scope, appUsers, request, null, 20);
              const next = await readRowsAfter(on, scope, appUsers, request, first.position, 20);
              expect([first.items.length, next.items.length]).toEqual([20, 20]);
            }
          }
        }
      },
    });
  },
);

test('counts 10,000 users after the requested page, and not all', async () => {
  const { db, teamId, own } = await twoSubscribers();
  const read = async () => {
    const request = { page: 1, per_page: 20, sort: 'name', order: 'asc' } as const;
    return (await pagedList(db, teamId, appUsers, request)).pagination;
  };
  await copyUser(db, own.id, 100, 10_058);
  expect(await read()).toEqual({ page: 1, pageSize: 20, pageCount: 501, total: 10_019 });
  await copyUser(db, own.id, 20_000, 20_100);
  expect(await read()).toEqual({ page: 1, pageSize: 20, pageCount: 501 });
});
