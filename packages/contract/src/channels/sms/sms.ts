import type { ChannelDescriptor } from '../channel.ts';

export const smsChannel = {
  addressKind: 'phone',
  contentKind: 'text',
  label: 'SMS',
  nouns: {
    one: 'SMS',
    many: 'SMS',
    addresses: 'phone numbers',
    inSentence: 'SMS',
    withArticle: 'an SMS',
    address: 'phone number',
  },
  isChargedBySegment: true,
  items: ['button'],
  routes: [
    {
      role: 'team',
      switchedBy: null,
      isOnByDefault: true,
      list: 'sms_to_admin_number',
      subject: null,
      text: 'sms_to_admin_message',
    },
    {
      role: 'user',
      switchedBy: 'sms_to_user',
      isOnByDefault: false,
      list: null,
      subject: null,
      text: 'sms_to_user_message',
    },
    {
      role: 'consultancy',
      switchedBy: 'sms_to_bermac',
      isOnByDefault: false,
      list: null,
      subject: null,
      text: 'sms_to_bermac_message',
    },
  ],
  isCall: false,
  obeysStop: true,
  notConfigured: 'SMS is not configured on this server.',
  consultancyKey: 'user_submission_phones',
  dailyLimit: { key: 'daily_sms_limit', defaults: { free: 50, paid: 500, upgrade_by_admin: 500 } },
  ownLimit: 'daily_sms_limit',
} as const satisfies ChannelDescriptor;
