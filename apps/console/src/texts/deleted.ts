import { inLanguage } from './language.ts';

/** Deleted records, plans and app users. */
export const deletedTexts = inLanguage({
  en: {
    title: 'Recently deleted',
    description: 'Deleted items stay here for 30 days. You can restore them until then.',
    list: 'Deleted items',
    filters: 'Find deleted items',
    searchHint: 'Name, button, id',
    readFailed: 'The deleted items could not be loaded.',
    noneYet: 'Nothing was deleted in the last 30 days',
    noneYetDescription: {
      team: 'Deleted records and users appear here.',
      admin: 'Deleted records, plans, and users appear here.',
    },
    what: 'What',
    kind: 'Kind',
    id: 'Id',
    subscriber: 'Subscriber',
    deletedAt: 'Deleted',
    by: (name: string) => `by ${name}`,
    byAdministrator: 'by an administrator',
    bySubscriber: 'by the subscriber',
    until: 'Restore until',
    platform: 'Platform',
    kinds: { button_click: 'Record', form_submission: 'Record', plan: 'Plan', app_user: 'User' },
    nameless: 'No name',
    restore: 'Restore',
    restoreOne: (title: string) => `Restore ${title}`,
    restoreAsk: (title: string) => `Restore ${title}?`,
    restoreUserDescription: 'The user can log in again on the phone, with the same password as before.',
    restoreManyAsk: (count: number) => (count === 1 ? 'Restore this item?' : `Restore these ${count} items?`),
    restoreManyDescription: 'They appear again everywhere, with the same ids.',
    restoreUsersDescription:
      'They appear again everywhere, with the same ids. Users can log in again on the phone, with the same password as before.',
    restoredMany: (count: number) => `${count} restored`,
    notRestored: 'Not restored',
    restored: (title: string) => `${title} is restored.`,
  },
});
