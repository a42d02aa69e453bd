import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The stored reachability of all subscribers, and the addresses on which it depends. */
export async function addReach(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema
    .createTable('reach')
    .addColumn('team_id', 'integer', (c) => c.primaryKey().notNull().references('team.id'))
    .addColumn('wanted', 'integer', (c) => c.notNull())
    .addColumn('judged', 'integer', (c) => c.notNull())
    .addColumn('judged_under', 'text', (c) => c.notNull())
    .addColumn('judged_at', moment)
    .addColumn('red', 'integer', (c) => c.notNull())
    .addColumn('amber', 'integer', (c) => c.notNull())
    .addColumn('levels', 'text', (c) => c.notNull())
    .execute();
  await sql`create index reach_stale on reach (team_id) where wanted > judged`.execute(db);
  await sql`create index reach_red on reach (red, amber, team_id) where red > 0`.execute(db);
  await sql`create index reach_amber on reach (amber, team_id) where red = 0 and amber > 0`.execute(db);

  await db.schema
    .createTable('reach_address')
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addPrimaryKeyConstraint('reach_address_pk', ['address', 'team_id'])
    .execute();
  await db.schema.createIndex('reach_address_team_id').on('reach_address').column('team_id').execute();
}
