import { inLanguage } from './language.ts';

/** What this browser does when something is received, on the dashboard. */
export const deviceAlertsCardTexts = inLanguage({
  en: {
    thisDevice: 'Alerts on this device',
    summary: (emergencies: boolean, presses: boolean, sounds: number) =>
      `Emergencies: ${emergencies ? 'sound on' : 'no sound'}. Other presses: ${presses ? (sounds === 0 ? 'shown, no sound' : `shown, sound for ${sounds}`) : 'not shown'}.`,
    change: 'Change',
  },
});
