import { inLanguage } from './language.ts';

/** The locale whose days, times, and numbers each language of the console uses. */
const LOCALE = inLanguage({ en: 'en-US' });

/** The months as texts write them. */
export const MONTHS: readonly string[] = inLanguage({
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
});

/**
 * A format for days and times, created on first use and cached: creating one takes a phone many milliseconds.
 * @param language the language of the text; by default the page's
 * @returns the format for a zone by its IANA name; by default the reader's own zone
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  language: string = LOCALE,
): (zone?: string) => Intl.DateTimeFormat {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>();
  return (zone) => {
    const known = formats.get(zone);
    if (known) return known;
    const format = new Intl.DateTimeFormat(language, { ...options, ...(zone && { timeZone: zone }) });
    formats.set(zone, format);
    return format;
  };
}

/** Numbers from here have separators. */
const THOUSAND = 1000;

/** A format for numbers, created on first use. Most counts are small, and are written without one. */
export function numberFormat(options?: Intl.NumberFormatOptions): (value: number) => string {
  let formats: Intl.NumberFormat | undefined;
  return (value) => {
    if (!options && Number.isInteger(value) && value >= 0 && value < THOUSAND) return String(value);
    formats ??= new Intl.NumberFormat(LOCALE, options);
    return formats.format(value);
  };
}

let relative: Intl.RelativeTimeFormat | undefined;

/** `5 minutes ago`, `in 2 days`. */
export function agoText(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  relative ??= new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' });
  return relative.format(value, unit);
}
