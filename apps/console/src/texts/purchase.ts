import { inLanguage } from './language.ts';

/** Paying for a plan by card. */
export const purchaseTexts = inLanguage({
  en: {
    purchase: 'Purchase',
    purchaseDescription: 'Start a paid subscription by card.',
    now: (plan: string) => `Current plan: ${plan}.`,
    readFailed: 'Your current plan could not be loaded.',

    notYet: 'Callpoint can’t take card payments yet.',
    notYetDescription:
      'Callpoint is not connected to the payment provider, so you can’t pay here. No card is charged, and no card data is stored.',
    askForUpgrade: 'Contact us for an upgrade.',
    alreadyPaid: 'You have a paid subscription',
    paidPlan: (plan: string) => `Your plan: ${plan}.`,
    alreadyPaidDescription: 'You can change or cancel the subscription on your profile.',
    toProfile: 'Go to your profile',

    yourPlan: 'Your plan',
    plan: 'Plan',
    planHelp: 'Compare the plans and their prices.',
    plansFailed: 'The plans could not be loaded.',
    noPlans: 'There are no plans to choose from yet.',

    billing: 'Billing address',
    address: 'Address',
    city: 'City',
    state: 'State',
    zip: 'ZIP',

    card: 'Card',
    cardNumber: 'Card number',
    cardExpiry: 'Expiry',
    cardCvc: 'CVC',
    cardSafe: 'The payment provider, Stripe, receives your card data. Callpoint does not.',
    cardLoading: 'Loading the card fields',
    cardFailed: 'The card fields could not be loaded.',
    cardFailedDescription:
      'They come from the payment provider, js.stripe.com. If a content blocker or your network blocks it, allow it. Then try again.',
    pay: 'Pay and start Subscription',
    price: (price: string) => `Price of the first term: ${price}.`,
    paying: 'Paying. Keep this page open.',
    paid: 'Payment received. Your subscription is active.',
    active: (plan: string | null) =>
      plan === null ? 'Your subscription is active.' : `Your subscription is active: ${plan}.`,

    choosePlan: 'Choose a plan.',
    required: (field: string) => `${field} is required.`,
    incomplete: (field: string) => `${field} is incomplete.`,

    setupFailed: 'The payment settings could not be loaded.',
    waiting: 'You started a purchase that is not paid yet.',
    waitingDescription: 'Complete it here, with the same or another plan. You can’t be charged twice.',

    notPaid: 'Not paid',
    notCharged: 'Your card was not charged.',
    notChargedNow: 'This attempt did not charge your card.',
    cardRejected: 'Your card was rejected.',
    anotherCard: 'Correct it, or use another card.',
    notAuthenticated: 'Your bank could not confirm that it was you.',
    retryOrAnotherCard: 'Try again, or use another card.',
    interrupted: 'The payment provider has received no payment. The connection may have been interrupted.',
    noneTwice: 'Try again. You can’t be charged twice.',
    unconfirmedLabel: 'Not confirmed yet',
    unconfirmed: 'The payment provider has not confirmed the payment yet. Check the payment in a moment.',
    unknownLabel: 'Payment status unknown',
    unknown:
      'We could not find out whether the payment succeeded. Check the payment before you close this page.',
    check: 'Check payment',
  },
});
