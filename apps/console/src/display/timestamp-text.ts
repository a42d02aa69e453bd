import { agoText, dateFormat, MONTHS } from '../texts/formats.ts';
import { tableTexts } from '../texts/table.ts';

/** Moments as people read them, in the reader's own zone with the zone named. */

/** These locales name most zones by their letters (CET, EST, AEST); a language names only those of its own region. */
const ZONE_NAME_LOCALES = ['en-GB', 'en-US', 'en-AU', 'en-CA', 'en-IN', 'en-NZ', 'en-ZA'];

const clock = dateFormat({
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});
const zoneNameFormats = ZONE_NAME_LOCALES.map((language) => dateFormat({ timeZoneName: 'short' }, language));

/**
 * `Nov 21, 2026, 9:14:07 AM CET`.
 * @param iso a moment in ISO 8601; anything else is returned unchanged.
 * @param zone an IANA name; by default the reader's own zone.
 */
export function timestampText(iso: string, zone?: string): string {
  return onOneLine(dayAndTime(iso, zone));
}

/** The last moment of a day in UTC: what a chosen end date is stored as. */
const END_OF_DAY = 'T23:59:59.999Z';

/** `Mar 31, 2027` for an end that was chosen as a day, in every zone; for another moment like `timestampText`. */
export function endText(iso: string, zone?: string): string {
  return iso.endsWith(END_OF_DAY) ? dayText(partsOf(new Date(iso), 'UTC')) : timestampText(iso, zone);
}

/**
 * `Nov 21, 2026`, or `Nov 21, 2026, 9:14 AM` with a time.
 * @param chosen what a date field holds: 2026-11-21 or 2026-11-21T09:14; anything else is returned unchanged.
 */
export function chosenTimeText(chosen: string): string {
  const [day = '', time] = chosen.split('T');
  const date = new Date(`${day}T${time ?? '00:00'}Z`);
  if (Number.isNaN(date.getTime())) return chosen;
  const parts = partsOf(date, 'UTC');
  return time === undefined
    ? dayText(parts)
    : `${dayText(parts)}, ${parts.hour}:${parts.minute} ${parts.dayPeriod}`;
}

export function onOneLine({ day, time }: ReturnType<typeof dayAndTime>): string {
  return time === '' ? day : `${day}, ${time}`;
}

/**
 * `Nov 21, 2026` and `9:14:07 AM CET`. If `iso` is not a moment in ISO 8601, `day` is `iso` and `time` is empty.
 * @param zone an IANA name; by default the reader's own zone.
 * @param fraction of a second: like `.345`, or empty
 */
export function dayAndTime(iso: string, zone?: string, fraction = ''): { day: string; time: string } {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return { day: iso, time: '' };
  const parts = partsOf(date, zone);
  return { day: dayText(parts), time: `${clockText(parts, fraction)} ${zoneName(date, zone)}` };
}

/** As they are written: `Nov`, `21`, `2026`, `9`, `14`, `07`, `AM`. */
type Parts = Record<'month' | 'day' | 'year' | 'hour' | 'minute' | 'second' | 'dayPeriod', string>;

/** `month` from 1. */
type Clock = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;

function partsOf(date: Date, zone: string | undefined): Parts {
  const { year, month, day, hour, minute, second } =
    zone === undefined ? ownClock(date) : clockIn(date, zone);
  return {
    month: MONTHS[month - 1] ?? '',
    day: String(day),
    year: String(year),
    hour: String(hour % 12 || 12),
    minute: String(minute).padStart(2, '0'),
    second: String(second).padStart(2, '0'),
    dayPeriod: hour < 12 ? 'AM' : 'PM',
  };
}

/** The reader's own zone needs no format: creating one takes a phone tens of milliseconds, before the first row is drawn. */
function ownClock(date: Date): Clock {
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
  };
}

function clockIn(date: Date, zone: string): Clock {
  const parts = clock(zone).formatToParts(date);
  return Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)])) as Clock;
}

function dayText({ month, day, year }: Parts): string {
  return `${month} ${day}, ${year}`;
}

/** `9:14:07 AM`. `fraction` of a second: like `.345`, or empty. */
function clockText({ hour, minute, second, dayPeriod }: Parts, fraction: string): string {
  return `${hour}:${minute}:${second}${fraction} ${dayPeriod}`;
}

/**
 * `9:14 AM`, or `Nov 22, 2026, 9:14 AM` on another day than `now`: for a time that people agree on.
 * @param now in milliseconds since 1970
 */
export function agreedTimeText(iso: string, now: number): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const parts = partsOf(date, undefined);
  const time = `${parts.hour}:${parts.minute} ${parts.dayPeriod}`;
  return dayText(parts) === dayText(partsOf(new Date(now), undefined)) ? time : `${dayText(parts)}, ${time}`;
}

/**
 * The time zone of a list, like `CET/CEST`: its rows have the time of their own season.
 * @param zone an IANA name; by default the reader's own zone.
 */
export function zoneText(year: number, zone?: string): string {
  const [january, july] = [0, 6].map((month) => zoneName(new Date(year, month, 2), zone));
  return january === july ? `${january}` : `${january}/${july}`;
}

/**
 * `Nov 21, 2026, 9:14:07 AM`, for lists whose header names the time zone.
 * @param after another moment of the same row: on its day the text is `9:14:07 AM`, on another `Nov 22, 2026`.
 */
export function listTimeText(iso: string, after?: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const parts = partsOf(date, undefined);
  if (after === undefined) return `${dayText(parts)}, ${clockText(parts, '')}`;
  const isSameDay = dayText(parts) === dayText(partsOf(new Date(after), undefined));
  return isSameDay ? clockText(parts, '') : dayText(parts);
}

/** Names of the reader's zone, by offset and year: only those change its name. */
const zoneNames = new Map<string, string>();

function zoneName(date: Date, zone: string | undefined): string {
  // The offset of another zone is not known without a format.
  if (zone !== undefined) return findZoneName(date, zone);
  const key = `${date.getTimezoneOffset()} ${date.getFullYear()}`;
  const name = zoneNames.get(key) ?? findZoneName(date, undefined);
  zoneNames.set(key, name);
  return name;
}

function findZoneName(date: Date, zone: string | undefined): string {
  let offset = '';
  for (const zoneNameFormat of zoneNameFormats) {
    const name = zoneNameFormat(zone)
      .formatToParts(date)
      .find(({ type }) => type === 'timeZoneName')?.value;
    if (name && !/\d/.test(name)) return name;
    offset ||= name ?? '';
  }
  return offset;
}

const UNITS = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** `5 minutes ago`, `in 2 days`, `just now` within a minute. `now` in milliseconds since 1970. */
export function relativeText(iso: string, now: number): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  if (Number.isNaN(seconds)) return '';
  const found = UNITS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  return found ? agoText(Math.trunc(seconds / found.seconds), found.unit) : tableTexts.justNow;
}
