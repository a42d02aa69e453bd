import { sql, type Kysely } from 'kysely';

/** The metrics read a subscriber's incidents of a time; the reachability reads the newest drill of each button. */
export async function addIncidentMetrics(db: Kysely<unknown>): Promise<void> {
  await sql`create index incident_team_id_opened_at on incident (team_id, opened_at, id)`.execute(db);
  await sql`create index incident_drill on incident (team_id, button_id, id) where is_drill = 1`.execute(db);
}
