import { DEFAULT_MAPS_URL, degrees, mapAddress } from '@callpoint/alerts/values';
import type { Location } from '@callpoint/contract/fields';
import { Absent, OutsideLink } from '../../table/cells.tsx';

/** Where it was, as a link to a map. */
export function PlaceLink({ location }: { location: Location | null }) {
  if (!location) return <Absent>No location</Absent>;
  const text = `${degrees(location.lat)}, ${degrees(location.lng)}`;
  const href = mapAddress(DEFAULT_MAPS_URL, location);
  return href === null ? text : <OutsideLink href={href}>{text}</OutsideLink>;
}
