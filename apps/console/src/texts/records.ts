import { inLanguage } from './language.ts';

/** All records in one list. */
export const recordsTexts = inLanguage({
  en: {
    title: 'All records',
    description: 'All presses and forms.',
    descriptionOfAll: 'All records of all subscribers.',
    noneYet: 'When an app user presses a button or sends a form, the record appears here.',
    addUser: 'Add a user',
    showSubscribers: 'Show subscribers',
    item: 'Button or form',
    allItems: 'Any',
    person: 'Person',
    anyPerson: 'Anyone',
    personNumber: (id: string) => `Person ${id}`,
    account: 'Subscriber',
    contact: 'Email and phone',
    aboutItem: (item: string) => `of ${item}`,
    byPerson: (name: string) => `by ${name}`,
    ofAccount: (id: string) => `of subscriber ${id}`,
    open: 'Open record',
    call: (phone: string) => `Call ${phone}`,
    deleteDescription: (count: number, incidents: number) => {
      const effect =
        count === 1
          ? 'The record will be deleted for everyone. You can restore it for 30 days under Recently deleted. After that, it is deleted permanently with its messages and images.'
          : `The ${count} records will be deleted for everyone. You can restore them for 30 days under Recently deleted. After that, they are deleted permanently with their messages and images.`;
      return incidents === 0 ? effect : `${incidentsStay(count, incidents)} ${effect}`;
    },
  },
});

function incidentsStay(count: number, incidents: number): string {
  if (count === 1) return 'Its incident stays open, with its location, until someone closes it.';
  return incidents === 1
    ? 'One of them has an open incident. It stays open, with its location, until someone closes it.'
    : `${incidents} of them have open incidents. These stay open, with their locations, until someone closes them.`;
}
