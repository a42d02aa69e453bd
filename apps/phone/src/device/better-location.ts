import type { Location } from '@callpoint/contract/fields';

const EARTH_RADIUS = 6_371_000;

/** Meters between two locations on the ground. */
export function distance(a: Location, b: Location): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const x = radians(b.lng - a.lng) * Math.cos(radians((a.lat + b.lat) / 2));
  const y = radians(b.lat - a.lat);
  return Math.hypot(x, y) * EARTH_RADIUS;
}

/** The accuracy of a location that does not name one, in meters. */
const UNKNOWN_ACCURACY = 1000;
/** A location within this time, in milliseconds, after the last one that was sent must be clearly better. */
const MOVED_AFTER = 5_000;

/** True if a newer location helps those who look for the person: it is clearly more accurate, or the person has moved. */
export function isBetter(next: Location, sent: Location | null): boolean {
  if (!sent) return true;
  const [accuracy, before] = [next.accuracy ?? UNKNOWN_ACCURACY, sent.accuracy ?? UNKNOWN_ACCURACY];
  if (accuracy < before * 0.8) return true;
  const elapsed = Date.parse(next.at ?? '') - Date.parse(sent.at ?? '');
  // Less than none: the clock was set back.
  return (elapsed >= MOVED_AFTER || elapsed < 0) && distance(next, sent) > Math.max(accuracy, 20);
}
