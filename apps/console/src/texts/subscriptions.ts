import { inLanguage } from './language.ts';

/** A subscriber's own page and the administrator's page of a subscriber: account, plan, password. */
export const subscriptionTexts = inLanguage({
  en: {
    myProfile: 'My Profile',
    myProfileDescription: 'Your account, subscription, and password.',
    toResponseTimes: 'Response times of incidents',
    profileOf: (name: string) => `Profile of ${name}`,
    subscriber: (id: string) => `subscriber ${id}`,
    profileOfDescription: (id: string) => `Account, subscription, and password of subscriber ${id}.`,
    readFailed: 'The profile could not be loaded.',
    blocked: 'Blocked',
    blockedDescription:
      'No one at this subscriber can log in, on the console or on a phone, until you unblock it.',

    account: 'Account details',
    accountNumber: 'Account number',
    status: 'Status',
    active: 'Active',
    plan: 'Plan',
    maxUsers: 'Max app users',
    usedUsers: 'Used app users',
    accountName: 'Account name',
    email: 'Email',
    emailFixed: 'You use it to log in.',
    askUs: 'Contact us to change it.',
    emailHelp:
      'The subscriber logs in with it. A new address logs it out of the console and is confirmed through an emailed link. Its app users stay logged in, and its sending limits stay the same.',
    emailNotConfirmed: 'Email not confirmed.',
    emailNotConfirmedOwn: 'Open the link in the email we sent you.',
    emailNotSent:
      'This server can’t send email yet, so no link was sent. Ask the administrator of this server to configure email.',
    emailNotConfirmedTheirs: 'The subscriber has not opened the link in the email yet.',
    resendEmail: 'Resend email',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    timeZone: 'Time zone of messages',
    timeZoneHelp: 'Emails and SMS show times in this zone.',
    noTimeZone: 'UTC',
    save: 'Save changes',

    subscription: 'Subscription info',
    freeDescription: (users: number) =>
      `The free plan is free of charge, never expires, and allows up to ${users} app users.`,
    upgradeEnds: (end: string) =>
      `An administrator upgraded this account. The upgrade ends on ${end}. The account then returns to the free plan, with lower limits of app users and messages.`,
    upgradeStays: 'An administrator upgraded this account. The upgrade has no end date.',
    subDataFailed: 'The subscription data of the payment provider could not be loaded.',
    noSubData: 'The payment provider has not reported this subscription’s periods yet.',
    since: 'Subscribed since',
    periodStart: 'Period start',
    periodEnd: 'Period end',
    trialEnd: 'Trial end',
    after: 'After this period',
    renews: 'Renews automatically',
    stops: 'Ends',

    history: 'Subscription history',
    searchIn: (list: string) => `Search in ${list}`,
    historySearchHint: 'Change',
    historyFailed: 'The history could not be loaded.',
    noHistory: 'No changes yet',
    noHistoryDescription: 'Each plan change appears here, with its time and author.',
    changedOn: 'Changed on',
    descr: 'Change',
    by: 'By',
    byWhom: (role: string) =>
      role === 'admin' ? 'Administrator' : role === 'team' ? 'Subscriber' : 'Automatic',

    modifyFailed: 'The subscription options could not be loaded.',
    modify: 'Modify or cancel subscription',
    upgradeFirst: 'Upgrade first',
    upgradeFirstDescription: 'The free plan can’t be modified or canceled. Upgrade on the purchase page.',
    toPurchase: 'Go to the purchase page',
    stopUpgrade: 'Stop the upgrade',
    stopUpgradeDescription:
      'The account returns to the free plan immediately, with lower limits of app users and messages.',
    stopUpgradeAsk: 'Stop the upgrade?',
    stopUpgradeDetail: (from: number, to: number, used: number) =>
      used > to
        ? `The account returns to the free plan immediately, with lower limits of messages, and ${to} app users instead of ${from}. All ${used} current users stay, but no one can be added.`
        : `The account returns to the free plan immediately, with lower limits of messages, and ${to} app users instead of ${from}.`,

    upgrade: 'Upgrade to premium',
    upgradeDescription: 'Gives this subscriber a plan without payment, starting now.',
    changeUpgrade: 'Change the upgrade',
    changeUpgradeDescription: 'Replaces the plan and the end date immediately.',
    expiresOn: 'Expires on (optional)',
    expires: 'Expires on',
    expiresOnHelp: 'The last day of the upgrade. It ends at midnight UTC. Leave empty for no end date.',
    choosePlan: 'Choose a plan.',
    noPlans: 'There are no plans to choose from yet.',
    plansFailed: 'The plans could not be loaded.',

    noPayments:
      'Payments are not set up on this server yet, so you can’t change, cancel, or stop a paid subscription here.',
    newPlan: 'Change to',
    changePlan: 'Change plan',
    changeAndPay: (amount: string) => `Change plan and pay ${amount}`,
    dueNow: (amount: string) => `You pay ${amount} now.`,
    credit: (amount: string) => `${amount} of the current plan is unused and reduces later payments.`,
    renewal: (amount: string, from: string) => `Each later term costs ${amount}, starting ${from}.`,
    authenticate: 'Your bank asks you to confirm this payment. The plan changes after that.',
    authenticateLink: 'Confirm the payment',
    agreeFirst: 'Check this box first.',
    cancelAtEnd: 'Cancel at the end of the period',
    cancelAgree: 'Cancel at the end of the paid period.',
    cancel: 'Cancel subscription',
    scheduled: (date: string) => `Your subscription is scheduled to stop on ${date}`,
    undo: 'Undo',
    stopNow: 'Stop immediately',
    stopAgree: 'Stop now. I understand there is no refund.',
    stop: 'Stop subscription',
    stopAsk: 'Stop the subscription now?',
    /** A subscriber can have a second subscription, which then gives its plan; only the response to the stop says so. */
    stopDetail: (from: number, to: number, used: number) =>
      used > to
        ? `There is no refund. Without another subscription, the account returns to the free plan, with lower limits of messages, and ${to} app users instead of ${from}. All ${used} current users stay, but no one can be added.`
        : `There is no refund. Without another subscription, the account returns to the free plan, with lower limits of messages, and ${to} app users instead of ${from}.`,
  },
});
