import { inLanguage } from './language.ts';

/** Whose way of writing days and numbers each language of the console takes. */
const taken = inLanguage({ en: { days: 'en-GB', numbers: 'en-US' } });

/**
 * A way to write days and times, made when it is first used and kept: making one costs a phone many milliseconds.
 * @param language whose words; those of the page when left out
 * @returns the format for a zone by its IANA name; for the reader's own when left out
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  language: string = taken.days,
): (zone?: string) => Intl.DateTimeFormat {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (zone) => {
    const known = made.get(zone);
    if (known) return known;
    const format = new Intl.DateTimeFormat(language, { ...options, ...(zone && { timeZone: zone }) });
    made.set(zone, format);
    return format;
  };
}

/** A way to write numbers, made when it is first used. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): (value: number) => string {
  let made: Intl.NumberFormat | undefined;
  return (value) => {
    made ??= new Intl.NumberFormat(taken.numbers, options);
    return made.format(value);
  };
}

let relative: Intl.RelativeTimeFormat | undefined;

/** `5 minutes ago`, `in 2 days`. */
export function agoText(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  relative ??= new Intl.RelativeTimeFormat(taken.days, { numeric: 'always' });
  return relative.format(value, unit);
}
