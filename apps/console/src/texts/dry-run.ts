import { inLanguage } from './language.ts';

/** The dry run of a press or a form, and test messages to the reader. */
export const dryRunTexts = inLanguage({
  en: {
    button: 'Simulate a press',
    form: 'Simulate a submission',
    description: 'What would happen now, including unsaved changes. Nothing is sent.',
    who: 'App user',
    whoHelp: 'Simulates a press by this person at a sample location.',
    fixFirst: 'Fix these settings to see what would be sent:',
    readFailed: 'The messages could not be simulated.',
    usersFailed: 'Your app users could not be loaded.',
    noUsers: 'You have no app users yet, so no one could press it.',
    addUser: 'Add a user',
    blockedUser: (name: string) => `${name} (blocked)`,
    working: 'Simulating…',
    notLoaded: 'This part of the page could not be loaded. Save your changes, then reload the page.',

    isOff: 'Disabled on the app’s main screen: a real press would be rejected.',
    isBlocked: (name: string) => `${name} is blocked: a real press would be rejected.`,
    screen: 'On the phone',
    states: { pending: 'Would be sent', held: 'Would be held', skipped: 'Would not be sent' },
    noAddress: 'no address',
    fullText: 'Show full text',
    subject: (subject: string) => `Subject: ${subject}`,

    changes: 'Effect of saving',
    noChanges: 'No change.',
    isNew: (who: string) => `New: ${who}`,
    isRemoved: (who: string) => `Removed: ${who}`,
    hasNewText: (who: string) => `New text: ${who}`,
    hasNewOutcome: (who: string) => `New outcome: ${who}`,
    alertIsOther: 'New text on the phone.',

    test: 'Send a test to me',
    testOf: (who: string) => `Send a test to me: ${who}`,
    sending: 'Sending the test…',
    inFlight: 'Sending your test…',
    sent: 'Sent: the provider accepted the test. Check your inbox or your phone.',
    failed: (why: string) => `Failed: the test was not sent. ${why}`,
    held: (why: string) =>
      `Held: ${why} The test stays in the delivery log. Real messages would also be held.`,
    skipped: (why: string) => `Not sent: ${why}`,
    lookFailed: 'The status of the test could not be loaded. Find the test in the delivery log.',
  },
});
