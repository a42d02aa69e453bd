import { inLanguage } from './language.ts';

/** The menu of the signed-in person, at the end of the top bar. */
export const avatarMenuTexts = inLanguage({
  en: {
    administrator: 'Administrator',
    appearance: 'Appearance',
    schemes: { auto: 'System', light: 'Light', dark: 'Dark' },
    profile: 'My Profile',
    account: 'My account',
    deviceAlerts: 'Alert me on this device',
    contact: 'Contact us',
    logout: 'Logout',
  },
});
