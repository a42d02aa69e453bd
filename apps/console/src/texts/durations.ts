import { inLanguage } from './language.ts';

/** Durations in their two largest units. */
export const durationTexts = inLanguage({
  en: {
    seconds: (seconds: number) => `${seconds} s`,
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
    hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
    days: (days: number, hours: number) => `${days} d ${hours} h`,
  },
});
