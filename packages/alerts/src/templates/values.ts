import type { Variable } from '@callpoint/contract/catalog';
import type { Location } from '@callpoint/contract/fields';
import { cleanLine, cleanText } from './clean-text.ts';
import { timeText } from './time-text.ts';
import { fillMapUrl, formatDegrees, type MapTemplates } from './maps.ts';

/** The values of the variables of one submission. */

export interface Submitter {
  name: string;
  email: string;
  phone: string;
}

export interface Submission {
  /** Null when the phone did not share it. */
  location: Location | null;
  company?: string | null | undefined;
  message?: string | null | undefined;
  /** Forms 2 and 3: the type text. */
  products?: string | null | undefined;
  /** When it was submitted. */
  time?: SubmissionTime | null | undefined;
  /** The address of its record in the console. */
  recordUrl?: string | null | undefined;
  /** The address that shows its newest location; null if messages link to the location of this moment. */
  newestLocationUrl?: string | null | undefined;
  /** The phone still determines its location and will send it. */
  locationFollows?: boolean | undefined;
}

/**
 * When a submission was made, by the phone's clock if it is plausible, and when the server received it; ISO 8601.
 * `zone`: the name of the time zone in which messages show it.
 */
export interface SubmissionTime {
  pressedAt: string | null;
  receivedAt: string;
  zone: string;
}

/** A phone that was offline sends a submission later; its clock may also be wrong. Milliseconds. */
const RECEIVED_LATE_AFTER = 5 * 60 * 1000;

/** When it was submitted: a time in the future is a wrong clock. */
export function submittedAt({ pressedAt, receivedAt }: Omit<SubmissionTime, 'zone'>): string {
  return pressedAt !== null && pressedAt <= receivedAt ? pressedAt : receivedAt;
}

function timeValue(time: SubmissionTime): string {
  const at = submittedAt(time);
  const text = timeText(at, time.zone);
  if (Date.parse(time.receivedAt) - Date.parse(at) <= RECEIVED_LATE_AFTER) return text;
  return `${text} (received ${timeText(time.receivedAt, time.zone)})`;
}

/** `text`: the value in plain characters; `href`: the target of its link; `image`: an image of it. Both are http(s). */
export interface VariableValue {
  text: string;
  href: string | null;
  image: string | null;
}

export type VariableValues = Readonly<Record<Variable, VariableValue>>;

export const NOT_SHARED = 'Location not shared';
/** The phone sends it as soon as it knows it. */
const NOT_KNOWN_YET = 'not known yet';
export const NOT_GIVEN = 'not given';
const NO_RECORD = 'not available';

/** The values of every variable. A missing value is a text that says so, never blank and never a dead link. */
export function variableValues(input: {
  user: Submitter;
  submission: Submission;
  maps: MapTemplates;
}): VariableValues {
  const { user, submission } = input;
  return {
    PHONE: plain(cleanLine(user.phone)),
    EMAIL: plain(cleanLine(user.email)),
    NAME: plain(cleanLine(user.name)),
    COMPANY: plain(cleanLine(submission.company ?? '')),
    MESSAGE: plain(cleanText(submission.message ?? '').trim()),
    PRODUCTS: plain(cleanLine(submission.products ?? '')),
    TIME: plain(submission.time ? timeValue(submission.time) : ''),
    RECORD_LINK: { text: submission.recordUrl ?? NO_RECORD, href: submission.recordUrl ?? null, image: null },
    ...locationValues(submission, input.maps),
  };
}

function plain(text: string): VariableValue {
  return { text: text === '' ? NOT_GIVEN : text, href: null, image: null };
}

type Place = Extract<Variable, `LOCATION${string}`>;

function locationValues(
  { location, locationFollows = false, newestLocationUrl = null }: Submission,
  maps: MapTemplates,
): Record<Place, VariableValue> {
  if (!location || !Number.isFinite(location.lat) || !Number.isFinite(location.lng)) {
    if (locationFollows && newestLocationUrl !== null) {
      const unknown = { text: NOT_KNOWN_YET, href: null, image: null };
      const link = { text: newestLocationUrl, href: newestLocationUrl, image: null };
      return { LOCATION: unknown, LOCATION_LINK: link, LOCATION_IMAGE: link };
    }
    const none = { text: NOT_SHARED, href: null, image: null };
    return { LOCATION: none, LOCATION_LINK: none, LOCATION_IMAGE: none };
  }
  const text = `${formatDegrees(location.lat)}, ${formatDegrees(location.lng)}`;
  const href = newestLocationUrl ?? fillMapUrl(maps.mapsUrl, location);
  const image = maps.mapImageUrl === null ? null : fillMapUrl(maps.mapImageUrl, location);
  return {
    LOCATION: { text, href: null, image: null },
    LOCATION_LINK: { text: href ?? text, href, image: null },
    LOCATION_IMAGE: { text: image ?? href ?? text, href, image },
  };
}
