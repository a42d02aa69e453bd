import type { VoiceRules } from '@callpoint/contract/escalation';

/** Quiet hours: the times at which no one is called about a press that is not an emergency. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, format);
  return format;
}

/** The time on a clock in `zone`, like `21:05`; in UTC for a zone that this server does not know. */
function clockTime(at: string, zone: string): string {
  let format: Intl.DateTimeFormat;
  try {
    format = formatOf(zone);
  } catch {
    format = formatOf('UTC');
  }
  return format.format(new Date(at));
}

/** Whether `at` (ISO 8601) is in the quiet hours of `zone`, by the clock there: also on days when it changes. */
export function isQuiet(
  { quiet_from: from, quiet_until: until }: Pick<VoiceRules, 'quiet_from' | 'quiet_until'>,
  at: string,
  zone: string,
): boolean {
  const time = clockTime(at, zone);
  return from <= until ? from <= time && time < until : from <= time || time < until;
}
