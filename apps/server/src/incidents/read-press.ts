import { fillMapUrl, formatDegrees, type MapTemplates } from '@callpoint/alerts/templates/maps';
import type { Location } from '@callpoint/contract/fields';
import type { IncidentsDb } from '../db/handles/incidents.ts';
import { readDeletedPress, type DeletedPress } from './deleted-press.ts';
import type { IncidentRow } from './incident-row.ts';

/** What the messages of an incident say about its press. `place`: coordinates; both null if the phone sent no location. */
export type IncidentPress = {
  /** The person who pressed, with the addresses of that moment. */
  user: { name: string; email: string; phone: string };
  /** ISO 8601. */
  at: string;
  location: Location | null;
  place: string | null;
  mapUrl: string | null;
  isDeleted: boolean;
  /** Nobody pressed: the server raised it because a check-in was not answered. */
  isCheckIn: boolean;
};

/**
 * The press of an incident, with its newest location. An open incident keeps the location of its deleted press, because
 * people still go there; of a closed one it is null.
 */
export async function readPress(
  db: IncidentsDb,
  incident: IncidentRow,
  { mapsUrl }: Pick<MapTemplates, 'mapsUrl'>,
): Promise<IncidentPress> {
  const stored = await db
    .selectFrom('button_click')
    .select(['location', 'pressed_at'])
    .where('id', '=', incident.button_click_id)
    .executeTakeFirst();
  const press = stored ?? (await findDeletedPress(db, incident));
  const location = press?.location ? (JSON.parse(press.location) as Location) : null;
  return {
    user: { name: incident.user_name, email: incident.user_email, phone: incident.user_phone },
    at: press?.pressed_at ?? incident.opened_at,
    location,
    place: location && `${formatDegrees(location.lat)}, ${formatDegrees(location.lng)}`,
    mapUrl: location && fillMapUrl(mapsUrl, location),
    isDeleted: stored === undefined,
    isCheckIn: await isOfCheckIn(db, incident),
  };
}

async function isOfCheckIn(db: IncidentsDb, { id }: IncidentRow): Promise<boolean> {
  const opened = await db
    .selectFrom('incident_event')
    .select('data')
    .where('incident_id', '=', id)
    .where('seq', '=', 1)
    .executeTakeFirst();
  return (JSON.parse(opened?.data ?? '{}') as { check_in?: boolean }).check_in === true;
}

async function findDeletedPress(db: IncidentsDb, incident: IncidentRow): Promise<DeletedPress | undefined> {
  if (incident.closed_at !== null) return undefined;
  const item = await db
    .selectFrom('deleted_item')
    .select('data')
    .where('kind', '=', 'button_click')
    .where('row_id', '=', incident.button_click_id)
    .executeTakeFirst();
  return item && readDeletedPress(item.data);
}
