import { inLanguage } from './language.ts';

/** A subscriber by its name and number: several can have the same name. */
export const subscriberNameTexts = inLanguage({
  en: {
    numbered: (name: string, id: number) => `${name}, subscriber ${id}`,
    /** Starts with what a list shows. */
    numberFirst: (id: number, name: string) => `${id} ${name}, subscriber`,
    /** Where little room is. */
    short: (id: number, name: string) => `${id} ${name}`,
    numberOnly: (id: number) => `Subscriber ${id}`,
  },
});
