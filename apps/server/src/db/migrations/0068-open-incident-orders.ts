import { sql, type Kysely } from 'kysely';

export const worksSince = '0067-consultancy-texts';

/**
 * The orders in which the bar, the board and an administrator’s list read open incidents: a flood of presses opens any number
 * of them. The expressions are those of features/incidents/incidents.lists.ts: with another one, the index is not used.
 */
const ORDERS = {
  urgency: sql`(case when state = 'open' then 8 when closed_at is null then 4 else 0 end
    + case when is_drill = 1 then 0 else 2 end + case when button_id = 5 then 1 else 0 end)`,
  waiting: sql`(case when state = 'open' then 0 when closed_at is null then 2 else 4 end + is_drill)`,
};

export async function addOpenIncidentOrders(db: Kysely<unknown>): Promise<void> {
  for (const [name, order] of Object.entries(ORDERS)) {
    await sql`create index ${sql.id(`incident_open_${name}`)} on incident (${order}, id) where closed_at is null`.execute(
      db,
    );
    await sql`create index ${sql.id(`incident_open_team_${name}`)} on incident (team_id, ${order}, id)
      where closed_at is null`.execute(db);
  }
  await sql`create index incident_opened_at on incident (opened_at, id)`.execute(db);
  await sql`create index incident_open_opened_at on incident (opened_at, id) where closed_at is null`.execute(
    db,
  );
}
