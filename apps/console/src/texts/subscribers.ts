import { inLanguage } from './language.ts';

/** The organizations that use the product, as administrators see them. */
export const subscriberTexts = inLanguage({
  en: {
    title: 'Subscribers',
    description: 'The organisations that use Callpoint, newest first.',
    readFailed: 'The subscribers could not be read.',
    noneYet: 'No subscribers yet',
    noneYetDescription:
      'Organisations that sign up stand here, with their plan and how many app users they may have.',

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
    searchHint: 'Name, e-mail, account',
    plan: 'Plan',
    allPlans: 'All plans',
    status: 'Status',
    allStatuses: 'Active and blocked',
    active: 'Active',
    blocked: 'Blocked',
    reach: 'If somebody pressed now',
    anyReach: 'Any outcome',
    reaches: { red: 'Nobody would be told', amber: 'Not all would be told' },
    ofReach: (reach: string) => `those where it holds: ${reach.toLowerCase()}`,
    noMatch: 'No subscriber matches',
    noMatchFor: (filters: readonly string[]) => `You are looking at ${filters.join(', ')}.`,
    named: (typed: string) => `“${typed}” in name, e-mail or account`,
    onPlan: (plan: string) => `plan ${plan}`,
    clear: 'Clear filters',

    viewUsers: 'View Users',
    viewProfile: 'View Profile',
    viewData: 'View Data',
    block: 'Block Subscriber',
    unblock: 'Unblock Subscriber',
    blockQuestion: (account: string) => `Block ${account}?`,
    blockDescription: (account: string, users: number | null) =>
      `${account} will be signed out of the console at once. ${losing(users)}`,
    unblockQuestion: (account: string) => `Unblock ${account}?`,
    unblockDescription: (account: string, users: number | null) =>
      `${account} will be able to log in to the console again. ${regaining(users)}`,
    isNowBlocked: (account: string) => `${account} is blocked.`,
    isNowUnblocked: (account: string) => `${account} is unblocked.`,

    newSubscriber: 'New Subscriber',
    newDescription: 'An organisation on the free plan. It can log in at once, with every setting made.',
    create: 'Create Subscriber',
    cancel: 'Cancel',
    fields: {
      account_name: 'Account name',
      email: 'Email',
      first_name: 'First name',
      last_name: 'Last name',
      phone: 'Phone',
      password: 'Password',
    },
    emailHelp: 'They log in to the console with it, and their alerts go there until they change it.',
    phoneHelp: 'With country code, like +1 202 555 0143. Their text messages go there until they change it.',
    passwordHelp: 'At least 8 characters. Tell it to them; they can change it.',
    passwordShow: 'Show or hide the password',
  },
});

function losing(users: number | null): string {
  if (users === null) return 'Its app users lose the app: they can’t press any button until you unblock it.';
  if (users === 0) return 'It has no active app users.';
  const who = users === 1 ? '1 app user loses' : `${users} app users lose`;
  return `${who} the app: they can’t press any button until you unblock it.`;
}

function regaining(users: number | null): string {
  if (users === 0) return 'It has no active app users.';
  if (users === null) return 'Its app users can log in to the app and press its buttons again.';
  return `${users === 1 ? '1 app user' : `${users} app users`} can log in to the app and press its buttons again.`;
}
