import { inLanguage } from './language.ts';
import { passwordFieldTexts } from './password-field.ts';

/** The organizations that use the product, as administrators see them. */
export const subscriberTexts = inLanguage({
  en: {
    title: 'Subscribers',
    description: 'The organizations that use Callpoint, newest first.',
    readFailed: 'The subscribers could not be loaded.',
    noneYet: 'No subscribers yet',
    noneYetDescription: 'Organizations that sign up appear here.',

    accountNumber: 'Account number',
    name: 'Name',
    email: 'Email',
    accountName: 'Account name',
    phone: 'Phone',
    subscription: 'Subscription info',
    maxUsers: 'Max app user count',
    isBlocked: 'Is blocked',
    yes: 'Yes',
    no: 'No',
    plans: { free: 'Free', paid: 'Paid', upgrade_by_admin: 'Upgraded by admin' },
    planWith: (plan: string, detail: string) => `${plan} (${detail})`,
    planUntil: (plan: string, end: string) => `${plan} (until ${end})`,

    filters: 'Find subscribers',
    search: 'Search',
    searchHint: 'Name, email, account',
    plan: 'Plan',
    allPlans: 'All plans',
    status: 'Status',
    allStatuses: 'Active and blocked',
    active: 'Active',
    blocked: 'Blocked',
    reach: 'If someone pressed now',
    anyReach: 'Any outcome',
    reaches: { red: 'No one would be notified', amber: 'Not everyone would be notified' },
    ofReach: (reach: string) => `problem: ${reach.toLowerCase()}`,
    payment: 'Payment',
    anyPayment: 'Any payment',
    payments: { overdue: 'Overdue' },
    ofPayment: (payment: string) => `payment: ${payment.toLowerCase()}`,
    noMatch: 'No subscriber matches',
    noMatchFor: (filters: readonly string[]) => `Filter: ${filters.join(', ')}.`,
    named: (typed: string) => `“${typed}” in name, email, or account`,
    onPlan: (plan: string) => `plan ${plan}`,
    clear: 'Clear filters',

    viewUsers: 'View Users',
    viewProfile: 'View Profile',
    viewData: 'View Data',
    block: 'Block Subscriber',
    unblock: 'Unblock Subscriber',
    blockVerb: 'Block',
    unblockVerb: 'Unblock',
    blockOne: (account: string) => `Block Subscriber ${account}`,
    unblockOne: (account: string) => `Unblock Subscriber ${account}`,
    blockQuestion: (account: string) => `Block ${account}?`,
    blockDescription: (account: string, users: UserCount) =>
      `${account} will be logged out of the console immediately. ${losing(users)}`,
    unblockQuestion: (account: string) => `Unblock ${account}?`,
    unblockDescription: (account: string, users: UserCount) =>
      `${account} will be able to log in to the console again. ${regaining(users)}`,
    isNowBlocked: (account: string) => `${account} is blocked.`,
    isNowUnblocked: (account: string) => `${account} is unblocked. Its app users must log in again.`,

    blockManyAsk: (count: number) => `Block these ${count} subscribers?`,
    blockManyDescription:
      'They will be logged out of the console immediately. Their app users can’t press any button until you unblock them and they log in again.',
    blockedMany: (count: number) => (count === 1 ? '1 subscriber blocked' : `${count} subscribers blocked`),
    unblockManyAsk: (count: number) => `Unblock these ${count} subscribers?`,
    unblockManyDescription:
      'They will be able to log in to the console again. Their app users can log in to the app and press its buttons again.',
    unblockedMany: (count: number) =>
      count === 1 ? '1 subscriber unblocked' : `${count} subscribers unblocked`,
    unblockedNote: 'App users must log in again.',

    newSubscriber: 'New Subscriber',
    newDescription:
      'Creates an organization on the free plan with default settings. It can log in immediately.',
    create: 'Create subscriber',
    cancel: 'Cancel',
    fields: {
      account_name: 'Account name',
      email: 'Email',
      first_name: 'First name',
      last_name: 'Last name',
      phone: 'Phone',
      password: 'Password',
    },
    emailHelp: 'Used to log in. Alerts are sent here until the subscriber changes the recipients.',
    phoneHelp: 'SMS are sent here until the subscriber changes the recipients.',
    passwordHelp: `${passwordFieldTexts.rule} Give it to the subscriber, who can change it.`,
  },
});

/** `many`: more than the server counts. Null: it could not be loaded. */
export type UserCount = number | 'many' | null;

function losing(users: UserCount): string {
  if (users === null)
    return 'Its app users can’t press any button until you unblock it and they log in again.';
  if (users === 0) return 'It has no active app users.';
  return `${inWords(users)} can’t press any button until you unblock it and they log in again.`;
}

function regaining(users: UserCount): string {
  if (users === 0) return 'It has no active app users.';
  if (users === null) return 'Its app users can log in to the app and press its buttons again.';
  return `${inWords(users)} can log in to the app and press its buttons again.`;
}

function inWords(users: number | 'many'): string {
  if (users === 'many') return 'More than 10,000 app users';
  return users === 1 ? '1 app user' : `${users} app users`;
}
