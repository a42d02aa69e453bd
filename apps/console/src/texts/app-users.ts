import { inLanguage } from './language.ts';
import { passwordFieldTexts } from './password-field.ts';

/** The people who use the phone app. */
export const appUserTexts = inLanguage({
  en: {
    users: 'Users',
    usersDescription: 'The people who use the phone app and can press its buttons.',
    filters: 'Find users',
    searchHint: 'Name, email, phone, id',
    anyStatus: 'Any status',
    filterActive: 'Active',
    filterBlocked: 'Blocked',
    list: 'App users',
    readFailed: 'The users could not be loaded.',
    noneYet: 'No app users yet',
    noneYetDescription:
      'Add the people who use the phone app. They log in on their phone with the email and password you set.',

    usersOf: (teamId: string) => `Users of subscriber ${teamId}`,
    usersOfDescription: 'The people who use this subscriber’s phone app and can press its buttons.',
    noneOfTheirsYet: 'The subscriber adds the people who use its phone app.',

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
    records: 'Records',
    seeRecords: 'See records',
    recordsOf: (name: string) => `Records of ${name}`,

    newUserButton: 'New user',
    newUser: 'New User',
    newUserDescription: 'A person who uses the phone app and can press its buttons.',
    create: 'Create user',
    cancel: 'Cancel',
    consent: 'Consent',
    consentDescription: 'This user agrees to receive text messages (SMS) at this number.',
    consentMissing: 'Confirm that the user agrees to SMS.',
    newPasswordHelp: `${passwordFieldTexts.rule} Give it to the user, who logs in with it.`,

    updateUser: 'Update User',
    updateUserDescription: 'Name, contact details, and password.',
    oneReadFailed: 'The user could not be loaded.',
    toUsers: 'Go to your users',
    update: 'Update User',
    backToUsers: 'Back to users',
    fullName: 'Full Name',
    phoneNumber: 'Phone Number',
    changedPasswordHelp: 'Leave empty to keep the current password.',

    emailHelp: 'Used to log in to the app.',
    phoneHelp: 'The user’s SMS are sent here.',
    textMessages: 'SMS',
    agreed: (number: string, when: string) => `Agreed to SMS at ${number} on ${when}.`,
    agreedTo: (wording: string) => `Text: “${wording}”`,
    agreedElsewhere: 'The number has changed since then. Ask for consent again before you rely on SMS.',
    notAsked: 'No consent to SMS is recorded.',
    noTexts: 'No SMS: replied STOP',
    noTextsSince: (when: string) =>
      `No SMS: replied STOP on ${when}. The user gets SMS again after a reply of START.`,
    password: 'Password',
    teamId: 'Team Id',
    teamIdHelp: 'Your own account. It can’t be changed.',

    phoneApp: 'Phone app',
    phoneAppDescription:
      'An install link sets up a phone. Log out a phone that is lost or has a new owner. The password stays the same.',
    installLink: 'Install link',
    signOutPhone: 'Log out this phone',
    signOutAsk: (name: string) => `Log out the phone of ${name}?`,
    signOutDescription: (name: string) =>
      `${name} has to log in again on the phone to send an alert. Let them know.`,
    signOutVerb: 'Log out',
    isSignedOut: (name: string) => `The phone of ${name} is logged out.`,

    access: 'Access',
    accessActive: 'This user can log in to the app and press its buttons.',
    accessBlocked: 'This user is blocked and can’t press any button.',
    deleteSection: 'Delete this user',
    deleteSectionDescription:
      'For people who have left. Their records stay. You can restore the user for 30 days.',
    deleteUser: 'Delete user',
    deleteAsk: (name: string) => `Delete ${name}?`,
    deleteDescription: (name: string) =>
      `${name} is logged out of the app and no longer counts for your plan. You can restore them for 30 days under Recently deleted.`,
    deleteManyAsk: (count: number) => `Delete these ${count} users?`,
    deletedMany: (count: number) => (count === 1 ? '1 user deleted' : `${count} users deleted`),
    deleteManyDescription: (count: number) =>
      count === 1
        ? 'The user is logged out of the app and no longer counts for your plan. You can restore them for 30 days under Recently deleted.'
        : 'They are logged out of the app and no longer count for your plan. You can restore them for 30 days under Recently deleted.',

    block: 'Block',
    blockOne: (name: string) => `Block ${name}`,
    blockAsk: (name: string) => `Block ${name}?`,
    blockDescription: (name: string) =>
      `${name} will be logged out of the app immediately and can’t press any button until you unblock them and they log in again.`,
    isBlocked: (name: string) => `${name} is blocked.`,
    blockManyAsk: (count: number) => `Block these ${count} users?`,
    blockManyDescription:
      'They will be logged out of the app immediately and can’t press any button until you unblock them and they log in again.',
    blockedMany: (count: number) => (count === 1 ? '1 user blocked' : `${count} users blocked`),
    unblockManyAsk: (count: number) => `Unblock these ${count} users?`,
    unblockManyDescription: 'They will be able to log in to the app and press its buttons again.',
    unblockedMany: (count: number) => (count === 1 ? '1 user unblocked' : `${count} users unblocked`),
    unblockedNote: 'They must log in to the app again.',
    unblock: 'Unblock',
    unblockOne: (name: string) => `Unblock ${name}`,
    unblockAsk: (name: string) => `Unblock ${name}?`,
    unblockDescription: (name: string) =>
      `${name} will be able to log in to the app and press its buttons again.`,
    isUnblocked: (name: string) => `${name} is unblocked. They must log in to the app again.`,
  },
});
