import { inLanguage } from './language.ts';

/** A subscriber's own page and the administrator's page of a subscriber: account, plan, password. */
export const subscriptionTexts = inLanguage({
  en: {
    myProfile: 'My Profile',
    myProfileDescription: 'Your account, your subscription and your password.',
    profileOf: (id: string) => `Profile of Subscriber #${id}`,
    profileOfDescription: 'Account, subscription and password of one subscriber.',
    goBack: 'Go Back',
    readFailed: 'The profile could not be read.',
    noSubscriber: 'There is no such subscriber.',
    toSubscribers: 'Go to the subscribers',
    blocked: 'Blocked',
    blockedDescription:
      'Nobody of this subscriber can log in, on the console or on a phone, until it is unblocked.',

    account: 'Account details',
    accountNumber: 'Account number',
    status: 'Status',
    active: 'Active',
    plan: 'Plan',
    maxUsers: 'Max app users',
    usedUsers: 'Used app users',
    accountName: 'Account name',
    email: 'Email',
    emailFixed: 'You log in with it. Ask us to change it.',
    emailHelp: 'The subscriber logs in with it.',
    emailNotConfirmed: 'Email not confirmed.',
    emailNotConfirmedOwn: 'Open the link in the email that we sent you.',
    emailNotConfirmedTheirs: 'The subscriber has not opened the link in the email yet.',
    resendEmail: 'Resend email',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    save: 'Save changes',

    subscription: 'Subscription info',
    freeDescription: (users: number) =>
      `The free plan costs nothing, has no end and is for up to ${users} app users.`,
    upgradeEnds: (end: string) =>
      `An administrator upgraded this account. The upgrade ends by itself at ${end}; then it is on the free plan again.`,
    upgradeStays: 'An administrator upgraded this account. The upgrade does not end by itself.',
    subDataFailed: 'What the payment provider says of the subscription could not be read.',
    noSubData: 'The payment provider has not told us of this subscription’s periods yet.',
    since: 'Subscribed since',
    periodStart: 'This period began',
    periodEnd: 'This period ends',
    trialEnd: 'End of the trial',
    after: 'After this period',
    renews: 'It goes on',
    stops: 'It stops',

    history: 'Subscription history',
    historyFailed: 'The history could not be read.',
    noHistory: 'Nothing happened yet',
    noHistoryDescription: 'Each change of the plan stands here, with when it was and who made it.',
    changedOn: 'Changed on',
    descr: 'What happened',
    by: 'By',
    byWhom: (role: string) =>
      role === 'admin' ? 'Administrator' : role === 'team' ? 'Subscriber' : 'By itself',

    modifyFailed: 'What you can do about the subscription could not be loaded.',
    modify: 'Modify or cancel subscription',
    upgradeFirst: 'Upgrade first',
    upgradeFirstDescription:
      'The free plan has nothing to modify or cancel. You upgrade on the purchase page.',
    toPurchase: 'Go to the purchase page',
    stopUpgrade: 'Stop the upgrade',
    stopUpgradeDescription: 'The account goes back to the free plan at once.',
    stopUpgradeAsk: 'Stop the upgrade?',
    stopUpgradeDetail: (from: number, to: number, used: number) =>
      used > to
        ? `The account goes back to the free plan at once: ${to} app users instead of ${from}. All ${used} that there are stay, but no more can be added.`
        : `The account goes back to the free plan at once: ${to} app users instead of ${from}.`,

    upgrade: 'Upgrade to premium',
    upgradeDescription: 'Gives this subscriber a plan without payment, from now on.',
    changeUpgrade: 'Change the upgrade',
    changeUpgradeDescription: 'Another plan or another end takes the place of the present one at once.',
    expiresOn: 'Expires on (optional)',
    expires: 'Expires on',
    expiresOnHelp: 'The last day, in UTC. Left empty, the upgrade does not end by itself.',
    choosePlan: 'Choose a plan.',
    noPlans: 'There are no plans to choose from yet.',
    plansFailed: 'The plans could not be read.',

    noPayments:
      'Callpoint is not connected to the payment provider yet, so a paid subscription can’t be changed, cancelled or stopped here. Nothing on this card can be used until then.',
    newPlan: 'Change to',
    changePlan: 'Change plan',
    cancelAtEnd: 'Cancel at the end of the period',
    cancelAgree: 'I want to cancel at the end of the period that is paid.',
    cancel: 'Cancel subscription',
    scheduled: (date: string) => `Your subscription is scheduled to stop on ${date}`,
    undo: 'Undo',
    stopNow: 'Stop immediately',
    stopAgree: 'I want to stop at once, and know that what is paid is not returned.',
    stop: 'Stop subscription',
  },
});
