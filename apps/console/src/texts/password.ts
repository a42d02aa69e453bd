import { inLanguage } from './language.ts';

/** Changing a password, and confirming the current one. */
export const passwordTexts = inLanguage({
  en: {
    change: 'Change password',
    endsOwnSessions: 'You will be logged out everywhere else.',
    endsTheirSessions: 'The subscriber will be logged out everywhere.',
    newPassword: 'New password',
    confirmPassword: 'Confirm password',
    confirmPasswordHelp: 'Repeat the password.',

    confirm: 'Confirm your password',
    confirmDescription: 'You logged in more than 15 minutes ago. Confirm your password to make this change.',
    password: 'Password',
    confirmVerb: 'Confirm',
    cancel: 'Cancel',
    enter: 'Enter your password.',
  },
});
