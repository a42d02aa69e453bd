import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** What create calls with an idempotency key have created. */
export async function addIdempotencyKeys(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await dialect
    .addId(db.schema.createTable('idempotency_key'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('call', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('created_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', dialect.momentType, (c) => c.notNull())
    .execute();
  await sql`create unique index idempotency_key_unique on idempotency_key (role, account_id, call, key_hash)`.execute(
    db,
  );
  await sql`create index idempotency_key_account on idempotency_key (role, account_id, id)`.execute(db);
  await sql`create index idempotency_key_created_at on idempotency_key (created_at)`.execute(db);
}
