import type { RecipientRole } from '@callpoint/contract/channels/channel';
import type { RoutedChannel } from '@callpoint/contract/channels/channels';
import { inLanguage, textsFor } from './language.ts';

/** The labels of the settings of one channel. */
export interface ChannelTexts {
  card: string;
  recipients: { label: string; help: string };
  notify: Readonly<Record<Exclude<RecipientRole, 'team'>, string>>;
  /** Omitted for content without a subject. */
  subject?: Readonly<Record<RecipientRole, string>>;
  text: Readonly<Record<RecipientRole, string>>;
}

/** The settings of the messages about a submission: on the phone's screen, and on each channel. */
export const channelSettingsTexts = inLanguage({
  en: {
    screenCard: 'IN-APP RESPONSE (On Screen Alert For User)',
    screen: {
      label: 'Message on the user’s screen',
      help: 'Shown as soon as we receive the alert.',
    },
    to: {
      team: 'To the safety team',
      user: 'To the user who pressed',
      consultancy: 'To the safety consultancy',
    },
    channels: textsFor<RoutedChannel, ChannelTexts>({
      email: {
        card: 'Email Notification Settings',
        recipients: {
          label: 'Safety team members who get the email',
          help: 'Add addresses one at a time, or paste a list.',
        },
        notify: {
          user: 'Notify the user by email',
          consultancy: 'Notify the safety consultancy by email',
        },
        subject: {
          team: 'Subject for the safety team',
          user: 'Subject for the user',
          consultancy: 'Subject for the safety consultancy',
        },
        text: {
          team: 'Email to the safety team',
          user: 'Email to the user',
          consultancy: 'Email to the safety consultancy',
        },
      },
      sms: {
        card: 'Text/SMS Notification Settings',
        recipients: {
          label: 'Safety team members who get the SMS',
          help: 'Add numbers like +1 202 555 0143 one at a time, or paste a list.',
        },
        notify: {
          user: 'Notify the user by SMS',
          consultancy: 'Notify the safety consultancy by SMS',
        },
        text: {
          team: 'SMS to the safety team',
          user: 'SMS to the user',
          consultancy: 'SMS to the safety consultancy',
        },
      },
    }),
    noMessages: textsFor<RoutedChannel>({
      email: 'No one would get an email.',
      sms: 'No one would get an SMS.',
    }),
    list: textsFor<RoutedChannel>({ email: 'Emails', sms: 'SMS' }),
  },
});
