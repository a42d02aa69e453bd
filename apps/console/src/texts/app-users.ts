import { inLanguage } from './language.ts';

/** The people who carry the app. */
export const appUserTexts = inLanguage({
  en: {
    users: 'Users',
    usersDescription: 'The people who carry your app and can press its buttons.',
    list: 'App users',
    readFailed: 'The users could not be read.',
    noneYet: 'No app users yet',
    noneYetDescription:
      'Add the people who carry the app. Each of them logs in on their phone with the email and password that you set here.',

    usersOf: (teamId: string) => `Users of subscriber ${teamId}`,
    usersOfDescription: 'The people who carry this subscriber’s app and can press its buttons.',
    noneOfTheirsYet: 'The subscriber adds the people who carry its app.',
    goBack: 'Go Back',

    id: 'Id',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    status: 'Status',
    created: 'Created',
    active: 'Active',
    blocked: 'Blocked',
    edit: 'Edit',
    editOne: (name: string) => `Edit ${name}`,

    newUserButton: 'New user',
    newUser: 'New User',
    newUserDescription: 'Somebody who carries the app and can press its buttons.',
    create: 'Create User',
    cancel: 'Cancel',
    consent: 'Consent',
    consentDescription: 'This user agrees to receive text messages (SMS) at this number.',
    consentMissing: 'Confirm that the user agrees to text messages.',
    newPasswordHelp: 'At least 8 characters. Tell it to the user; they log in with it.',

    updateUser: 'Update User',
    updateUserDescription: 'Their name, how they are reached, and a new password if they need one.',
    oneReadFailed: 'The user could not be read.',
    toUsers: 'Go to your users',
    update: 'Update User',
    backToUsers: 'Back to users',
    fullName: 'Full Name',
    phoneNumber: 'Phone Number',
    changedPasswordHelp: 'Only to change it. Leave it empty to keep the one they have.',

    emailHelp: 'They log in to the app with it.',
    phoneHelp: 'With country code, like +1 202 555 0143. Alerts to the user go there as text messages.',
    textMessages: 'Text messages',
    agreed: (number: string, when: string) => `Agreed to text messages at ${number} on ${when}.`,
    agreedTo: (wording: string) => `The words: “${wording}”`,
    agreedElsewhere: 'The number has changed since: ask again before you rely on texts.',
    notAsked: 'No consent to text messages is recorded.',
    noTexts: 'No texts: replied STOP',
    noTextsSince: (when: string) =>
      `No texts: replied STOP on ${when}. They get texts again when they reply START.`,
    password: 'Password',
    showPassword: 'Show or hide the password',
    teamId: 'Team Id',
    teamIdHelp: 'Your own account; it can’t be changed.',

    phoneApp: 'Phone app',
    phoneAppDescription: 'If the phone is lost or has a new owner, sign it out. The password stays the same.',
    signOutPhone: 'Sign out this phone',
    signOutAsk: (name: string) => `Sign out the phone of ${name}?`,
    signOutDescription: (name: string) =>
      `${name} has to log in again on the phone before they can send an alert. Tell them.`,
    signOutVerb: 'Sign out',
    isSignedOut: (name: string) => `The phone of ${name} is signed out.`,

    block: 'Block',
    blockAsk: (name: string) => `Block ${name}?`,
    blockDescription: (name: string) =>
      `${name} will be signed out of the app at once and can’t press any button.`,
    isBlocked: (name: string) => `${name} is blocked.`,
    unblock: 'Unblock',
    unblockAsk: (name: string) => `Unblock ${name}?`,
    unblockDescription: (name: string) =>
      `${name} will be able to log in to the app and press its buttons again.`,
    isUnblocked: (name: string) => `${name} is unblocked.`,
  },
});
