import { inLanguage } from './language.ts';

/** Signing up, a new password, logging out. */
export const sessionTexts = inLanguage({
  en: {
    signUp: 'Sign up',
    notSignedUp: 'Not signed up',
    phoneLength: 'Phone must have 7 to 15 digits.',
    passwordLength: 'Password must be at least 8 characters.',
    signUpDescription: 'Create a subscriber account for your organization.',
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
      passwordAgain: 'password again',
      terms: 'terms and conditions',
      newPassword: 'new password',
      newPasswordAgain: 'new password again',
    },
    logInInstead: 'Log in instead',

    forgot: 'Forgot your password?',
    forgotDescription: 'We’ll email you a link to choose a new password.',
    sendLink: 'Send the link',
    backToLogin: 'Back to login',

    newPassword: 'Choose a new password',
    setPassword: 'Set the new password',
    passwordIsSet: 'Your new password is set',
    passwordIsSetDescription: 'You are logged out everywhere.',
    logInWithIt: 'Log in',
    brokenLink: 'This link is incomplete',
    brokenLinkDescription: 'Open the link in the email again. It works once, within 10 minutes.',
    usedLink: 'This link no longer works',
    incompleteLinkDescription: 'Open the link in the email again.',
    newLink: 'Request a new link',

    confirmEmail: 'Confirm your email address',
    confirmEmailQuestion: 'Is this your email address?',
    confirmEmailDescription: 'Confirm it, and Callpoint can send your alerts to everyone you choose.',
    confirmEmailVerb: 'Confirm',
    emailIsConfirmed: 'Your email address is confirmed',
    emailIsConfirmedDescription: 'Held messages are being sent now.',
    toStart: 'Go to the start page',
    toProfile: 'Go to My Profile',
    toLogin: 'Go to login',

    unlock: 'Log in again from this network',
    unlockQuestion: 'Allow logging in from this network?',
    unlockDescription:
      'After too many failed login attempts, your account blocks new networks. Allow only a network that you use yourself.',
    unlockVerb: 'Allow this network',
    isUnlocked: 'You can log in from here again',
    isUnlockedDescription: 'If someone else tried your password, choose a new one after you log in.',
    unlockInstead: 'Setting a new password also lets you log in from this network.',
    resetInstead: 'Set a new password',

    signUpClosed: 'Sign-up is closed',
    signUpClosedDescription: 'The administrator of this server creates the accounts.',
    askForAccount: 'Contact us for an account.',

    logout: 'Logout',
    logoutYes: 'Yes Please!',
    logoutDescription: 'Logs you out in all tabs of this browser.',
  },
});
