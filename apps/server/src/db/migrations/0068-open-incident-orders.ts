import { sql } from 'kysely';
import type { NewIndexes } from '../migration-files.ts';

export const worksSince = '0067-consultancy-texts';

const URGENCY = sql`(case when state = 'open' then 8 when closed_at is null then 4 else 0 end
    + case when is_drill = 1 then 0 else 2 end + case when button_id = 5 then 1 else 0 end)`;
const WAITING = sql`(case when state = 'open' then 0 when closed_at is null then 2 else 4 end + is_drill)`;

/**
 * The orders in which the bar, the board and an administrator’s list read open incidents: a flood of presses opens any number
 * of them. The expressions are those of features/incidents/incidents.lists.ts: with another one, the index is not used.
 */
export const indexes: NewIndexes = {
  incident_open_urgency: { table: 'incident', columns: sql`(${URGENCY}, id) where closed_at is null` },
  incident_open_team_urgency: {
    table: 'incident',
    columns: sql`(team_id, ${URGENCY}, id) where closed_at is null`,
  },
  incident_open_waiting: { table: 'incident', columns: sql`(${WAITING}, id) where closed_at is null` },
  incident_open_team_waiting: {
    table: 'incident',
    columns: sql`(team_id, ${WAITING}, id) where closed_at is null`,
  },
  incident_opened_at: { table: 'incident', columns: sql`(opened_at, id)` },
  incident_open_opened_at: { table: 'incident', columns: sql`(opened_at, id) where closed_at is null` },
};
