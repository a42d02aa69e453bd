import { sql, type Kysely } from 'kysely';
import type { DatabaseKind } from '../connection.ts';

/** Who did what, when and from where. */
export async function audit(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const moment = kind === 'postgres' ? sql`timestamptz(3)` : sql`text`;
  await db.schema
    .createTable('audit')
    .addColumn('id', 'integer', (c) =>
      kind === 'postgres'
        ? c.generatedAlwaysAsIdentity().primaryKey()
        : c.autoIncrement().primaryKey().notNull(),
    )
    .addColumn('at', moment, (c) => c.notNull())
    .addColumn('actor_role', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'integer')
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'integer')
    .addColumn('team_id', 'integer')
    .addColumn('changes', 'text')
    .addColumn('detail', 'text')
    .execute();
  await db.schema.createIndex('audit_at_id').on('audit').columns(['at', 'id']).execute();
  await db.schema.createIndex('audit_team_id_id').on('audit').columns(['team_id', 'id']).execute();
  await db.schema.createIndex('audit_subject').on('audit').columns(['subject', 'subject_id', 'id']).execute();
  await db.schema.createIndex('audit_actor').on('audit').columns(['actor_role', 'actor_id', 'id']).execute();
}
