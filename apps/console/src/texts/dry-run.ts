import { inLanguage } from './language.ts';

/** The dry run of a press or a form, and test messages to the reader. */
export const dryRunTexts = inLanguage({
  en: {
    button: 'Press it for me',
    form: 'Send it for me',
    description: 'What would happen now, with what is typed here, saved or not. Nothing is sent.',
    who: 'App user',
    whoHelp: 'As if this person had pressed, at a made-up place.',
    fixFirst: 'Fix these settings to see what would be sent:',
    readFailed: 'What would be sent could not be worked out.',
    usersFailed: 'Your app users could not be read.',
    noUsers: 'You have no app users yet: nobody could press it.',
    addUser: 'Add a user',
    blockedUser: (name: string) => `${name} (blocked)`,
    working: 'Working it out …',
    notLoaded: 'This part of the page could not be loaded. Save what you typed, then reload the page.',

    isOff: 'It is disabled on the app’s main screen: a real press would be refused.',
    isBlocked: (name: string) => `${name} is blocked: a real press would be refused.`,
    screen: 'On the phone',
    states: { pending: 'Would be sent', held: 'Would be held', skipped: 'Would not be sent' },
    noAddress: 'nobody',
    fullText: 'Exact words',
    subject: (subject: string) => `Subject: ${subject}`,

    changes: 'What saving would change',
    noChanges: 'Nothing: this is what would be sent already.',
    isNew: (who: string) => `New: ${who}`,
    isRemoved: (who: string) => `No more: ${who}`,
    hasNewText: (who: string) => `Other words: ${who}`,
    hasNewOutcome: (who: string) => `Another outcome: ${who}`,
    alertIsOther: 'The text on the phone.',

    test: 'Send a test to me',
    testOf: (who: string) => `Send a test to me: ${who}`,
    sending: 'Sending the test …',
    inFlight: 'Your test is on its way …',
    sent: 'Sent: your provider has taken the test. Look for it in your inbox or on your phone.',
    failed: (why: string) => `Failed: the test was not sent. ${why}`,
    held: (why: string) =>
      `Held: ${why} The test stays in the delivery log; real messages would wait there too.`,
    skipped: (why: string) => `Not sent: ${why}`,
    lookFailed: 'How far the test is could not be read. It is in the delivery log.',
  },
});
