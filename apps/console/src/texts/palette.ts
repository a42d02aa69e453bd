import { inLanguage } from './language.ts';

/** The search for people, records, subscribers, messages, settings and pages. */
export const paletteTexts = inLanguage({
  en: {
    title: 'Search',
    hint: { team: 'People, records, messages, settings', admin: 'People, subscribers, records, settings' },
    results: 'Results',
    pages: 'Pages',
    settings: 'Settings',
    someSettings: (shown: number, all: number) =>
      `Settings: ${shown} of ${all}; type more to find the others`,
    people: 'People',
    safetyContact: 'Safety contact',
    records: 'Records',
    subscribers: 'Subscribers',
    messages: 'Messages',
    more: 'More',
    noAddress: 'Message without an address',
    searchRecords: (typed: string) => `Search all records for “${typed}”`,
    searching: 'Searching',
    count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    failed: 'People, records, and messages could not be searched.',
  },
});
