import { keepResults } from '../keep-results.ts';

/** Times in messages, with the time zone named. Only characters of GSM-7: another one would double the cost of an SMS. */

/** Of more zones than there are. */
const formatOf = keepResults(
  1_000,
  100,
  (zone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
);

/** The text of a minute, whose number and zone are `minute`: the presses of a minute have the same. */
const textOfMinute = keepResults(1_000, 100, (minute) => {
  const [number, ...zone] = minute.split(' ');
  return newText(Number(number) * 60_000, zone.join(' '));
});

/**
 * `Nov 22, 2026, 1:24 PM MST`.
 * @param at ISO 8601
 * @param zone the name of a time zone; a name that this server does not know counts as UTC
 */
export function timeText(at: string, zone: string): string {
  const time = Date.parse(at);
  // Before 1973, not all time zones differed from UTC by whole minutes.
  return time < 1e11 ? newText(time, zone) : textOfMinute(`${Math.floor(time / 60_000)} ${zone}`);
}

function newText(time: number, zone: string): string {
  let format: Intl.DateTimeFormat;
  try {
    format = formatOf(zone);
  } catch {
    format = formatOf('UTC');
  }
  // The space before AM or PM is a narrow one in some versions.
  return format.format(time).replaceAll(/\s/g, ' ').replaceAll('\u2212', '-');
}
