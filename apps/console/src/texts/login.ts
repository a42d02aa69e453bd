import { inLanguage } from './language.ts';

/** The login, and the texts that all forms before signing in share. */
export const loginTexts = inLanguage({
  en: {
    title: 'Log in',
    logIn: 'Log in',
    forgot: 'Forgot your password?',
    register: 'Sign up as a new Subscriber',

    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm password',
    passwordHelp: '8 characters or more.',
    showPassword: 'Show what is typed',
    loginAs: 'Login As',
    choose: 'Choose',
    roles: { team: 'Subscriber', admin: 'Admin' },

    /** The name of a field inside a sentence. */
    named: { email: 'email', password: 'password', role: 'how you log in' },
    enter: (field: string) => `Enter your ${field}.`,
    chooseOne: (field: string) => `Choose ${field}.`,
    accept: (field: string) => `Please accept the ${field}.`,
    enterEmail: 'Enter an e-mail address, like name@example.com.',

    loggedOut: 'Logged out',
    sessionEnded: 'Your session has ended.',
    logInToContinue: 'Log in to go on where you were.',
    youAreOut: 'You are logged out.',
    youAreOutHere:
      'You are logged out on this device. The server could not be reached, so the session there ends by itself, at the latest 12 hours after its last use.',
    toSeeThis: 'Log in to see this page.',
  },
});
