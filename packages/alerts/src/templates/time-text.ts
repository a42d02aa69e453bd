/** Times in messages, with the time zone named. Only characters of GSM-7: another one would double the cost of an SMS. */

/** More than there are. */
const MAX_ZONES = 1000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  formats.set(zone, format);
  return format;
}

/** The last text of each zone, with its second: the presses of a second have the same. */
const texts = new Map<string, { second: number; text: string }>();

/**
 * `Nov 22, 2026, 1:24 PM MST`.
 * @param at ISO 8601
 * @param zone the name of a time zone; a name that this server does not know counts as UTC
 */
export function timeText(at: string, zone: string): string {
  const second = Math.floor(Date.parse(at) / 1000);
  const last = texts.get(zone);
  if (last?.second === second) return last.text;
  const text = newText(at, zone);
  if (texts.size >= MAX_ZONES) texts.clear();
  texts.set(zone, { second, text });
  return text;
}

function newText(at: string, zone: string): string {
  let format: Intl.DateTimeFormat;
  try {
    format = formatOf(zone);
  } catch {
    format = formatOf('UTC');
  }
  // The space before AM or PM is a narrow one in some versions.
  return format.format(new Date(at)).replaceAll(/\s/g, ' ').replaceAll('\u2212', '-');
}
