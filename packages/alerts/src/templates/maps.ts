/** Maps: addresses made from a template and a location. */

/** A search on a public map by coordinates. */
export const DEFAULT_MAPS_URL = 'https://www.google.com/maps/search/?api=1&query={lat},{lng}';

/** Templates of http(s) addresses with the placeholders `{lat}` and `{lng}`, in decimal degrees. */
export interface MapTemplates {
  mapsUrl: string;
  /** The address of an image of the map; null if the platform has none. */
  mapImageUrl: string | null;
}

/** Decimal degrees, at most 5 decimals (about 1 m), never with an exponent. */
export function formatDegrees(value: number): string {
  return String(Number(value.toFixed(5)));
}

/**
 * The address that a template with `{lat}` and `{lng}` gives for a location; null if the template lacks them or
 * does not give an http(s) address: a wrong link is worse than none.
 */
export function fillMapUrl(template: string, location: { lat: number; lng: number }): string | null {
  if (!template.includes('{lat}') || !template.includes('{lng}')) return null;
  const filled = template
    .replaceAll('{lat}', formatDegrees(location.lat))
    .replaceAll('{lng}', formatDegrees(location.lng));
  const url = URL.parse(filled);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
