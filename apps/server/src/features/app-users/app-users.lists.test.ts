import { appUserList } from '@callpoint/contract/app-users';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readRowsAfter } from '../../db/lists/rows-after.ts';
import { TABLES } from '../../db/tables.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { expectSameCost, numbersFrom } from '../../testing/databases/reads.ts';
import { appUsers } from './app-users.lists.ts';

test.each(appUserList.sort)(
  'reading users in the order of %s costs the same with many users',
  async (sort) => {
    const { db } = await testDatabase();
    const { id: teamId } = await buildTeam(db);
    const { id } = await buildAppUser(db, teamId);
    const columns = Object.keys(TABLES.app_user).filter((name) => !['id', 'email', 'name'].includes(name));
    const names = sql.join(columns.map((name) => sql.ref(name)));
    await expectSameCost(db, {
      table: 'app_user',
      add: (from, to) =>
        sql`insert into app_user (email, name, ${names}) select 'u' || i || '@work.example', 'User ' || i, ${names}
          from ${numbersFrom(from, to)} as numbers cross join app_user where app_user.id = ${sql.lit(id)}`.execute(
          db,
        ),
      work: async (on) => {
        for (const scope of [teamId, null]) {
          for (const order of ['asc', 'desc'] as const) {
            const request = { page: 1, per_page: 20, sort, order };
            const first = await readRowsAfter(on, scope, appUsers, request, null, 20);
            const next = await readRowsAfter(on, scope, appUsers, request, first.position, 20);
            expect([first.items.length, next.items.length]).toEqual([20, 20]);
          }
        }
      },
    });
  },
);
