import type { Kysely } from 'kysely';

export const worksSince = '0068-open-incident-orders';

/** Two people with the same name answer separately. Answers of earlier versions have no key of their person. */
export async function addPersonOfAnswers(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('incident_event').addColumn('person', 'text').execute();
}
