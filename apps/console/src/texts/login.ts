import { inLanguage } from './language.ts';

/** The login, and the texts that all forms before signing in share. */
export const loginTexts = inLanguage({
  en: {
    contact: 'Contact us',
    title: 'Log in',
    logIn: 'Log in',
    forgot: 'Forgot your password?',
    register: 'Sign up as a new Subscriber',

    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm password',
    loginAs: 'Login As',
    choose: 'Choose',
    roles: { team: 'Subscriber', admin: 'Admin' },

    /** The name of a field inside a sentence. */
    named: { email: 'email', password: 'password', role: 'your role' },
    enter: (field: string) => `Enter your ${field}.`,
    chooseOne: (field: string) => `Choose ${field}.`,
    accept: (field: string) => `Please accept the ${field}.`,
    enterEmail: 'Enter an email address, like name@example.com.',

    loggedOut: 'Logged out',
    sessionEnded: 'Your session has expired.',
    logInToContinue: 'Log in to continue where you were.',
    youAreOut: 'You are logged out.',
    youAreOutHere:
      'You are logged out on this device. The server could not be reached, so your session there expires automatically within 12 hours.',
    toSeeThis: 'Log in to see this page.',
  },
});
