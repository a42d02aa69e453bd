import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The session of a phone has no fixed end: it expires when it is not used. */
const NEVER = '9999-12-31T00:00:00.000Z';

/** Recent authentication, links bound to an address, known networks, and passwords that should be changed. */
export async function addAccounts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  const addMoment = async (table: string, column: string, from: string) => {
    await db.schema
      .alterTable(table)
      .addColumn(column, moment, (c) => c.notNull().defaultTo('1970-01-01T00:00:00.000Z'))
      .execute();
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(from)}`.execute(db);
  };
  const addFlag = async (table: string, column: string, value: 0 | 1) => {
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(value))
      .execute();
  };

  await addMoment('session', 'authenticated_at', 'created_at');
  const now = new Date().toISOString();
  await sql`update session set expires_at = ${NEVER} where role = 'app_user' and expires_at > ${now}`.execute(
    db,
  );
  await addMoment('sign_in_failure', 'first_failed_at', 'last_failed_at');
  await addMoment('admin', 'updated_at', 'created_at');
  await addFlag('admin', 'should_change_password', 0);
  // Until this migration, only the subscriber could set an app user's password.
  await addFlag('app_user', 'password_set_by_other', 1);

  await dialect
    .addId(db.schema.createTable('account_link'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('expires_at', moment, (c) => c.notNull())
    .addColumn('used_at', moment)
    .execute();
  await sql`create unique index account_link_token_hash on account_link (token_hash)`.execute(db);
  await sql`create index account_link_account on account_link (role, account_id, purpose)`.execute(db);
  await sql`create index account_link_expires_at on account_link (expires_at)`.execute(db);
  for (const table of ['admin', 'team']) {
    await sql`
      insert into account_link (purpose, token_hash, role, account_id, email, created_at, expires_at, used_at)
      select 'reset', r.token_hash, r.role, r.account_id, lower(a.email), r.expires_at, r.expires_at, r.used_at
      from password_reset r join ${sql.table(table)} a on a.id = r.account_id and r.role = ${table}`.execute(
      db,
    );
  }
  await db.schema.dropTable('password_reset').execute();

  await db.schema
    .createTable('known_network')
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('network_hash', 'text', (c) => c.notNull())
    .addColumn('last_used_at', moment, (c) => c.notNull())
    .addPrimaryKeyConstraint('known_network_pk', ['role', 'account_id', 'network_hash'])
    .execute();
  await sql`create index known_network_last_used_at on known_network (last_used_at)`.execute(db);
}
