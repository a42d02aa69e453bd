import type { ChannelDescriptor } from '../channel.ts';

/** Notifications on the computers and phones of people who turned them on (Web Push). */
export const pushChannel = {
  addressKind: 'push',
  contentKind: 'note',
  label: 'Push notification',
  nouns: {
    one: 'push notification',
    many: 'push notifications',
    addresses: 'accounts',
    inSentence: 'push notification',
    withArticle: 'a push notification',
    address: 'account for notifications',
  },
  isChargedBySegment: false,
  items: [],
  routes: [],
  isCall: false,
  obeysStop: false,
  notConfigured: 'Push notifications are not configured on this server.',
  wasNotConfigured: 'Push notifications were not configured on this server at that time.',
  // Accounts of this server only: the consultancy has none, and its addresses are no accounts.
  consultancyKey: 'user_submission_emails',
  dailyLimit: { key: 'daily_push_limit', defaults: { free: 5000, paid: 50_000, upgrade_by_admin: 50_000 } },
  ownLimit: null,
} as const satisfies ChannelDescriptor;
