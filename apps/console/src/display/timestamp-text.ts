import { agoText, dateFormat } from '../texts/formats.ts';
import { tableTexts } from '../texts/table.ts';

/** Moments as people read them, in the reader's own zone with the zone named. */

/** These locales name most zones by their letters (CET, EST, AEST); a language names only those of its own region. */
const ZONE_NAME_LOCALES = ['en-GB', 'en-US', 'en-AU', 'en-CA', 'en-IN', 'en-NZ', 'en-ZA'];

const LONG = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

const long = dateFormat(LONG);
const zoneNameFormats = ZONE_NAME_LOCALES.map((language) => dateFormat({ timeZoneName: 'short' }, language));

/**
 * `21 Nov 2026, 09:14:07 CET`.
 * @param iso a moment in ISO 8601; anything else is returned unchanged.
 * @param zone an IANA name; by default the reader's own zone.
 */
export function timestampText(iso: string, zone?: string): string {
  return longText(iso, zone, '');
}

/** `21 Nov 2026, 09:14:07.345 CET`: for data where milliseconds matter. */
export function exactTimestampText(iso: string, zone?: string): string {
  return longText(iso, zone, /\.\d{3}/.exec(iso)?.[0] ?? '');
}

function longText(iso: string, zone: string | undefined, fraction: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const parts = new Map(
    long(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.get('day')} ${shortMonth(parts.get('month'))} ${parts.get('year')}`;
  return `${day}, ${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')}${fraction} ${zoneName(date, zone)}`;
}

/** Only British English writes `Sept` with four letters; columns align with three. */
function shortMonth(month = ''): string {
  return month.slice(0, 3);
}

function zoneName(date: Date, zone: string | undefined): string {
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
