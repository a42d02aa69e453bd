import { inLanguage } from './language.ts';

/** The first steps of a new subscriber. */
export const firstStepTexts = inLanguage({
  en: {
    title: 'First steps',
    description: 'Five steps to set up your account. Each is checked off automatically.',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done',
    toDo: 'To do',
    allDone: 'All first steps are done. Your people can call for help.',
    hide: 'Don’t show this again',

    confirmEmail: 'Confirm your email address',
    confirmEmailDescription: (recipients: number) =>
      `Open the link in the email we sent you. Until then, your alerts reach at most ${recipients} external email addresses and ${recipients} external phone numbers a day.`,
    resend: 'Resend email',
    addUser: 'Add a user',
    addUserDescription: 'A person who carries the app. They log in with the email and password you set.',
    recipients: 'Choose who is notified',
    recipientsDescription:
      'Alerts are sent to your own email and phone. Check the settings of each button, or confirm they are correct.',
    confirmRecipients: 'Looks right',
    sendTest: 'Send yourself a test',
    sendTestDescription:
      'In the settings of Lone Worker Emergency, choose “Simulate a press”, then “Send a test to me”.',
    phone: 'Install the phone app',
    phoneDescription: 'One of your users logs in to the app on their phone.',
  },
});
