import type { Location } from '@callpoint/contract/fields';
import { createStore } from '../store/store.ts';

/** The phone's location: as soon as possible for a press, and better ones afterwards. */

/** A known location may be this old when a button is pressed. Milliseconds. */
const FRESH = 60_000;

/** The last location that was measured. */
export const newestLocation = createStore<Location | null>(null);

function toLocation({ coords, timestamp }: GeolocationPosition): Location {
  const { latitude: lat, longitude: lng, accuracy } = coords;
  return { lat, lng, accuracy, at: new Date(timestamp).toISOString() };
}

/** The last location, unless it is too old for a press. */
export function freshLocation(): Location | null {
  const newest = newestLocation.current();
  if (!newest?.at) return null;
  const age = Date.now() - Date.parse(newest.at);
  // A time in the future: the clock was changed meanwhile.
  return age >= 0 && age <= FRESH ? newest : null;
}

export type LocationPermission = 'granted' | 'denied' | 'prompt';

let known: LocationPermission | null = null;

export async function locationPermission(): Promise<LocationPermission> {
  known = await readPermission();
  return known;
}

async function readPermission(): Promise<LocationPermission> {
  if (!('geolocation' in navigator)) return 'denied';
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state;
  } catch {
    return 'prompt';
  }
}

/** Whether a measurement may ask the person first: a question during a gesture would end the gesture. */
export function mayAskForLocation(): boolean {
  return known !== 'granted' && known !== 'denied';
}

/** Measures the location in advance, if the person has allowed it: a press then has it immediately. */
export async function warmUpLocation(): Promise<void> {
  if ((await locationPermission()) !== 'granted' || freshLocation()) return;
  void measure(10_000);
}

/** Asks for the permission, and measures the location. */
export function measure(timeout: number): Promise<Location | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      (position) => {
        const location = toLocation(position);
        newestLocation.set(location);
        resolve(location);
      },
      () => resolve(null),
      { enableHighAccuracy: true, timeout, maximumAge: FRESH },
    );
  });
}

/** `follows`: the phone still measures, so a location may be known later. */
export type LocationAtPress = { location: Location | null; follows: boolean };

/**
 * Starts to measure, for a press that is about to happen. The result is known at the latest `longest` milliseconds
 * after the start, and immediately if the location is known or cannot be known.
 */
export function locationForPress(longest: number): Promise<LocationAtPress> {
  const recent = freshLocation();
  const measured = measure(60_000).then((location) => ({ location, follows: location !== null }));
  if (recent) return Promise.resolve({ location: recent, follows: true });
  const late = new Promise<LocationAtPress>((resolve) => {
    setTimeout(() => resolve({ location: freshLocation(), follows: 'geolocation' in navigator }), longest);
  });
  return Promise.race([measured, late]);
}

/** Calls `onLocation` with each location that is measured. Returns the function that ends it. */
export function followLocation(onLocation: (location: Location) => void): () => void {
  if (!('geolocation' in navigator)) return () => {};
  const watch = navigator.geolocation.watchPosition(
    (position) => {
      const location = toLocation(position);
      newestLocation.set(location);
      onLocation(location);
    },
    () => {},
    { enableHighAccuracy: true, maximumAge: 0 },
  );
  return () => navigator.geolocation.clearWatch(watch);
}
