import { expect, expectTypeOf, test } from 'vitest';
import type { PhoneNeeds } from '../features/phone/phone.routes.ts';
import type { OverviewNeeds } from '../features/overview/overview.routes.ts';
import type { SignInNeeds } from '../features/sessions/sign-in.ts';
import { testDatabase } from '../testing/database.ts';
import { AccountsDb, accountsQuery } from './accounts.ts';
import { SYSTEM } from './audit.ts';
import { PlatformDb, platformQuery } from './platform.ts';
import type { Db, Tx } from './tables.ts';
import { TenantDb } from './tenant.ts';

test('a feature accepts its handle, and neither the connection nor another handle', () => {
  expectTypeOf<PlatformDb>().toExtend<PhoneNeeds['platform']>();
  expectTypeOf<Db>().not.toExtend<PhoneNeeds['platform']>();
  expectTypeOf<Tx>().not.toExtend<PhoneNeeds['platform']>();
  expectTypeOf<AccountsDb>().not.toExtend<PhoneNeeds['platform']>();
  expectTypeOf<Db>().not.toExtend<OverviewNeeds['platform']>();
  expectTypeOf<AccountsDb>().toExtend<SignInNeeds['accounts']>();
  expectTypeOf<Db>().not.toExtend<SignInNeeds['accounts']>();
  expectTypeOf<PlatformDb>().not.toExtend<SignInNeeds['accounts']>();
  expectTypeOf<TenantDb>().not.toExtend<SignInNeeds['accounts']>();
  expectTypeOf<Db>().not.toExtend<TenantDb>();
});

test('what a feature writes to build a query receives no connection', () => {
  platformQuery(() => ({
    compile(db) {
      expectTypeOf(db).toBeNever();
      throw new Error('not compiled');
    },
  }));
  accountsQuery(() => ({
    compile(db) {
      expectTypeOf(db).toBeNever();
      throw new Error('not compiled');
    },
  }));
});

test('no handle gives access to the tables of another', async () => {
  const { db } = await testDatabase();
  const platform = new PlatformDb(db);
  const accounts = new AccountsDb(db);
  const tenant = new TenantDb(db, { teamId: 1 }, SYSTEM);
  // @ts-expect-error -- sessions are for AccountsDb
  platform.selectFrom('session');
  // @ts-expect-error -- so are the passwords of subscribers
  platform.selectFrom('team').select('password_hash');
  // @ts-expect-error -- the platform reads messages, and the delivery changes them
  platform.updateTable('delivery');
  // @ts-expect-error -- messages are no accounts
  accounts.selectFrom('delivery');
  // @ts-expect-error -- rows of a subscriber do not include sessions
  expect(() => tenant.selectFrom('session')).toThrow(TypeError);
  // @ts-expect-error -- a joined table would not be confined to the subscriber
  tenant.selectFrom('app_user').innerJoin('team', 'team.id', 'app_user.team_id');
  // @ts-expect-error -- all rows are for a handle that the guard creates
  const all = new TenantDb(platform, 'all', SYSTEM);
  // @ts-expect-error -- only a connection makes a handle
  const other = new AccountsDb(platform);
  expect([all, other]).toHaveLength(2);
});

test('a handle keeps its connection to itself', async () => {
  const { db } = await testDatabase();
  for (const handle of [new PlatformDb(db), new AccountsDb(db), new TenantDb(db, 'all', SYSTEM)]) {
    const values = Object.values(handle) as unknown[];
    expect(values).not.toContain(db);
    expect('getExecutor' in handle || 'executeQuery' in handle).toBe(false);
  }
});

test('a transaction of one handle is the transaction of the others', async () => {
  const { db } = await testDatabase();
  const at = new Date().toISOString();
  const failed = new TenantDb(db, 'all', SYSTEM).transaction(async (_tenant, { accounts, platform }) => {
    await platform
      .insertInto('config')
      .values({ config_key: 'k', config_value: 'v', updated_at: at })
      .execute();
    await accounts.transaction((tx) =>
      tx
        .insertInto('sign_in_failure')
        .values({ subject: 's', failures: 1, first_failed_at: at, last_failed_at: at, locked_until: null })
        .execute(),
    );
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await db.selectFrom('config').select('id').where('config_key', '=', 'k').execute()).toEqual([]);
  expect(await db.selectFrom('sign_in_failure').select('subject').execute()).toEqual([]);
});
