import { inLanguage } from './language.ts';

/** What this browser does when an emergency is received. */
export const deviceAlertTexts = inLanguage({
  en: {
    description:
      'Announces each Lone Worker Emergency until someone opens it, while Callpoint is open in this browser.',

    sound: 'Play a sound',
    soundDescription: 'Three tones, repeated every 30 seconds until someone opens the emergency.',
    play: 'Play it once to test',
    playing: 'Playing. Did you hear three tones?',
    soundBlocked: 'The browser blocked the sound. Allow sound for this site, then try again.',
    soundNotSupported: 'This browser can’t play the sound.',
    afterClick: 'After a reload, browsers play no sound until you click on the page.',

    notification: 'Show a desktop notification',
    notificationDescription: 'Shows who needs help and since when, even over other windows.',
    show: 'Show one to test',
    shown: 'Sent. If you don’t see it, your system hides notifications from this browser.',
    denied:
      'Notifications are blocked. Allow them for this site in the browser’s settings, then turn this on again.',
    notificationNotSupported: 'This browser can’t show notifications here.',
    insecure: 'Browsers show notifications only on pages with HTTPS.',
    testTitle: 'Test: Lone Worker Emergency',
    testBody: 'This is what an emergency looks like. No one needs help.',

    push: 'Get notifications on this computer when Callpoint is closed',
    pushDescription:
      'For incidents, and escalations that notify this account. The browser must be running. Ends when you log out.',
    pushLoading: 'One moment…',
    pushOn: 'On. This computer also shows them while Callpoint is closed.',
    pushFailed: 'This did not work. Check the connection, then try again.',
    pushUnavailable: 'This server sends no notifications. Contact the administrator of this server.',
    pushRetry: 'Try again',

    others: 'Other presses',
    presses: 'Show other presses on every screen',
    pressesDescription:
      'OSHA On-Site, Report an Incident/Accident, and Report a Safety Complaint, as a note in the corner.',
    pressSound: (button: string) => `Sound for ${button}`,
    playChime: 'Play it',

    region: 'New presses',
    openPress: (button: string, name: string) => `Open ${button} of ${name}`,
    open: 'Open',
    dismiss: (button: string, name: string) => `Dismiss ${button} of ${name}`,
    morePresses: (count: number) => `${count} more`,
    ask: 'Play a sound for presses like this?',
    askYes: 'Choose sounds',
    askNo: 'No',

    close: 'Close',
  },
});
