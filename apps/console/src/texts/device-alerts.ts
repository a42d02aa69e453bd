import { inLanguage } from './language.ts';

/** What this browser does when an emergency is received. */
export const deviceAlertTexts = inLanguage({
  en: {
    description:
      'When a Lone Worker Emergency comes in while Callpoint is open in this browser, and until somebody opens it. It is kept on this device only.',

    sound: 'Play a sound',
    soundDescription: 'Three tones, again every 30 seconds until somebody opens the emergency.',
    play: 'Play it once to test',
    playing: 'Playing. Did you hear three tones?',
    soundBlocked: 'The browser did not let the page play a sound. Allow sound for this site, then try again.',
    soundNotSupported: 'This browser cannot play the sound.',
    afterClick: 'After the page was loaded anew, browsers play no sound until you have clicked in it once.',

    notification: 'Show a desktop notification',
    notificationDescription:
      'It says that there is an emergency, when and from whom, also over other windows.',
    show: 'Show one to test',
    shown: 'Sent. If you see none, your system holds notifications of this browser back.',
    denied:
      'Notifications are blocked for this site. Allow them in the browser’s settings for this site, then switch this on again.',
    notificationNotSupported: 'This browser cannot show notifications here.',
    insecure: 'Browsers show notifications only for pages that came over HTTPS.',
    testTitle: 'Test: Lone Worker Emergency',
    testBody: 'This is how an emergency is announced. Nobody needs help.',

    close: 'Close',
  },
});
