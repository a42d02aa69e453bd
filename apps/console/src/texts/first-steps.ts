import { inLanguage } from './language.ts';

/** The first steps of a new subscriber. */
export const firstStepTexts = inLanguage({
  en: {
    title: 'First steps',
    description: 'Five steps to set up your account. Each is ticked automatically.',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done',
    toDo: 'To do',
    allDone: 'All first steps are done. Your people can call for help.',
    hide: 'Don’t show this again',

    confirmEmail: 'Confirm your email address',
    confirmEmailDescription: (recipients: number) =>
      `Open the link in the email that we sent you. Until then, your alerts reach at most ${recipients} different external email addresses and ${recipients} phone numbers a day.`,
    resend: 'Resend email',
    addUser: 'Add a user',
    addUserDescription: 'Somebody who carries the app. They log in with the email and password that you set.',
    recipients: 'Set who is told',
    recipientsDescription:
      'Alerts go to your own email and phone now. Check the settings of each button, or say that it is right so.',
    confirmRecipients: 'It is right as it is',
    sendTest: 'Send yourself a test',
    sendTestDescription:
      'In the settings of Lone Worker Emergency choose “Press it for me”, then “Send a test to me”.',
    phone: 'Install the phone app',
    phoneDescription: 'One of your users logs in to the app on their phone.',
  },
});
