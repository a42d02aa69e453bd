import { inLanguage } from './language.ts';

/** The locales whose days and numbers each language of the console uses. */
const LOCALES = inLanguage({ en: { days: 'en-GB', numbers: 'en-US' } });

/**
 * A format for days and times, created on first use and cached: creating one takes a phone many milliseconds.
 * @param language the language of the text; by default the page's
 * @returns the format for a zone by its IANA name; by default the reader's own zone
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  language: string = LOCALES.days,
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

/** A format for numbers, created on first use. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): (value: number) => string {
  let formats: Intl.NumberFormat | undefined;
  return (value) => {
    formats ??= new Intl.NumberFormat(LOCALES.numbers, options);
    return formats.format(value);
  };
}

let relative: Intl.RelativeTimeFormat | undefined;

/** `5 minutes ago`, `in 2 days`. */
export function agoText(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  relative ??= new Intl.RelativeTimeFormat(LOCALES.days, { numeric: 'always' });
  return relative.format(value, unit);
}
