import { inLanguage } from './language.ts';

/** An administrator's own account. */
export const accountTexts = inLanguage({
  en: {
    title: 'My account',
    description: 'Your name, email address, and password.',
    readFailed: 'Your account could not be loaded.',

    details: 'Account details',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    emailHelp: 'Used to log in. A new address logs you out everywhere else.',
    save: 'Save changes',

    printedPassword: 'Change your password.',
    printedPasswordDescription: 'You still use the password printed when this account was created.',
    changeIt: 'Change it',
  },
});
