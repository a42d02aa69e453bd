import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The version history of settings, plans and the configuration. */
export async function addVersions(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await dialect
    .addId(db.schema.createTable('version'))
    .addColumn('team_id', 'integer', (c) => c.references('team.id'))
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'integer', (c) => c.notNull())
    .addColumn('at', dialect.momentType, (c) => c.notNull())
    .addColumn('actor_role', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'integer')
    .addColumn('changes', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('version_subject')
    .on('version')
    .columns(['subject', 'subject_id', 'id'])
    .execute();
  await db.schema.createIndex('version_team_id_id').on('version').columns(['team_id', 'id']).execute();
}
