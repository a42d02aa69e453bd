import type { ChannelDescriptor } from '../channel.ts';

export const emailChannel = {
  addressKind: 'email',
  contentKind: 'mail',
  label: 'Email',
  nouns: {
    one: 'email',
    many: 'emails',
    addresses: 'email addresses',
    inSentence: 'email',
    withArticle: 'an email',
    address: 'email address',
  },
  isChargedBySegment: false,
  items: ['button', 'form'],
  routes: [
    {
      role: 'team',
      switchedBy: null,
      isOnByDefault: true,
      list: 'mail_to_admin_emails',
      subject: 'mail_to_admin_subject',
      text: 'mail_to_admin_message',
    },
    {
      role: 'user',
      switchedBy: 'mail_to_user',
      isOnByDefault: true,
      list: null,
      subject: 'mail_to_user_subject',
      text: 'mail_to_user_message',
    },
    {
      role: 'consultancy',
      switchedBy: 'mail_to_bermac',
      isOnByDefault: false,
      list: null,
      subject: 'mail_to_bermac_subject',
      text: 'mail_to_bermac_message',
    },
  ],
  isCall: false,
  obeysStop: false,
  notConfigured: 'Email is not configured on this server.',
  consultancyKey: 'user_submission_emails',
  dailyLimit: { key: 'daily_email_limit', defaults: { free: 200, paid: 2000, upgrade_by_admin: 2000 } },
  ownLimit: 'daily_email_limit',
} as const satisfies ChannelDescriptor;
