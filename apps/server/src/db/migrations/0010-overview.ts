import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The hourly counts and the indexes that the overview and the audit list read instead of scanning large tables. */
export async function addOverview(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema
    .createTable('submission_count')
    .addColumn('starts_at', moment, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('item_id', 'integer', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('submission_count_pk', ['starts_at', 'kind', 'item_id'])
    .execute();
  await db.schema
    .createTable('progress')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('done_until', moment, (c) => c.notNull())
    .execute();
  await sql`insert into progress (name, done_until) values ('submission_count', '1970-01-01T00:00:00.000Z')`.execute(
    db,
  );
  await sql`create index delivery_attempt_faults on delivery_attempt (at)
    where outcome in ('temporary', 'permanent', 'lost', 'undelivered')`.execute(db);
  await sql`create index team_blocked on team (id) where status = 0`.execute(db);
  await sql`create index team_created_at on team (created_at)`.execute(db);

  // The audit list is sorted by time, so each index ends with the time.
  for (const name of ['audit_team_id_id', 'audit_subject', 'audit_actor'])
    await db.schema.dropIndex(name).execute();
  for (const columns of [
    ['team_id'],
    ['subject'],
    ['action'],
    ['actor_role', 'actor_id'],
    ['actor_role'],
    ['outcome'],
  ]) {
    await db.schema
      .createIndex(`audit_${columns.join('_')}_at`)
      .on('audit')
      .columns([...columns, 'at', 'id'])
      .execute();
  }
}
