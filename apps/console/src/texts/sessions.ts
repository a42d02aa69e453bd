import { inLanguage } from './language.ts';

/** Signing up, a new password, logging out. */
export const sessionTexts = inLanguage({
  en: {
    signUp: 'Sign up',
    signUpDescription: 'A subscriber account for your organisation.',
    accountName: 'Account name',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone number',
    terms: 'I accept the terms and conditions',
    /** The name of a field inside a sentence. */
    named: {
      accountName: 'account name',
      firstName: 'first name',
      lastName: 'last name',
      phone: 'phone number',
      passwordAgain: 'password once more',
      terms: 'terms and conditions',
      newPassword: 'new password',
      newPasswordAgain: 'new password once more',
    },
    logInInstead: 'Log in instead',

    forgot: 'Forgot your password?',
    forgotDescription: 'We send you a link by e-mail. With it you choose a new password.',
    sendLink: 'Send the link',
    backToLogin: 'Back to log in',

    newPassword: 'Choose a new password',
    setPassword: 'Set the new password',
    passwordIsSet: 'Your new password is set',
    passwordIsSetDescription: 'Wherever you were logged in before, you are logged out now.',
    logInWithIt: 'Log in with it',
    brokenLink: 'This link is not complete',
    brokenLinkDescription: 'Open the link in the email again. It works once, for 10 minutes.',
    usedLink: 'This link no longer works',
    incompleteLinkDescription: 'Open the link in the email again.',
    newLink: 'Ask for a new link',

    confirmEmail: 'Confirm your email address',
    confirmEmailQuestion: 'Is this your email address?',
    confirmEmailDescription:
      'You followed the link in our email. Confirm, and Callpoint can send your alerts to everyone you choose.',
    confirmEmailVerb: 'Confirm',
    emailIsConfirmed: 'Your email address is confirmed',
    emailIsConfirmedDescription: 'Messages that were waiting for this are being sent now.',
    toStart: 'Go to the start page',
    toProfile: 'Go to My Profile',
    toLogin: 'Go to log in',

    unlock: 'Log in again from this network',
    unlockQuestion: 'Allow logging in from this network?',
    unlockDescription:
      'There were too many failed attempts to log in to your account, so new networks are blocked. Only allow a network that you use yourself.',
    unlockVerb: 'Allow this network',
    isUnlocked: 'You can log in from here again',
    isUnlockedDescription: 'If someone else tried your password, choose a new one after you log in.',
    unlockInstead: 'Setting a new password also lets you log in from this network.',
    resetInstead: 'Set a new password',

    signUpClosed: 'Sign-up is closed',
    signUpClosedDescription: 'Ask the administrator of this server for an account.',

    logout: 'Logout',
    logoutYes: 'Yes Please!',
    logoutDescription: 'It ends your session in all tabs of this browser.',
  },
});
