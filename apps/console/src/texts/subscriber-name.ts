import { inLanguage } from './language.ts';

/** A subscriber by its name and number: several can have the same name. */
export const subscriberNameTexts = inLanguage({
  en: {
    numbered: (name: string, id: number) => `${name}, subscriber ${id}`,
    numberOnly: (id: number) => `Subscriber ${id}`,
  },
});
