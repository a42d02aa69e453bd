import { inLanguage } from './language.ts';

/** Whose way of writing days and numbers each language of the console takes. */
const LOCALES = inLanguage({ en: { days: 'en-GB', numbers: 'en-US' } });

/**
 * A way to write days and times, made when it is first used and kept: making one costs a phone many milliseconds.
 * @param language whose words; those of the page when left out
 * @returns the format for a zone by its IANA name; for the reader's own when left out
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

/** A way to write numbers, made when it is first used. */
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
