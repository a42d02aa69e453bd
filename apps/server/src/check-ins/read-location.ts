import { location, type Location } from '@callpoint/contract/fields';

/** A stored location. One that cannot be read must not keep the emergency from being raised. */
export function readLocation(stored: string | null): Location | null {
  try {
    return location
      .nullable()
      .catch(null)
      .parse(JSON.parse(stored ?? 'null'));
  } catch {
    return null;
  }
}
