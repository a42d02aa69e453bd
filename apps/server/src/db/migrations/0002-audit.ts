import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Who did what, when and from where. */
export async function addAudit(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await dialect
    .addId(db.schema.createTable('audit'))
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
