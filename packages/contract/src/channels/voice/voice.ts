import type { ChannelDescriptor } from '../channel.ts';

/** Telephone calls that read a text aloud and accept an answer by the keypad. */
export const voiceChannel = {
  addressKind: 'phone',
  contentKind: 'speech',
  label: 'Voice',
  nouns: {
    one: 'call',
    many: 'calls',
    addresses: 'phone numbers',
    inSentence: 'call',
    withArticle: 'a call',
    address: 'phone number',
  },
  isChargedBySegment: false,
  items: [],
  routes: [],
  isCall: true,
  obeysStop: false,
  notConfigured: 'Voice calls are not configured on this server.',
  wasNotConfigured: 'Voice calls were not configured on this server at that time.',
  consultancyKey: 'user_submission_phones',
  dailyLimit: { key: 'daily_voice_limit', defaults: { free: 20, paid: 200, upgrade_by_admin: 200 } },
  ownLimit: null,
} as const satisfies ChannelDescriptor;
