import { expect, expectTypeOf, test } from 'vitest';
import type { PhoneDependencies } from '../../features/phone/phone.routes.ts';
import type { OverviewDependencies } from '../../features/overview/overview.routes.ts';
import type { SignInDependencies } from '../../features/sessions/sign-in.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { AccountsDb, accountsQuery } from './accounts.ts';
import { SYSTEM } from '../history/audit.ts';
import { PlatformDb, platformQuery } from './platform.ts';
import type { Db, Tx } from '../tables.ts';
import { TenantDb } from './tenant.ts';

test('a feature accepts its handle, and neither the connection nor another handle', () => {
  expectTypeOf<PlatformDb>().toExtend<PhoneDependencies['platform']>();
  expectTypeOf<Db>().not.toExtend<PhoneDependencies['platform']>();
  expectTypeOf<Tx>().not.toExtend<PhoneDependencies['platform']>();
  expectTypeOf<AccountsDb>().not.toExtend<PhoneDependencies['platform']>();
  expectTypeOf<Db>().not.toExtend<OverviewDependencies['platform']>();
  expectTypeOf<AccountsDb>().toExtend<SignInDependencies['accounts']>();
  expectTypeOf<Db>().not.toExtend<SignInDependencies['accounts']>();
  expectTypeOf<PlatformDb>().not.toExtend<SignInDependencies['accounts']>();
  expectTypeOf<TenantDb>().not.toExtend<SignInDependencies['accounts']>();
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

test('no handle can read the tables of another handle', async () => {
  const { db } = await testDatabase();
  const platform = new PlatformDb(db);
  const accounts = new AccountsDb(db);
  const tenant = new TenantDb(db, { teamId: 1 }, SYSTEM);
  // @ts-expect-error -- sessions are for AccountsDb
  platform.selectFrom('session');
  // @ts-expect-error -- the passwords of subscribers are for AccountsDb
  platform.selectFrom('team').select('password_hash');
  // @ts-expect-error -- the platform reads messages, and the delivery changes them
  platform.updateTable('delivery');
  // @ts-expect-error -- messages are for PlatformDb
  accounts.selectFrom('delivery');
  // @ts-expect-error -- rows of a subscriber do not include sessions
  expect(() => tenant.selectFrom('session')).toThrow(TypeError);
  // @ts-expect-error -- a joined table would not be confined to the subscriber
  tenant.selectFrom('app_user').innerJoin('team', 'team.id', 'app_user.team_id');
  // @ts-expect-error -- only the guard creates a handle for all rows
  const all = new TenantDb(platform, 'all', SYSTEM);
  // @ts-expect-error -- a handle is created from a connection only
  const other = new AccountsDb(platform);
  expect([all, other]).toHaveLength(2);
});

test('a handle does not expose its connection', async () => {
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
