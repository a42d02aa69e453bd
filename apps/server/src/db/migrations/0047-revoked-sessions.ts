import type { Kysely } from 'kysely';

/** Why a session was revoked, so that a phone can show the reason. */
export async function addRevocations(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('session').addColumn('revoked_for', 'text').execute();
}
