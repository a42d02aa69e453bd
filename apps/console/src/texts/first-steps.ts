import type { RoutedChannel } from '@callpoint/contract/channels/channels';
import { inLanguage, textsFor } from './language.ts';

/** Recipients are limited until the address is confirmed. */
const untilThen = (recipients: number) =>
  `Until you confirm your address, your alerts reach at most ${recipients} email addresses and ${recipients} phone numbers a day. Your own and those of your users do not count.`;

/** The first steps of a new subscriber. */
export const firstStepTexts = inLanguage({
  en: {
    title: 'First steps',
    description: 'Six steps to set up your account. Each is checked off automatically.',
    channels: textsFor<RoutedChannel>({ email: 'email', sms: 'SMS' }),
    cannotSend: (channel: string) =>
      `This server can’t send ${channel} yet. Ask the administrator of this server to configure it.`,
    cannotSendAny: (channels: readonly string[]) =>
      `This server can’t send ${channels.join(' or ')} yet, so no alert is sent. Ask the administrator of this server to configure them.`,
    contact: 'Contact us',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done',
    toDo: 'To do',
    allDone: 'All first steps are done. Your people can call for help.',
    hide: 'Don’t show this again',

    confirmEmail: 'Confirm your email address',
    confirmEmailDescription: (recipients: number) =>
      `Open the link in the email we sent you. ${untilThen(recipients)}`,
    cannotConfirmEmail: (recipients: number) =>
      `This server can’t send email yet, so no link was sent. ${untilThen(recipients)}`,
    resend: 'Resend email',
    addUser: 'Add a user',
    addUserDescription: 'A person who uses the phone app. They log in with the email and password you set.',
    recipients: 'Choose who is notified',
    recipientsDescription:
      'Your own email and phone are entered already. Check the settings of each button, or confirm they are correct.',
    confirmRecipients: 'Looks right',
    contacts: 'Add a safety contact',
    contactsDescription:
      'Whom your users can call from the app. Also notified if no one acknowledges an emergency.',
    sendTest: 'Send yourself a test',
    sendTestDescription:
      'In the settings of Lone Worker Emergency, choose “Simulate a press”, then “Send a test to me”.',
    cannotSendTest: 'This server can’t send email or SMS yet, so it can’t send a test.',
    phone: 'A user logs in to the phone app',
    phoneDescription: 'They open the install link and log in.',
  },
});
