import { inLanguage } from './language.ts';

/** Signing up, a new password, logging out. */
export const sessionTexts = inLanguage({
  en: {
    signUp: 'Sign up',
    signUpMeans: 'A subscriber account for your organisation.',
    accountName: 'Account name',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone number',
    terms: 'I accept the terms and conditions',
    /** What a field is called inside a sentence. */
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
    forgotMeans: 'We send you a link by e-mail. With it you choose a new password.',
    sendLink: 'Send the link',
    backToLogin: 'Back to log in',

    newPassword: 'Choose a new password',
    setPassword: 'Set the new password',
    passwordIsSet: 'Your new password is set',
    passwordIsSetMeans: 'Wherever you were logged in before, you are logged out now.',
    logInWithIt: 'Log in with it',
    brokenLink: 'This link is not complete',
    brokenLinkMeans: 'Open the link in the e-mail once more. It works once, for 30 minutes.',
    newLink: 'Ask for a new link',

    logout: 'Logout',
    logoutYes: 'Yes Please!',
    logoutMeans: 'It ends your session in all tabs of this browser.',
  },
});
