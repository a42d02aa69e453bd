import { inLanguage } from './language.ts';

/** Lists of recipients. */
export const recipientTexts = inLanguage({
  en: {
    add: 'Add a recipient',
    alreadyInList: 'Already in the list.',
    remove: (address: string) => `Remove ${address}`,
    invalid: 'invalid',
    bounced: 'bounced',
    stopped: 'replied STOP',
    changed: 'Unsaved changes',
    title: 'Who would be notified',
    description: 'Checked live, including unsaved changes.',
    roles: { team: 'Safety team', user: 'App user', consultancy: 'Safety consultancy' },
    onScreen: 'On screen',
    shown: 'Shown',
    recipientsOf: (card: string) => `Recipients: ${card}`,
    cannotReach: (count: number) =>
      count === 1 ? '1 recipient can’t be reached' : `${count} recipients can’t be reached`,
    held: 'Held',
    heldHelp: 'You or an administrator can release held messages.',
    yes: 'Yes',
    no: 'No',
    ownAddress: 'At their own address',
    off: 'Turned off here',
    itemOff: 'Turned off in Dashboard Settings',
    byPlatform: 'At the addresses of the consultancy',
    none: 'No recipients',
    count: (reached: number, all: number) => `${reached} of ${all}`,
    unreached: (bounced: number, stopped: number, invalid: number) =>
      [
        bounced > 0 ? `${bounced} bounced` : '',
        stopped > 0 ? `${stopped} replied STOP` : '',
        invalid > 0 ? `${invalid} invalid` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
  },
});
