import type { RecipientRole } from '@callpoint/contract/channels/channel';
import type { Channel } from '@callpoint/contract/channels/channels';
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
      help: 'Shown at once, when the alert has reached us.',
    },
    to: {
      team: 'To the safety team',
      user: 'To the user who pressed',
      consultancy: 'To the safety consultancy',
    },
    channels: textsFor<Channel, ChannelTexts>({
      email: {
        card: 'Email Notification Settings',
        recipients: {
          label: 'Who on the safety team gets the e-mail',
          help: 'E-mail addresses, comma separated.',
        },
        notify: {
          user: 'Notify the user by e-mail',
          consultancy: 'Notify the safety consultancy by e-mail',
        },
        subject: {
          team: 'Subject for the safety team',
          user: 'Subject for the user',
          consultancy: 'Subject for the safety consultancy',
        },
        text: {
          team: 'E-mail to the safety team',
          user: 'E-mail to the user',
          consultancy: 'E-mail to the safety consultancy',
        },
      },
      sms: {
        card: 'Text/SMS Notification Settings',
        recipients: {
          label: 'Who on the safety team gets the SMS',
          help: 'Phone numbers without dashes, comma separated, like +12025550143, +12025550199.',
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
    noMessages: textsFor<Channel>({
      email: 'Nobody would get an e-mail.',
      sms: 'Nobody would get an SMS.',
    }),
    list: textsFor<Channel>({ email: 'E-mails', sms: 'SMS' }),
  },
});
