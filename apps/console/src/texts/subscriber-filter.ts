import { inLanguage } from './language.ts';

/** The choice of one subscriber in the filters of a list. */
export const subscriberFilterTexts = inLanguage({
  en: {
    all: 'All',
    hint: 'Name or number',
    none: 'No subscriber matches',
    searching: 'Searching',
  },
});
