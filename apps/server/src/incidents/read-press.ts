import { fillMapUrl, formatDegrees, type MapTemplates } from '@callpoint/alerts/templates/maps';
import type { Location } from '@callpoint/contract/fields';
import type { IncidentsDb } from '../db/incidents.ts';
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
};

/** The press of an incident, with its newest location. A deleted press has only what the incident knows. */
export async function readPress(
  db: IncidentsDb,
  { button_click_id, app_user_id, opened_at }: IncidentRow,
  { mapsUrl }: Pick<MapTemplates, 'mapsUrl'>,
): Promise<IncidentPress> {
  const press = await db
    .selectFrom('button_click')
    .select(['user_name as name', 'user_email as email', 'user_phone as phone', 'location', 'pressed_at'])
    .where('id', '=', button_click_id)
    .executeTakeFirst();
  if (!press) {
    const user = await db
      .selectFrom('app_user')
      .select(['name', 'email', 'phone'])
      .where('id', '=', app_user_id)
      .executeTakeFirstOrThrow();
    return { user, at: opened_at, location: null, place: null, mapUrl: null, isDeleted: true };
  }
  const { name, email, phone } = press;
  const location = press.location === null ? null : (JSON.parse(press.location) as Location);
  return {
    user: { name, email, phone },
    at: press.pressed_at ?? opened_at,
    location,
    place: location && `${formatDegrees(location.lat)}, ${formatDegrees(location.lng)}`,
    mapUrl: location && fillMapUrl(mapsUrl, location),
    isDeleted: false,
  };
}
