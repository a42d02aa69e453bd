import { language, texts } from './texts.ts';

/** The phone's own locale, with 12 or 24 hours as people expect it, if it is in a language of the app. */
const phoneLocale = globalThis.navigator?.language ?? '';
const locale = phoneLocale.toLowerCase().startsWith(language) ? phoneLocale : language;
/** Created with the first text: the first format takes a slow phone a tenth of a second, and the start waits for no time. */
let formats: { time: Intl.DateTimeFormat; date: Intl.DateTimeFormat } | undefined;

const DAY = 86_400_000;

/** A moment (ISO 8601) as short as is clear, in a list: `9:14 AM`, `yesterday at 9:14 AM`, `Nov 21 at 6:03 PM`. */
export function timeText(at: string, now = new Date()): string {
  const { days, day, hour } = partsOf(at, now);
  if (days === 0) return hour;
  return days === 1 ? texts.common.yesterday(hour) : texts.common.moment(day, hour);
}

/** A moment after a verb: `at 9:14 AM`, `yesterday at 9:14 AM`, `on Nov 21 at 6:03 PM`. */
export function whenText(at: string, now = new Date()): string {
  const { days, hour } = partsOf(at, now);
  if (days === 0) return texts.common.at(hour);
  return days === 1 ? timeText(at, now) : texts.common.on(timeText(at, now));
}

function partsOf(at: string, now: Date) {
  const moment = new Date(at);
  const midnight = (of: Date) => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime();
  const ahead = moment.getTime() - now.getTime();
  // In the next 24 hours, the hour alone is clear.
  const days = ahead > 0 && ahead < DAY ? 0 : Math.round((midnight(now) - midnight(moment)) / DAY);
  formats ??= {
    time: new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }),
    date: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }),
  };
  return { days, day: formats.date.format(moment), hour: formats.time.format(moment) };
}
